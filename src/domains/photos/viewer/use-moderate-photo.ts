import { useQueryClient } from '@tanstack/react-query';
import { updateCachedPhotos } from '#src/domains/photos/gallery-cache.ts';
import type { Status } from '#src/domains/photos/moderation/decisions.ts';
import { moderationRequests } from '#src/domains/photos/moderation/queries.ts';
import { conflictMessage } from '#src/domains/photos/moderation/session-messages.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';

const done: Record<Status, string> = { approved: 'Photo approved', rejected: 'Photo rejected', pending: 'Moved back to pending' };

/** Decides on the photo that is looked at. Unlike in the queue nothing stands before the server has it; "Undo" takes it back. */
export function useModeratePhoto(eventId: string, account: string): (photo: Photo, to: Status, reason?: string | null) => Promise<void> {
  const client = useQueryClient();
  const decide = async (photo: Photo, to: Status, reason: string | null, canUndo: boolean): Promise<void> => {
    try {
      const { moderated, conflicts } = await moderationRequests(eventId, account).moderate({
        ids: [photo.id],
        status: to,
        expected: photo.status,
        ...(reason ? { reason } : {}),
      });
      updateCachedPhotos(client, account, eventId, [...moderated, ...conflicts.map((conflict) => conflict.photo)]);
      const [now] = moderated;
      const words = conflictMessage([photo], conflicts, to, 1 - moderated.length);
      if (words) toast.info(words);
      if (!now) return;
      const title = photo.status === 'approved' && to === 'rejected' ? 'Photo hidden' : done[to];
      const back = () => void decide(now, photo.status, photo.rejection_reason, false);
      toast.show(title, canUndo ? { action: { label: 'Undo', onClick: back } } : {});
    } catch (error) {
      toast.error('Couldn’t save the decision', { detail: describeFailure(error).detail });
    }
  };
  return (photo, to, reason = null) => decide(photo, to, reason, true);
}
