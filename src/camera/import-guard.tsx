// Whether an import runs on this page, in whatever event. Nothing takes over from it unasked: no update, no closing of the page.
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { beginBusy } from '#src/lib/busy.ts';

/** The event of each. */
let running: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  running = next;
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Returns the end of it. */
export function beginImporting(eventId: string): () => void {
  const endBusy = beginBusy('shutter');
  if (running.length === 0) window.addEventListener('beforeunload', warn);
  set([...running, eventId]);
  return () => {
    endBusy();
    const ended = running.indexOf(eventId);
    set(running.filter((_, index) => index !== ended));
    if (running.length === 0) window.removeEventListener('beforeunload', warn);
  };
}

const importingEvents = (): readonly string[] => running;

function subscribeImporting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

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
