// API keys of image providers that were set in the app.
import { and, eq, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { providerKeys, unusedProviderKeys } from '#server/db/schema/provider-keys.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { KeyedProviderId } from '#server/generator-settings.ts';

/** What is known of a key without the key. `person`: who set it; null if the account was deleted. */
export interface ProviderKeyRow {
  provider: string;
  version: string;
  ending: string | null;
  setAt: Date;
  person: { firstName: string; lastName: string } | null;
}

const knownOf = ({ provider, version, ending, setAt }: typeof providerKeys | typeof unusedProviderKeys) => ({
  provider,
  version,
  ending,
  setAt,
  person: { firstName: users.firstName, lastName: users.lastName },
});

export const listProviderKeys = (db: Queryable): Promise<ProviderKeyRow[]> =>
  db.select(knownOf(providerKeys)).from(providerKeys).leftJoin(users, eq(users.id, providerKeys.setBy));

export async function listProvidersWithKey(db: Queryable): Promise<string[]> {
  return (await db.select({ provider: providerKeys.provider }).from(providerKeys)).map(({ provider }) => provider);
}

export async function findSealedKey(db: Queryable, provider: KeyedProviderId): Promise<string | null> {
  const [row] = await db.select({ sealed: providerKeys.sealedKey }).from(providerKeys).where(eq(providerKeys.provider, provider));
  return row?.sealed ?? null;
}

/** Locks the key until the transaction ends. Null: there is none. */
export async function lockProviderKey(tx: Tx, provider: KeyedProviderId): Promise<{ version: string } | null> {
  const found = tx.select({ version: providerKeys.version }).from(providerKeys).where(eq(providerKeys.provider, provider));
  return (await found.for('update'))[0] ?? null;
}

/** Returns true if it replaces another one, which may have been saved at the same time. */
export async function saveProviderKey(tx: Tx, key: Omit<typeof providerKeys.$inferInsert, 'setAt'>): Promise<boolean> {
  const { provider: _provider, ...set } = { ...key, setAt: new Date() };
  const [row] = await tx
    .insert(providerKeys)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: providerKeys.provider, set })
    // A row that was inserted has no earlier version.
    .returning({ isReplaced: sql<boolean>`xmax <> 0` });
  return row?.isReplaced === true;
}

export async function deleteProviderKey(tx: Tx, provider: KeyedProviderId): Promise<void> {
  await tx.delete(providerKeys).where(eq(providerKeys.provider, provider));
}

/** A key that was set and did not pass its test. `result` and `message`: of the last one. */
export interface UnusedProviderKeyRow
  extends ProviderKeyRow, Pick<typeof unusedProviderKeys.$inferSelect, 'result' | 'message' | 'testedAt'> {}

export const listUnusedProviderKeys = (db: Queryable): Promise<UnusedProviderKeyRow[]> =>
  db
    .select({
      ...knownOf(unusedProviderKeys),
      result: unusedProviderKeys.result,
      message: unusedProviderKeys.message,
      testedAt: unusedProviderKeys.testedAt,
    })
    .from(unusedProviderKeys)
    .leftJoin(users, eq(users.id, unusedProviderKeys.setBy));

type UnusedProviderKey = typeof unusedProviderKeys.$inferSelect;

export async function findUnusedProviderKey(db: Queryable, provider: KeyedProviderId): Promise<UnusedProviderKey | null> {
  return (await db.select().from(unusedProviderKeys).where(eq(unusedProviderKeys.provider, provider)))[0] ?? null;
}

/** Locks the key until the transaction ends. Null: there is none. */
export async function lockUnusedProviderKey(tx: Tx, provider: KeyedProviderId): Promise<UnusedProviderKey | null> {
  return (await tx.select().from(unusedProviderKeys).where(eq(unusedProviderKeys.provider, provider)).for('update'))[0] ?? null;
}

export async function saveUnusedProviderKey(tx: Tx, key: Omit<UnusedProviderKey, 'setAt' | 'testedAt'>): Promise<void> {
  const { provider: _provider, ...set } = { ...key, setAt: new Date(), testedAt: new Date() };
  await tx
    .insert(unusedProviderKeys)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: unusedProviderKeys.provider, set });
}

/** @param version of the key that was tested; another one that was set since has a test of its own */
export async function saveKeyTest(
  db: Queryable,
  provider: KeyedProviderId,
  version: string,
  test: Pick<UnusedProviderKey, 'result' | 'message'>,
): Promise<void> {
  await db
    .update(unusedProviderKeys)
    .set({ ...test, testedAt: new Date() })
    .where(and(eq(unusedProviderKeys.provider, provider), eq(unusedProviderKeys.version, version)));
}

export async function deleteUnusedProviderKey(tx: Tx, provider: KeyedProviderId): Promise<void> {
  await tx.delete(unusedProviderKeys).where(eq(unusedProviderKeys.provider, provider));
}
