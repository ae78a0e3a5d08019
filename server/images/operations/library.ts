import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { ImageFilter } from '#server/generation/image-repository.ts';
import { restorableSince } from '#server/generation/operations/authorize.ts';
import { canDeleteImage } from '#server/generation/policy.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import {
  libraryOrder,
  type LibraryQuery,
  type LibraryRow,
  type LibraryScopes,
  listLibraryEvents,
  listLibraryMonths,
  listLibraryRows,
} from '#server/images/library-repository.ts';
import { requireCollection, requireLibrary, visibleImages, visiblePhotos } from '#server/images/operations/authorize.ts';
import { restorableScope, libraryScope } from '#server/images/policy.ts';
import { presentLibraryImage, presentLibraryPhoto } from '#server/images/presenter.ts';
import { readInstant } from '#server/photos/instants.ts';
import type { Viewer } from '#server/viewer.ts';

type Asked = Call<'listImages'>['query'];

export function libraryCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listImages({ viewer, query }) {
      const { asked, scopes, images } = await readLibrary(db, viewer, query);
      const { rows, cursors } = await libraryOrder.page({ sort: '-at', cursor: query.cursor, limit: query.limit }, (range) =>
        listLibraryRows(db, asked, scopes, images, range),
      );
      return { status: 200, body: { items: await present(db, viewer, rows, asked.isDeleted), ...cursors } };
    },

    async listImageMonths({ viewer, query }) {
      const { asked, scopes, images } = await readLibrary(db, viewer, query);
      return { status: 200, body: { months: await listLibraryMonths(db, asked, scopes, images) } };
    },
  } satisfies Partial<OperationsOf<'images'>>;
}

/** The filters, and the parts of the library that the viewer may see. @throws {Problem} 404, 403 */
async function readLibrary(db: Queryable, viewer: Viewer, query: Asked) {
  const asked = readQuery(viewer, query);
  await requireLibrary(db, viewer, asked.organizationId);
  if (asked.collectionId !== null) {
    const collection = await requireCollection(db, asked.collectionId, viewer);
    if (collection.organizationId !== asked.organizationId) throw notFound('collection');
  }
  const scopes = query.source === 'generated' || query.model !== undefined ? null : await scopesOf(db, viewer, asked);
  const images = query.source === 'photos' ? null : imageFilter(viewer, asked, query.model);
  return { asked, scopes, images };
}

function readQuery(viewer: Viewer, { organization_id, q, mine, favourite, collection, deleted, from, to }: Asked): LibraryQuery {
  return {
    userId: viewer.userId,
    organizationId: organization_id ?? null,
    q,
    mine: mine ?? false,
    favorite: favourite ?? false,
    collectionId: collection ?? null,
    isDeleted: deleted ?? false,
    from: from === undefined ? null : readInstant(from, 'query.from'),
    to: to === undefined ? null : readInstant(to, 'query.to'),
  };
}

/** The policy is asked once for each event, not for each photo. */
async function scopesOf(db: Queryable, viewer: Viewer, asked: LibraryQuery): Promise<LibraryScopes> {
  const scopes = { everything: [] as string[], approved: [] as string[], own: [] as string[], named: [] as string[] };
  for (const event of await listLibraryEvents(db, asked)) {
    const scope = asked.isDeleted ? restorableScope(viewer, event) : libraryScope(viewer, event);
    if (scope === null) continue;
    scopes[scope].push(event.id);
    if (event.isNamed) scopes.named.push(event.id);
  }
  return scopes;
}

function imageFilter(
  viewer: Viewer,
  { userId, organizationId, q, favorite, isDeleted }: LibraryQuery,
  model: string | undefined,
): ImageFilter {
  // Of what others deleted those hear who can restore it.
  const ownOnly = isDeleted && !canDeleteImage(viewer, { userId: '', organizationId });
  return {
    userId,
    organizationId,
    q,
    model,
    favourite: favorite || undefined,
    deleted: isDeleted,
    deletedSince: restorableSince(),
    ownOnly,
  };
}

/** Images that were deleted or hidden after their id was read are left out. */
async function present(
  db: Queryable,
  viewer: Viewer,
  rows: readonly LibraryRow[],
  isDeleted: boolean,
): Promise<components['schemas']['ShelfImage'][]> {
  const idsOf = (wanted: LibraryRow['kind']) => rows.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const [photos, images] = await Promise.all([visiblePhotos(db, idsOf('photo'), viewer), visibleImages(db, idsOf('generated'), viewer)]);
  const presented = new Map<string, components['schemas']['ShelfImage']>();
  for (const { photo, event, reader } of photos)
    if ((photo.deletedAt !== null) === isDeleted) presented.set(photo.id, presentLibraryPhoto(photo, event, reader));
  for (const image of images) if ((image.deletedAt !== null) === isDeleted) presented.set(image.id, presentLibraryImage(image, viewer));
  return rows.flatMap(({ id }) => presented.get(id) ?? []);
}
