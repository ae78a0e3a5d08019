import { lazy, Suspense, useSyncExternalStore } from 'react';
import { importingEvents, subscribeImporting } from './importing.ts';

// Where it does not come nobody is asked, and the import goes on all the same.
const ImportLeave = lazy(() => import('./import-leave.tsx').catch(() => ({ default: () => null })));

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
