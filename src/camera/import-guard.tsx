// Tracks running imports on this page, of any event: updates wait, and closing or leaving asks first.
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { beginBusy } from '#src/lib/busy.ts';

/** The event of each import. */
let running: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  running = next;
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Returns a function that ends it. */
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

// If the dialog cannot be loaded, the import continues without asking.
const noDialog: { default: ComponentType<LeaveProps> } = { default: () => null };
const LeaveImportDialog = lazy<ComponentType<LeaveProps>>(() => import('./leave-import-dialog.tsx').catch(() => noDialog));

/** Asks before the user leaves an event during an import. Wraps all event screens. */
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
