// Who may download which photo of an event, in which variant and with which watermark: read again while an archive is prepared and sent, so that
// rights end at once. Another kind of owner of a download is another way to open a reader.
import { toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import { type EventRow, findEvent } from '#server/events/events-repository.ts';
import { canView, eventAccessOf, eventRoleOf, watermarkFor } from '#server/events/policy.ts';
import type { Watermark } from '#server/organizations/pictures.ts';
import type { DownloadRow } from '#server/photos/downloads-repository.ts';
import { canDownloadPhoto, canReadOriginal, canSeePhoto, galleryScope, type PhotoFacts, type PhotoReader } from '#server/photos/policy.ts';

type DownloadVariant = DownloadRow['variant'];

export interface DownloadReader {
  event: EventRow;
  /** The photos that "everything" is chosen from. */
  gallery: { eventId: string; userId: string; scope: ReturnType<typeof galleryScope> };
  /** On the photos, null without one. */
  watermark: Watermark | null;
  /** `gone`: it was deleted, or is hidden from this reader. `refused`: they see it, and may not download it in this variant. */
  mayRead(photo: PhotoFacts & { deletedAt: Date | null }, variant: DownloadVariant): 'allowed' | 'gone' | 'refused';
}

/** @param event as the person meets it, which they may see */
export function readerOfPerson(reader: PhotoReader, event: EventRow): DownloadReader {
  return {
    event,
    gallery: { eventId: event.id, userId: reader.userId, scope: galleryScope(reader, event) },
    watermark: watermarkFor(reader.relation, event),
    mayRead(photo, variant) {
      if (photo.deletedAt !== null || !canSeePhoto(reader, event, photo)) return 'gone';
      const isAllowed = variant === 'original' ? canReadOriginal(reader, event, photo) : canDownloadPhoto(reader, event, photo);
      return isAllowed ? 'allowed' : 'refused';
    },
  };
}

/** The reader of a download by the rights of its owner now. Null: they may not even see the event anymore, or the photos need another watermark. */
export async function openDownloadReader(
  db: Queryable,
  { userId, eventId, variant, mark }: Pick<DownloadRow, 'userId' | 'eventId' | 'variant' | 'mark'>,
): Promise<DownloadReader | null> {
  if (userId === null) return null;
  const [person, event] = await Promise.all([findPerson(db, userId), findEvent(db, eventId, userId)]);
  if (!person || person.disabledAt !== null || !event) return null;
  const viewer = toViewer(person, '');
  const relation = eventRoleOf(eventAccessOf(viewer, event), event);
  if (!canView(relation, event)) return null;
  const reader = readerOfPerson({ userId, relation }, event);
  const needsOther = variant === 'full' && reader.watermark !== null && reader.watermark.tag !== mark;
  return needsOther ? null : reader;
}
