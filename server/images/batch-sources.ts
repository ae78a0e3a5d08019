// The photos and images of a batch: which of them its person may use.
import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import { tooFewPixels } from '#server/generation/request.ts';
import { Problem } from '#server/http/problem.ts';
import { visibleImages, visiblePhotos } from '#server/images/operations/authorize.ts';
import { galleryOrder, listGallery } from '#server/photos/gallery-repository.ts';
import { canDownloadPhoto, galleryScope } from '#server/photos/policy.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];
type Source = Schemas['GenerationSource'];

/** Photos of one batch. The contract has the same limit for `sources`. */
const MAX_BATCH_PHOTOS = 2000;

interface Asked {
  sources?: readonly Source[] | undefined;
  gallery?: Schemas['BatchGallery'] | undefined;
}

interface BatchSources {
  usable: Source[];
  /** How many can't be used. */
  leftOut: number;
}

/** @throws {Problem} 404; 422 `invalid_request`; 409 `source_unavailable` if none can be used */
export async function readBatchSources(
  db: Queryable,
  { sources, gallery }: Asked,
  viewer: Viewer,
  { max_source_pixels: most }: Schemas['GenerationCapabilities'],
): Promise<BatchSources> {
  if ((sources === undefined) === (gallery === undefined)) throw invalid('sources', 'or `gallery` is required, but not both');
  if (sources?.some(({ kind }) => kind === 'upload')) throw invalid('sources', 'must be photos of events or generated images');
  const fits = (width: number, height: number) => tooFewPixels({ width, height }) === null && (most === null || width * height <= most);
  const asked = gallery ? await listGallerySources(db, gallery, viewer) : withoutRepeats(sources ?? []);
  const idsOf = (wanted: Source['kind']) => asked.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const photos = await visiblePhotos(db, idsOf('photo'), viewer);
  const images = await visibleImages(db, idsOf('image'), viewer);
  const found = new Map<string, Source>();
  for (const { photo, event, reader } of photos) {
    const { width, height } = photo;
    const isReady = photo.deletedAt === null && photo.state === 'ready' && width !== null && height !== null;
    if (isReady && fits(width, height) && canDownloadPhoto(reader, event, photo))
      found.set(photo.id, { kind: 'photo', id: photo.id, event_id: event.id });
  }
  for (const { id, deletedAt, width, height } of images)
    if (deletedAt === null && fits(width, height)) found.set(id, { kind: 'image', id, event_id: null });
  const usable = asked.flatMap(({ id }) => found.get(id) ?? []);
  if (usable.length === 0) {
    const detail =
      gallery === undefined
        ? 'None of these photos can be used: they were deleted, are still being processed, can’t be downloaded, or are too small or too large for this model.'
        : 'This gallery has no photos that can be used.';
    throw new Problem(409, 'source_unavailable', detail);
  }
  return { usable, leftOut: asked.length - usable.length };
}

const withoutRepeats = (sources: readonly Source[]): Source[] => [...new Map(sources.map((source) => [source.id, source])).values()];

async function listGallerySources(
  db: Queryable,
  { event_id: eventId, section_id: sectionId = null }: Schemas['BatchGallery'],
  viewer: Viewer,
): Promise<Source[]> {
  const { event, relation } = await requireVisibleEvent(db, eventId, viewer);
  const scope = galleryScope({ userId: viewer.userId, relation }, event);
  const filters = { from: null, to: null, uploaderId: null, liked: false, status: 'approved' as const, sectionId };
  const view = { eventId, userId: viewer.userId, scope, filters };
  const { rows, cursors } = await galleryOrder.page({ sort: '-taken_at', limit: MAX_BATCH_PHOTOS }, (range) =>
    listGallery(db, view, range),
  );
  if (cursors.next_cursor !== null)
    throw invalid('gallery', `has more than ${MAX_BATCH_PHOTOS.toLocaleString('en')} photos. Choose a section, or select photos`);
  return rows.filter(({ source }) => source !== 'generated').map(({ id }) => ({ kind: 'photo', id, event_id: eventId }));
}

const invalid = (field: 'sources' | 'gallery', message: string): Problem =>
  new Problem(422, 'invalid_request', `We can’t create this: ${field} ${message}.`, { errors: [{ field: `body.${field}`, message }] });
