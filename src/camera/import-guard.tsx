import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { importingEvents, subscribeImporting } from './importing.ts';

interface LeaveProps {
  events: readonly string[];
}

// Where it does not come nobody is asked, and the import goes on all the same.
const nobodyAsks: { default: ComponentType<LeaveProps> } = { default: () => null };
const ImportLeave = lazy<ComponentType<LeaveProps>>(() => import('./import-leave.tsx').catch(() => nobodyAsks));

/** Asks before an event is left while photos are imported into it. Stands around all events' screens. */
export function ImportGuard() {
  const events = useSyncExternalStore(subscribeImporting, importingEvents);
  return (
    events.length > 0 && (
      <Suspense>
        <ImportLeave events={events} />
      </Suspense>
    )
  );
}
