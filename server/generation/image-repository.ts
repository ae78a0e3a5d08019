// Generated images, and images that were uploaded as sources.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { favoriteImages, generatedImages, generationModels, generations, generationUploads } from '#server/db/schema/generation.ts';
import { imagePosts } from '#server/db/schema/image-sharing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { contains } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Post = components['schemas']['ImagePost'];

/** The event photos of an image: the reader's own, and those in events of its organization. */
const postsFor = (reader: string) => sql<Post[]>`(
  select coalesce(json_agg(json_build_object('event_id', e.id, 'event_name', e.name, 'photo_id', p.id, 'status', p.status,
    'is_own', p.uploader_id = ${reader}::uuid) order by i.created_at, e.id), '[]'::json)
  from ${imagePosts} i join ${photos} p on p.id = i.photo_id join ${events} e on e.id = i.event_id
  where i.image_id = ${generatedImages.id} and p.deleted_at is null and e.deleted_at is null
    and (p.uploader_id = ${reader}::uuid or e.organization_id = ${generatedImages.organizationId}))`;

/** @param reader the person whose favorites and posts are marked */
const select = (db: Queryable, reader: string, where: SQL | undefined) =>
  db
    .select({
      id: generatedImages.id,
      generationId: generatedImages.generationId,
      position: generatedImages.position,
      userId: generatedImages.userId,
      organizationId: generatedImages.organizationId,
      modelId: generatedImages.modelId,
      modelName: generationModels.name,
      prompt: generatedImages.prompt,
      style: sql<string | null>`${generations.request} ->> 'style'`,
      seed: generatedImages.seed,
      width: generatedImages.width,
      height: generatedImages.height,
      bytes: generatedImages.bytes,
      contentType: generatedImages.contentType,
      hash: generatedImages.hash,
      thumbhash: generatedImages.thumbhash,
      isSensitive: generatedImages.isSensitive,
      isFavourite: sql<boolean>`${favoriteImages.imageId} is not null`,
      createdAt: generatedImages.createdAt,
      deletedAt: generatedImages.deletedAt,
      posts: postsFor(reader),
    })
    .from(generatedImages)
    .innerJoin(generationModels, eq(generationModels.id, generatedImages.modelId))
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .leftJoin(favoriteImages, and(eq(favoriteImages.imageId, generatedImages.id), eq(favoriteImages.userId, reader)))
    .where(where)
    .$dynamic();

export type GeneratedImageRow = Awaited<ReturnType<typeof select>>[number];

export const imageOrder = keyset<GeneratedImageRow, 'created_at'>(
  { created_at: byInstant(generatedImages.createdAt, (row) => row.createdAt) },
  { column: generatedImages.id, of: (row) => row.id },
);

export interface ImageFilter {
  /** The caller. */
  userId: string;
  organizationId: string | null;
  q?: string | undefined;
  model?: string | undefined;
  favourite?: boolean | undefined;
  deleted?: boolean | undefined;
  /** For deleted images: the earliest deletion, and only the viewer's own images. */
  deletedSince: Date;
  ownOnly: boolean;
}

export const listImageRows = (db: Queryable, filter: ImageFilter, { where, orderBy, limit }: Range): Promise<GeneratedImageRow[]> =>
  select(db, filter.userId, and(matchingImages(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

/**
 * Whether the image is titled so: by its model or its style. Which models and styles have the name is found once; only images of models with such a
 * style are looked up.
 */
function isNamed(q: string): SQL {
  const styles = sql`${generationModels}, jsonb_array_elements(${generationModels.capabilities} -> 'styles') style
    where ${contains(q, sql.raw(`style ->> 'name'`))}`;
  return sql`(${generatedImages.modelId} in (select ${generationModels.id} from ${generationModels} where ${contains(q, generationModels.name)})
    or (${generatedImages.modelId} in (select ${generationModels.id} from ${styles})
      and exists (select from ${generations} where ${eq(generations.id, generatedImages.generationId)}
        and (${generatedImages.modelId}, ${generations.request} ->> 'style') in (select ${generationModels.id}, style ->> 'id' from ${styles}))))`;
}

/** Rows of images, joined with the favorites of the viewer. */
export function matchingImages({
  userId,
  organizationId,
  q,
  model,
  favourite,
  deleted,
  deletedSince,
  ownOnly,
}: ImageFilter): SQL | undefined {
  return and(
    organizationId === null
      ? and(eq(generatedImages.userId, userId), isNull(generatedImages.organizationId))
      : eq(generatedImages.organizationId, organizationId),
    deleted === true ? sql`${generatedImages.deletedAt} > ${deletedSince.toISOString()}::timestamptz` : isNull(generatedImages.deletedAt),
    ownOnly ? eq(generatedImages.userId, userId) : undefined,
    q === undefined ? undefined : or(contains(q, generatedImages.prompt), isNamed(q)),
    model === undefined ? undefined : eq(generatedImages.modelId, model),
    favourite === undefined ? undefined : (favourite ? isNotNull : isNull)(favoriteImages.imageId),
  );
}

/** Of each generation in its own order; deleted ones are left out. */
export const listImagesOf = (db: Queryable, reader: string, generationIds: readonly string[]): Promise<GeneratedImageRow[]> =>
  generationIds.length === 0
    ? Promise.resolve([])
    : select(db, reader, and(inArray(generatedImages.generationId, [...generationIds]), isNull(generatedImages.deletedAt))).orderBy(
        asc(generatedImages.generationId),
        asc(generatedImages.position),
      );

/** Deleted ones too. */
export const listImagesById = (db: Queryable, reader: string, ids: readonly string[]): Promise<GeneratedImageRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db, reader, inArray(generatedImages.id, [...ids]));

export async function findImage(db: Queryable, reader: string, id: string): Promise<GeneratedImageRow | undefined> {
  const [row] = await select(db, reader, eq(generatedImages.id, id));
  return row;
}

/** Positions of a generation that are stored already, deleted ones too. */
export async function listStoredPositions(db: Queryable, generationId: string): Promise<number[]> {
  const rows = await db
    .select({ position: generatedImages.position })
    .from(generatedImages)
    .where(eq(generatedImages.generationId, generationId))
    .orderBy(asc(generatedImages.position));
  return rows.map(({ position }) => position);
}

export async function insertImage(tx: Tx, image: typeof generatedImages.$inferInsert): Promise<void> {
  await tx.insert(generatedImages).values(image).onConflictDoNothing();
}

export async function setImagesDeleted(tx: Tx, ids: readonly string[], deletedAt: Date | null): Promise<void> {
  await tx
    .update(generatedImages)
    .set({ deletedAt })
    .where(inArray(generatedImages.id, [...ids]));
}

/** In the order of their ids: two who ask for several never wait for each other in a circle. */
export async function lockImages(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: generatedImages.id })
    .from(generatedImages)
    .where(inArray(generatedImages.id, [...ids]))
    .orderBy(asc(generatedImages.id))
    .for('update');
}

export async function setFavorite(db: Queryable, userId: string, imageId: string, isFavourite: boolean): Promise<void> {
  if (isFavourite) await db.insert(favoriteImages).values({ userId, imageId }).onConflictDoNothing();
  else await db.delete(favoriteImages).where(and(eq(favoriteImages.userId, userId), eq(favoriteImages.imageId, imageId)));
}

/** Images to remove for good: deleted before a time, or of deleted accounts and organizations. */
export function listImagesToRemove(db: Queryable, before: { images: Date; organizations: Date }, limit: number) {
  return db
    .select({ id: generatedImages.id, generationId: generatedImages.generationId, position: generatedImages.position })
    .from(generatedImages)
    .innerJoin(users, eq(users.id, generatedImages.userId))
    .leftJoin(organizations, eq(organizations.id, generatedImages.organizationId))
    .where(
      or(
        lt(generatedImages.deletedAt, before.images),
        and(isNotNull(users.deletedAt), isNull(generatedImages.organizationId)),
        lt(organizations.deletedAt, before.organizations),
      ),
    )
    .limit(limit);
}

export async function removeImage(db: Queryable, id: string): Promise<void> {
  await db.delete(generatedImages).where(eq(generatedImages.id, id));
}

/** What deleted accounts asked for, once nothing of it is under way and no image of it is left. */
export async function removeGenerationsOfDeleted(db: Queryable): Promise<void> {
  await db
    .delete(generations)
    .where(
      and(
        isNull(generations.organizationId),
        sql`${generations.status} not in ('queued', 'running')`,
        sql`exists (select from ${users} where ${users.id} = ${generations.userId} and ${users.deletedAt} is not null)`,
        sql`not exists (select from ${generatedImages} where ${generatedImages.generationId} = ${generations.id})`,
      ),
    );
}

type GenerationUploadRow = typeof generationUploads.$inferSelect;

const isInUse = sql`exists (select from ${generations} where ${generations.userId} = ${generationUploads.userId}
  and ${generations.status} in ('queued', 'running')
  and (${generations.request} ->> 'mask' = ${generationUploads.id}::text or ${generations.request} -> 'source' ->> 'id' = ${generationUploads.id}::text))`;

/** How many a person has. Until the transaction ends they send no other. */
export async function lockUploads(tx: Tx, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`generation-uploads:${userId}`}, 0))`);
  const [row] = await tx
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(generationUploads)
    .where(and(eq(generationUploads.userId, userId), gt(generationUploads.expiresAt, sql`now()`)));
  return row?.count ?? 0;
}

export async function insertGenerationUpload(tx: Tx, upload: typeof generationUploads.$inferInsert): Promise<void> {
  await tx.insert(generationUploads).values(upload);
}

export async function findGenerationUpload(db: Queryable, id: string): Promise<GenerationUploadRow | undefined> {
  const [row] = await db
    .select()
    .from(generationUploads)
    .where(and(eq(generationUploads.id, id), gt(generationUploads.expiresAt, sql`now()`)));
  return row;
}

/** Expires a person's oldest unused uploads. The caller has locked their uploads. @returns their ids */
export async function expireOldestUploads(tx: Tx, userId: string, count: number): Promise<string[]> {
  const oldest = tx
    .select({ id: generationUploads.id })
    .from(generationUploads)
    .where(and(eq(generationUploads.userId, userId), gt(generationUploads.expiresAt, sql`now()`), sql`not ${isInUse}`))
    .orderBy(asc(generationUploads.createdAt), asc(generationUploads.id))
    .limit(count);
  const ended = await tx
    .update(generationUploads)
    .set({ expiresAt: sql`now()` })
    .where(inArray(generationUploads.id, oldest))
    .returning({ id: generationUploads.id });
  return ended.map(({ id }) => id);
}

/** Expired uploads and uploads of deleted accounts that no unfinished generation uses. */
export function listUploadsToRemove(db: Queryable, limit: number) {
  return db
    .select({ id: generationUploads.id })
    .from(generationUploads)
    .innerJoin(users, eq(users.id, generationUploads.userId))
    .where(and(or(sql`${generationUploads.expiresAt} <= now()`, isNotNull(users.deletedAt)), sql`not ${isInUse}`))
    .limit(limit);
}

export async function removeGenerationUpload(db: Queryable, id: string): Promise<void> {
  await db.delete(generationUploads).where(eq(generationUploads.id, id));
}
