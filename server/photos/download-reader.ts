// Who may download which photo of an event, in which variant and with which watermark: read again while an archive is prepared and sent, so that
// rights end at once. Readers of gallery links are opened by their own domain, which this one doesn't know.
import { toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import type { Queryable } from '#server/db/types.ts';
import { type EventRow, findEvent } from '#server/events/events-repository.ts';
import { canView, eventAccessOf, eventRoleOf, watermarkFor } from '#server/events/policy.ts';
import type { Watermark } from '#server/organizations/pictures.ts';
import { type DownloadRow, type KeptFacts, keptVariant } from '#server/photos/downloads-repository.ts';
import type { GalleryView } from '#server/photos/gallery-repository.ts';
import { canDownloadPhoto, canReadOriginal, canSeePhoto, galleryScope, type PhotoFacts, type PhotoReader } from '#server/photos/policy.ts';

type DownloadVariant = DownloadRow['variant'];

export interface DownloadReader {
  event: EventRow;
  /** The photos that "everything" is chosen from. */
  gallery: GalleryView;
  /** The sections whose photos are in a folder of their name: those that the reader sees by name. */
  folders: 'all' | 'everyone' | 'none';
  /** On the photos, null without one. */
  watermark: Watermark | null;
  /** `gone`: it was deleted, or is hidden from this reader. `refused`: they see it, and may not download it in this variant. */
  mayRead(
    photo: PhotoFacts & { id: string; sectionId: string | null; deletedAt: Date | null },
    variant: DownloadVariant,
  ): 'allowed' | 'gone' | 'refused';
}

/** Opens the reader of a gallery link. Null: the link shows nothing anymore. */
export type OpenLinkReader = (db: Queryable, linkId: string) => Promise<DownloadReader | null>;

/** Where no gallery link has downloads. */
export const noLinkReaders: OpenLinkReader = () => Promise.resolve(null);

const unfiltered = { from: null, to: null, uploaderId: null, liked: false, status: null, sectionId: null };

/** @param event as the person meets it, which they may see */
export function readerOfPerson(reader: PhotoReader, event: EventRow): DownloadReader {
  return {
    event,
    gallery: { eventId: event.id, userId: reader.userId, scope: galleryScope(reader, event), filters: unfiltered },
    folders: reader.relation === 'organization' ? 'all' : 'everyone',
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
  { db, openLinkReader }: { db: Queryable; openLinkReader: OpenLinkReader },
  { userId, linkId, eventId, variant, mark }: Pick<DownloadRow, 'userId' | 'linkId' | 'eventId' | 'variant' | 'mark'>,
): Promise<DownloadReader | null> {
  const reader = userId !== null ? await openPersonReader(db, userId, eventId) : linkId !== null ? await openLinkReader(db, linkId) : null;
  const needsOther = variant !== 'original' && reader !== null && reader.watermark !== null && reader.watermark.tag !== mark;
  return needsOther ? null : reader;
}

/** Whether a photo of a download may be read now. In place of originals that are no longer kept it has pictures that need the current watermark. */
export function verdictOf(
  reader: DownloadReader,
  { variant, mark }: Pick<DownloadRow, 'variant' | 'mark'>,
  photo: Parameters<DownloadReader['mayRead']>[0] & KeptFacts,
): ReturnType<DownloadReader['mayRead']> {
  const verdict = reader.mayRead(photo, variant);
  const needsOther = keptVariant(variant, photo) !== 'original' && reader.watermark !== null && reader.watermark.tag !== mark;
  return verdict === 'allowed' && needsOther ? 'refused' : verdict;
}

async function openPersonReader(db: Queryable, userId: string, eventId: string): Promise<DownloadReader | null> {
  const [person, event] = await Promise.all([findPerson(db, userId), findEvent(db, eventId, userId)]);
  if (!person || person.disabledAt !== null || !event) return null;
  const viewer = toViewer(person, '');
  const relation = eventRoleOf(eventAccessOf(viewer, event), event);
  return canView(relation, event) ? readerOfPerson({ userId, relation }, event) : null;
}
