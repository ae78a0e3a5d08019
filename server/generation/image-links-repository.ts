// Links to single images.
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { generatedImages, generationModels } from '#server/db/schema/generation.ts';
import { imageLinks } from '#server/db/schema/image-sharing.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

const selectLinks = (db: Queryable) =>
  db
    .select({
      id: imageLinks.id,
      imageId: imageLinks.imageId,
      createdAt: imageLinks.createdAt,
      expiresAt: imageLinks.expiresAt,
      revokedAt: imageLinks.revokedAt,
      creatorFirstName: users.firstName,
      creatorLastName: users.lastName,
    })
    .from(imageLinks)
    .innerJoin(users, eq(users.id, imageLinks.createdBy))
    .$dynamic();

export type ImageLinkRow = Awaited<ReturnType<typeof selectLinks>>[number];

const isOpen = and(isNull(imageLinks.revokedAt), gt(imageLinks.expiresAt, sql`now()`));

/** Those that are neither revoked nor expired, newest first. */
export const listOpenLinks = (db: Queryable, imageId: string, limit: number): Promise<ImageLinkRow[]> =>
  selectLinks(db)
    .where(and(eq(imageLinks.imageId, imageId), isOpen))
    .orderBy(desc(imageLinks.createdAt), desc(imageLinks.id))
    .limit(limit);

/** Revoked and expired links too. */
export async function findImageLink(db: Queryable, imageId: string, id: string): Promise<ImageLinkRow | null> {
  const [row] = await selectLinks(db).where(and(eq(imageLinks.imageId, imageId), eq(imageLinks.id, id)));
  return row ?? null;
}

export const countOpenLinks = (db: Queryable, imageId: string): Promise<number> =>
  db.$count(imageLinks, and(eq(imageLinks.imageId, imageId), isOpen));

export async function insertImageLink(tx: Tx, link: typeof imageLinks.$inferInsert): Promise<void> {
  await tx.insert(imageLinks).values(link);
}

export async function setLinkRevoked(tx: Tx, id: string, revokedAt: Date | null): Promise<void> {
  await tx.update(imageLinks).set({ revokedAt }).where(eq(imageLinks.id, id));
}

/** What a link shows, whether or not it still works. */
export async function findLinkedImage(db: Queryable, tokenHash: string) {
  const [row] = await db
    .select({
      id: imageLinks.id,
      expiresAt: imageLinks.expiresAt,
      revokedAt: imageLinks.revokedAt,
      isOwnerGone: sql<boolean>`case when ${generatedImages.organizationId} is null
        then ${users.deletedAt} is not null or ${users.disabledAt} is not null
        else ${organizations.deletedAt} is not null end`,
      image: {
        id: generatedImages.id,
        generationId: generatedImages.generationId,
        position: generatedImages.position,
        prompt: generatedImages.prompt,
        width: generatedImages.width,
        height: generatedImages.height,
        bytes: generatedImages.bytes,
        contentType: generatedImages.contentType,
        hash: generatedImages.hash,
        thumbhash: generatedImages.thumbhash,
        isSensitive: generatedImages.isSensitive,
        isAi: generationModels.isAi,
        createdAt: generatedImages.createdAt,
        deletedAt: generatedImages.deletedAt,
      },
    })
    .from(imageLinks)
    .innerJoin(generatedImages, eq(generatedImages.id, imageLinks.imageId))
    .innerJoin(generationModels, eq(generationModels.id, generatedImages.modelId))
    .innerJoin(users, eq(users.id, generatedImages.userId))
    .leftJoin(organizations, eq(organizations.id, generatedImages.organizationId))
    .where(eq(imageLinks.tokenHash, tokenHash));
  return row ?? null;
}

export type LinkedImage = NonNullable<Awaited<ReturnType<typeof findLinkedImage>>>;

export async function removeExpiredLinks(db: Queryable, before: Date): Promise<void> {
  await db.delete(imageLinks).where(lt(imageLinks.expiresAt, before));
}
