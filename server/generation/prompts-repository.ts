import { and, asc, count, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { favoritePrompts, savedPrompts } from '#server/db/schema/generation.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

/** @param reader the person whose favorites are marked */
const select = (db: Queryable, reader: string, where: SQL | undefined) =>
  db
    .select({
      id: savedPrompts.id,
      userId: savedPrompts.userId,
      organizationId: savedPrompts.organizationId,
      title: savedPrompts.title,
      prompt: savedPrompts.prompt,
      recipe: savedPrompts.recipe,
      createdAt: savedPrompts.createdAt,
      deletedAt: savedPrompts.deletedAt,
      isFavorite: sql<boolean>`${favoritePrompts.promptId} is not null`,
    })
    .from(savedPrompts)
    .leftJoin(favoritePrompts, and(eq(favoritePrompts.promptId, savedPrompts.id), eq(favoritePrompts.userId, reader)))
    .where(where)
    .orderBy(sql`${savedPrompts.title} collate "und-x-icu"`, asc(savedPrompts.id));

export type PromptRow = Awaited<ReturnType<typeof select>>[number];

interface Owner {
  userId: string;
  organizationId: string | null;
}

const isOwnedBy = ({ userId, organizationId }: Owner) =>
  and(
    organizationId === null
      ? and(eq(savedPrompts.userId, userId), isNull(savedPrompts.organizationId))
      : eq(savedPrompts.organizationId, organizationId),
    isNull(savedPrompts.deletedAt),
  );

export const listPrompts = (db: Queryable, owner: Owner): Promise<PromptRow[]> => select(db, owner.userId, isOwnedBy(owner));

/** Deleted ones too. */
export async function findPrompt(db: Queryable, reader: string, id: string): Promise<PromptRow | undefined> {
  const [row] = await select(db, reader, eq(savedPrompts.id, id));
  return row;
}

export async function countPrompts(db: Queryable, owner: Owner): Promise<number> {
  const [row] = await db.select({ prompts: count() }).from(savedPrompts).where(isOwnedBy(owner));
  return row?.prompts ?? 0;
}

/** False if there is one with this id. */
export async function insertPrompt(tx: Tx, prompt: typeof savedPrompts.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(savedPrompts).values(prompt).onConflictDoNothing().returning({ id: savedPrompts.id });
  return rows.length > 0;
}

export async function lockPrompt(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: savedPrompts.id }).from(savedPrompts).where(eq(savedPrompts.id, id)).for('update');
}

export async function changePrompt(
  tx: Tx,
  id: string,
  changes: Partial<Pick<typeof savedPrompts.$inferInsert, 'title' | 'prompt' | 'deletedAt'>>,
): Promise<void> {
  await tx.update(savedPrompts).set(changes).where(eq(savedPrompts.id, id));
}

export async function setFavoritePrompt(db: Queryable, userId: string, promptId: string, isFavorite: boolean): Promise<void> {
  if (isFavorite) await db.insert(favoritePrompts).values({ userId, promptId }).onConflictDoNothing();
  else await db.delete(favoritePrompts).where(and(eq(favoritePrompts.userId, userId), eq(favoritePrompts.promptId, promptId)));
}

export async function removePromptsDeletedBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(savedPrompts).where(and(isNotNull(savedPrompts.deletedAt), lt(savedPrompts.deletedAt, before)));
}
