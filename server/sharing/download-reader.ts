import type { Queryable } from '#server/db/types.ts';
// Who may download which photo by a gallery link.
import { findEvent, type EventRow } from '#server/events/events-repository.ts';
import { watermarkFor } from '#server/events/policy.ts';
import type { DownloadReader } from '#server/photos/download-reader.ts';
import { findLinkById, listSelected, type OpenedLink, viewOfLink } from '#server/sharing/links-repository.ts';
import { canDownloadShared, canSeeSharedPhoto, isLinkOpen, pictureRoleOf, showsPhotos, showsSections } from '#server/sharing/policy.ts';

/** The reader of a link that is open. */
export async function readerOfLink(db: Queryable, link: OpenedLink, event: EventRow): Promise<DownloadReader> {
  const selected = link.scope === 'selection' ? await listSelected(db, link.id) : null;
  return {
    event,
    gallery: viewOfLink(link),
    folders: showsSections(link) ? 'everyone' : 'none',
    watermark: watermarkFor(pictureRoleOf(link), event),
    mayRead(photo, variant) {
      if (!canSeeSharedPhoto(event, link, photo, selected?.has(photo.id) ?? false)) return 'gone';
      return canDownloadShared(link, event, variant) ? 'allowed' : 'refused';
    },
  };
}

/** Null: the link was revoked, has expired, or shows nothing. */
export async function openLinkReader(db: Queryable, linkId: string): Promise<DownloadReader | null> {
  const link = await findLinkById(db, linkId);
  const event = link && (await findEvent(db, link.eventId, null));
  if (!link || !event || !isLinkOpen(link, event, new Date()) || !showsPhotos(event)) return null;
  return readerOfLink(db, link, event);
}
