// Whoever shoots at an event with approval is told why the gallery does not show it yet, after the first photo that waits for it.
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { toast } from '#src/ui/toast.ts';

/** The event of which it was said last. */
const KEY = 'approval-told';

/** Watches for the life of the page. Returns what ends it. */
export function startApprovalNotice(): () => void {
  let notifiedEvent = safeLocalStorage()?.getItem(KEY);
  return subscribeOutbox((message) => {
    if (message.type !== 'delivered' || message.photo.status !== 'pending' || message.photo.event_id === notifiedEvent) return;
    notifiedEvent = message.photo.event_id;
    writeLocalStorage(KEY, notifiedEvent);
    toast.info('Photos need approval', { detail: 'They appear in the gallery after the organizer approves them.' });
  });
}
