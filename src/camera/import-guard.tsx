import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { importingEvents, subscribeImporting } from './active-imports.ts';

interface LeaveProps {
  events: readonly string[];
}

// Where it does not come nobody is asked, and the import goes on all the same.
const noDialog: { default: ComponentType<LeaveProps> } = { default: () => null };
const LeaveImportDialog = lazy<ComponentType<LeaveProps>>(() => import('./leave-import-dialog.tsx').catch(() => noDialog));

/** Asks before an event is left while photos are imported into it. Stands around all events' screens. */
export function ImportGuard() {
  const events = useSyncExternalStore(subscribeImporting, importingEvents);
  return (
    events.length > 0 && (
      <Suspense>
        <LeaveImportDialog events={events} />
      </Suspense>
    )
  );
}
