// Explains once per event why a photo that needs approval is not in the gallery yet.
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { toast } from '#src/ui/toast.ts';

/** The id of the last event that was explained. */
const KEY = 'approval-told';

/** Runs for the lifetime of the page. Returns a function to stop. */
export function startApprovalNotice(): () => void {
  let notifiedEvent = safeLocalStorage()?.getItem(KEY);
  return subscribeOutbox((message) => {
    if (message.type !== 'delivered' || message.photo.status !== 'pending' || message.photo.event_id === notifiedEvent) return;
    notifiedEvent = message.photo.event_id;
    writeLocalStorage(KEY, notifiedEvent);
    toast.info('Photos need approval', { detail: 'They appear in the gallery after the organizer approves them.' });
  });
}
