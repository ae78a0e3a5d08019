// Why something cannot be done with a photo, in the true words. Null: it can.
import type { Photo } from '#src/domains/photos/photo.ts';
import { readOnlyReason } from '#src/session/read-only.ts';

/** @param isVisitor looks at a public event without having joined it */
export function downloadRefusal(photo: Photo, isVisitor: boolean): string | null {
  if (!photo.can.download)
    return isVisitor ? 'Only people who joined this event can download its photos.' : 'The organizer has turned downloads off.';
  return photo.state === 'processing' ? 'This photo is still processing.' : null;
}

export const likeRefusal = (photo: Photo): string | null =>
  readOnlyReason() ?? (photo.can.like ? null : 'Only people who joined this event can like its photos.');

/** A link is worth something only where it opens for others. */
export function shareRefusal(photo: Photo): string | null {
  if (photo.can.share) return null;
  if (photo.state === 'unreadable') return 'This photo can’t be shared because its file is damaged.';
  if (photo.status === 'pending') return 'You can share this photo once it’s approved.';
  if (photo.status === 'rejected') return 'This photo wasn’t approved, so a link won’t work for others.';
  return 'You can share photos once the organizer publishes the gallery.';
}
