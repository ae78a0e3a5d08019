import type { components } from '#openapi/api.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { ImageFilter } from '#server/generation/image-repository.ts';
import { restorableSince } from '#server/generation/operations/authorize.ts';
import { canDeleteImage } from '#server/generation/policy.ts';
import type { Call, OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';
import { listShelfMonths } from '#server/images/month-repository.ts';
import { requireCollection, requireShelf } from '#server/images/operations/authorize.ts';
import { visibleImages, visiblePhotos } from '#server/images/operations/visible.ts';
import { restorableScope, shelfScope } from '#server/images/policy.ts';
import { presentShelvedImage, presentShelvedPhoto } from '#server/images/presenter.ts';
import {
  listShelfRows,
  listShelvedEvents,
  shelfOrder,
  type ShelfQuery,
  type ShelfRow,
  type ShelfScopes,
} from '#server/images/shelf-repository.ts';
import { readInstant } from '#server/photos/instants.ts';
import type { Viewer } from '#server/viewer.ts';

type Asked = Call<'listImages'>['query'];

export function shelfCall({ db }: Pick<Deps, 'db'>) {
  return {
    async listImages({ viewer, query }) {
      const { asked, scopes, images } = await readShelf(db, viewer, query);
      const { rows, cursors } = await shelfOrder.page({ sort: '-at', cursor: query.cursor, limit: query.limit }, (range) =>
        listShelfRows(db, asked, scopes, images, range),
      );
      return { status: 200, body: { items: await present(db, viewer, rows, asked.isDeleted), ...cursors } };
    },

    async listImageMonths({ viewer, query }) {
      const { asked, scopes, images } = await readShelf(db, viewer, query);
      return { status: 200, body: { months: await listShelfMonths(db, asked, scopes, images) } };
    },
  } satisfies Partial<OperationsOf<'images'>>;
}

/** What is asked of which shelf, and what this person may see on it. @throws {Problem} 404, 403 */
async function readShelf(db: Queryable, viewer: Viewer, query: Asked) {
  const asked = readQuery(viewer, query);
  await requireShelf(db, viewer, asked.organizationId);
  if (asked.collectionId !== null) {
    const collection = await requireCollection(db, asked.collectionId, viewer);
    if (collection.organizationId !== asked.organizationId) throw notFound('collection');
  }
  const scopes = query.source === 'generated' || query.model !== undefined ? null : await scopesOf(db, viewer, asked);
  const images = query.source === 'photos' ? null : imageFilter(viewer, asked, query.model);
  return { asked, scopes, images };
}

function readQuery(viewer: Viewer, { organization_id, q, mine, favourite, collection, deleted, from, to }: Asked): ShelfQuery {
  return {
    userId: viewer.userId,
    organizationId: organization_id ?? null,
    q,
    mine: mine ?? false,
    favourite: favourite ?? false,
    collectionId: collection ?? null,
    isDeleted: deleted ?? false,
    from: from === undefined ? null : readInstant(from, 'query.from'),
    to: to === undefined ? null : readInstant(to, 'query.to'),
  };
}

/** The policy is asked once for each event, not for each photo. */
async function scopesOf(db: Queryable, viewer: Viewer, asked: ShelfQuery): Promise<ShelfScopes> {
  const scopes = { everything: [] as string[], approved: [] as string[], own: [] as string[], named: [] as string[] };
  for (const event of await listShelvedEvents(db, asked)) {
    const scope = asked.isDeleted ? restorableScope(viewer, event) : shelfScope(viewer, event);
    if (scope === null) continue;
    scopes[scope].push(event.id);
    if (event.isNamed) scopes.named.push(event.id);
  }
  return scopes;
}

function imageFilter(
  viewer: Viewer,
  { userId, organizationId, q, favourite, isDeleted }: ShelfQuery,
  model: string | undefined,
): ImageFilter {
  // Of what others deleted those hear who can restore it.
  const ownOnly = isDeleted && !canDeleteImage(viewer, { userId: '', organizationId });
  return {
    userId,
    organizationId,
    q,
    model,
    favourite: favourite || undefined,
    deleted: isDeleted,
    deletedSince: restorableSince(),
    ownOnly,
  };
}

/** What went, or was hidden from them, since its id was read is left out. */
async function present(
  db: Queryable,
  viewer: Viewer,
  rows: readonly ShelfRow[],
  isDeleted: boolean,
): Promise<components['schemas']['ShelfImage'][]> {
  const idsOf = (wanted: ShelfRow['kind']) => rows.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const [photos, images] = await Promise.all([visiblePhotos(db, idsOf('photo'), viewer), visibleImages(db, idsOf('generated'), viewer)]);
  const presented = new Map<string, components['schemas']['ShelfImage']>();
  for (const { photo, event, reader } of photos)
    if ((photo.deletedAt !== null) === isDeleted) presented.set(photo.id, presentShelvedPhoto(photo, event, reader));
  for (const image of images) if ((image.deletedAt !== null) === isDeleted) presented.set(image.id, presentShelvedImage(image, viewer));
  return rows.flatMap(({ id }) => presented.get(id) ?? []);
}
