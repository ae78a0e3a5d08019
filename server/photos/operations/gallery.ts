// Reading a gallery: pages, timeline, photographers, CSV export.
import { audit } from '#server/audit/audit.ts';
import { allRows } from '#server/db/keyset.ts';
import type { Deps } from '#server/deps.ts';
import { lastChangeSeq } from '#server/events/changes-repository.ts';
import type { EventRow } from '#server/events/events-repository.ts';
import { requireOwnEvent, requireVisible, requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { csvAnswer, type CsvColumns, csvTime, csvWord } from '#server/http/csv.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { forbidden } from '#server/http/problem.ts';
import { originalName } from '#server/photos/file-names.ts';
import {
  countByTime,
  countFewByTime,
  countPhotographers,
  type GalleryFilters,
  galleryOrder,
  galleryParts,
  listGallery,
} from '#server/photos/gallery-repository.ts';
import { readInstant } from '#server/photos/instants.ts';
import { photoDeleted, requireVisiblePhoto } from '#server/photos/operations/authorize.ts';
import { type PhotoRow, setLike } from '#server/photos/photos-repository.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { canLikePhoto, galleryScope } from '#server/photos/policy.ts';
import { presentLike, presentPhoto, presentPhotographer, presentTimeline } from '#server/photos/presenter.ts';
import { createTimelineCache, joinPhotoCounts } from '#server/photos/timeline.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

export function galleryCalls({ db }: Deps, rights: Pick<PictureAccessCache, 'findEvent'>) {
  /** Likes travel as the wished state: repeating or reordering a wish is harmless. */
  const wish = async (call: { path: { id: string; photoId: string }; viewer: Viewer }, liked: boolean) => {
    const { event, photo, reader } = await requireVisiblePhoto(db, call.path, call.viewer);
    if (!canLikePhoto(reader, event, photo)) throw forbidden('You can view this photo, but not like it.');
    const likes = await setLike(db, photo, call.viewer.userId, liked);
    if (likes === null) throw photoDeleted();
    return { status: 200 as const, body: presentLike(photo.id, likes, liked) };
  };

  return {
    async listPhotos({ viewer, path, query }) {
      const { event, relation } = requireVisible(await rights.findEvent(path.id.toLowerCase(), viewer.userId), viewer);
      const reader = { userId: viewer.userId, relation };
      const filters = readFilters(query);
      // Read before the page: a change in between is in the page already and comes once more, which is harmless; the other way it would be lost.
      const streamPosition = await lastChangeSeq(db, event.id);
      const view = { eventId: event.id, userId: viewer.userId, scope: galleryScope(reader, event), filters };
      const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', ...query }, (range) => listGallery(db, view, range));
      const items = rows.map((photo) => presentPhoto(photo, reader, event));
      return { status: 200, body: { items, ...cursors, stream_position: streamPosition } };
    },

    async getPhoto({ viewer, path }) {
      const { event, photo, reader } = await requireVisiblePhoto(db, path, viewer);
      return { status: 200, body: presentPhoto(photo, reader, event) };
    },

    likePhoto: (call) => wish(call, true),
    unlikePhoto: (call) => wish(call, false),
  } satisfies Partial<OperationsOf<'photos'>>;
}

/** What a list or a timeline is asked to be narrowed to. */
function readFilters({ from, to, uploader, liked, status, section }: Call<'getTimeline'>['query']): GalleryFilters {
  return {
    from: from === undefined ? null : readInstant(from, 'query.from'),
    to: to === undefined ? null : readInstant(to, 'query.to'),
    uploaderId: uploader ?? null,
    liked: liked ?? false,
    status: status ?? null,
    sectionId: section ?? null,
  };
}

const MOST_PHOTOGRAPHERS = 500;
/** The parts are counted one after the other; where a change fell in between, the older is counted again, so often at most. */
const MOST_TRIES = 3;

export function timelineCalls({ db }: Deps) {
  const cache = createTimelineCache();

  return {
    async getTimeline({ viewer, path, query }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const scope = galleryScope({ userId: viewer.userId, relation }, event);
      const filters = readFilters(query);
      const { shared, mine } = galleryParts({ eventId: event.id, userId: viewer.userId, scope, filters });
      const key = JSON.stringify([event.id, scope, filters]);
      const countShared = (since: number) => (shared ? cache.get(key, since, () => countByTime(db, event.id, shared)) : null);
      const countMine = () => (mine ? countFewByTime(db, event.id, mine) : null);

      let [all, own] = await Promise.all([countShared(event.changeSeq), countMine()]);
      for (let tries = 1; tries < MOST_TRIES && all && own && all.position !== own.position; tries++) {
        if (all.position < own.position) all = await countShared(own.position);
        else own = await countMine();
      }
      const counted = all && own ? joinPhotoCounts(all, own) : (all ?? own);
      const position = Math.min(...[all, own].map((part) => part?.position ?? Infinity), counted ? Infinity : event.changeSeq);
      return { status: 200, body: presentTimeline(counted, position) };
    },

    async listPhotographers({ viewer, path }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const scope = galleryScope({ userId: viewer.userId, relation }, event);
      const found = await countPhotographers(db, { eventId: event.id, userId: viewer.userId, scope }, MOST_PHOTOGRAPHERS);
      return { status: 200, body: { items: found.map(presentPhotographer) } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}

const sourceWords: Record<PhotoRow['source'], string> = {
  camera: 'Captured',
  import: 'Imported',
  share: 'Shared',
  generated: 'Generated',
};

/** For a memory card, that the file is or may be damaged counts more than what moderators said. As on the list of a phone (src/outbox/card-list.ts). */
function csvStatus({ status, state, showsProof, awaitsOriginal }: PhotoRow): string {
  if (!awaitsOriginal && (state === 'processing' || showsProof)) return 'Not checked yet';
  return csvWord(state === 'unreadable' ? state : status);
}

const columnsAt = (event: EventRow): CsvColumns<PhotoRow> => ({
  // As the original is called that is downloaded.
  'File name': (photo) => originalName(event, photo),
  Photographer: ({ uploaderFirstName, uploaderLastName }) => fullName(uploaderFirstName, uploaderLastName),
  'Captured (UTC)': ({ takenAt }) => csvTime(takenAt),
  'Stored (UTC)': ({ awaitsOriginal, uploadedAt }) => csvTime(awaitsOriginal ? null : uploadedAt),
  Status: csvStatus,
  Source: ({ source }) => sourceWords[source],
  Camera: ({ camera }) => camera,
  Type: ({ contentType }) => contentType,
  Width: ({ width }) => width,
  Height: ({ height }) => height,
  Bytes: ({ bytes }) => bytes,
  'SHA-256': ({ sha256 }) => sha256,
  'Original received': ({ awaitsOriginal }) => (awaitsOriginal ? 'No' : 'Yes'),
  'Original deleted (UTC)': ({ originalDeletedAt }) => csvTime(originalDeletedAt),
  Likes: ({ likes }) => likes,
  ID: ({ id }) => id,
});

export function photoExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportPhotos({ viewer, path, query, request }) {
      const event = await requireOwnEvent(db, path.id, viewer);
      const view = { eventId: event.id, userId: viewer.userId, scope: 'everything', filters: readFilters(query) } as const;
      const subject = { subjectType: 'event', subjectId: event.id, organizationId: event.organizationId };
      await audit(db, { action: 'event.export_photos', actorId: viewer.userId, ...subject, request });
      const rows = allRows((page) => galleryOrder.page({ ...page, sort: '-taken_at' }, (range) => listGallery(db, view, range)));
      return csvAnswer(['photos', event.name], columnsAt(event), rows);
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
