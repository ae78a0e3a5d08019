// Settings and health of models.
import { and, asc, eq, gte, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { REQUEST_ERROR_CODES, generatedImages, generationModels, generations } from '#server/db/schema/generation.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { FREE_PROVIDERS } from '#server/generation/policy.ts';

type Schemas = components['schemas'];
export type ModelRow = typeof generationModels.$inferSelect;
/** What people choose of a model. */
export type ModelChoices = Partial<
  Pick<ModelRow, 'enabled' | 'audience' | 'plans' | 'organizationIds' | 'credits' | 'maxCount' | 'maxPixels' | 'dailyLimit' | 'costsMoney'>
>;

export const listModelRows = (db: Queryable): Promise<ModelRow[]> =>
  db.select().from(generationModels).orderBy(asc(generationModels.position), asc(generationModels.id));

export const listEnabledModels = (db: Queryable): Promise<ModelRow[]> =>
  db
    .select()
    .from(generationModels)
    .where(eq(generationModels.enabled, true))
    .orderBy(asc(generationModels.position), asc(generationModels.id));

export async function isModelEnabled(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db.select({ enabled: generationModels.enabled }).from(generationModels).where(eq(generationModels.id, id));
  return row?.enabled ?? false;
}

export async function findModelRow(db: Queryable, id: string): Promise<ModelRow | undefined> {
  const [row] = await db.select().from(generationModels).where(eq(generationModels.id, id));
  return row;
}

type NewModel = typeof generationModels.$inferInsert;

/**
 * Inserts or updates a model.
 * @param initial settings for a new model; those of an existing model don't change
 */
export async function saveModel(
  db: Queryable,
  id: string,
  known: Omit<NewModel, 'id' | keyof ModelSettings>,
  initial: ModelSettings,
): Promise<void> {
  await db
    .insert(generationModels)
    .values({ id, ...known, ...initial })
    .onConflictDoUpdate({ target: generationModels.id, set: known });
}

type ModelSettings = Pick<NewModel, 'credits' | 'audience' | 'position'>;

/** Locks all models until the transaction ends. */
export const lockModelRows = (tx: Tx): Promise<ModelRow[]> =>
  tx.select().from(generationModels).orderBy(asc(generationModels.id)).for('update');

export async function changeModelRow(tx: Tx, id: string, choices: ModelChoices): Promise<void> {
  await tx
    .update(generationModels)
    .set({ ...choices, version: sql`${generationModels.version} + 1` })
    .where(eq(generationModels.id, id));
}

/** Reordering is no edit, so versions don't change. */
export async function setModelPosition(tx: Tx, id: string, position: number): Promise<void> {
  await tx.update(generationModels).set({ position }).where(eq(generationModels.id, id));
}

export async function namesOfOrganizations(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const HEALTH_DAYS = 7;

const latest = (which: SQL | undefined) =>
  sql<Date | null>`max(${generations.finishedAt}) filter (where ${which})`.mapWith(generations.finishedAt);
const took = sql`extract(epoch from ${generations.finishedAt} - ${generations.startedAt}) * 1000`;
const percentile = (part: number, which: SQL | undefined) =>
  sql<number | null>`percentile_cont(${sql.raw(String(part))}) within group (order by ${took}) filter (where ${which})`.mapWith(
    (ms: number) => Math.round(ms),
  );

/** By the model's id and by the provider's, each under its own name. */
export async function readModelHealth(db: Queryable): Promise<Record<'models' | 'providers', Map<string, Schemas['ModelHealth']>>> {
  const succeeded = eq(generations.status, 'succeeded');
  const failed = and(eq(generations.status, 'failed'), not(inArray(sql`${generations.error} ->> 'code'`, REQUEST_ERROR_CODES)));
  const ofLastError = (field: 'code' | 'message') =>
    sql<
      string | null
    >`(array_agg(${generations.error} ->> ${sql.raw(`'${field}'`)} order by ${generations.finishedAt} desc) filter (where ${failed}))[1]`;
  const rows = await db
    .select({
      model: sql<string | null>`${generations.modelId}`,
      provider: sql<string | null>`${generationModels.provider}`,
      succeeded: countWhere(succeeded),
      failed: countWhere(failed),
      succeededAt: latest(succeeded),
      failedAt: latest(failed),
      lastError: ofLastError('message'),
      lastErrorCode: ofLastError('code'),
      median: percentile(0.5, succeeded),
      p95: percentile(0.95, succeeded),
    })
    .from(generations)
    .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
    .where(gte(generations.finishedAt, sql`now() - make_interval(days => ${HEALTH_DAYS})`))
    .groupBy(sql`grouping sets ((${generations.modelId}), (${generationModels.provider}))`);
  const health = { models: new Map<string, Schemas['ModelHealth']>(), providers: new Map<string, Schemas['ModelHealth']>() };
  for (const { model, provider, ...row } of rows) {
    const told = {
      succeeded: row.succeeded,
      failed: row.failed,
      last_succeeded_at: row.succeededAt?.toISOString() ?? null,
      last_failed_at: row.failedAt?.toISOString() ?? null,
      last_error: row.lastError,
      last_error_code: row.lastErrorCode,
      median_ms: row.median,
      p95_ms: row.p95,
    };
    if (model !== null) health.models.set(model, told);
    else if (provider !== null) health.providers.set(provider, told);
  }
  return health;
}

const imagesAsked = sql<number>`coalesce(sum((${generations.request} ->> 'count')::integer), 0)`.mapWith(Number);
const isOfToday = and(
  eq(generations.isTest, false),
  not(inArray(generations.status, ['failed', 'cancelled'])),
  gte(generations.createdAt, sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`),
);

/** Serializes `countPaidToday` until the transaction ends. */
export async function lockPaidToday(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('paid-images', 0))`);
}

const costMoney = sql`coalesce(${generationModels.costsMoney}, ${not(inArray(generationModels.provider, [...FREE_PROVIDERS]))})`;
/** The provider may have done the work of one that was canceled after its start. */
const mayBePaid = or(
  inArray(generations.status, ['queued', 'running']),
  and(eq(generations.status, 'cancelled'), isNotNull(generations.startedAt)),
);
const imagesPaid = sql<number>`coalesce(sum(case when ${mayBePaid} then (${generations.request} ->> 'count')::integer
  else (select count(*) from ${generatedImages} where generation_id = ${generations.id}) end), 0)`.mapWith(Number);

/**
 * Images since the beginning of a day by models that cost money, of all people and organizations: in progress, made, and those of test runs.
 * @param userId only those that this person requested
 */
export async function countPaidToday(db: Queryable, since: Date, userId?: string): Promise<number> {
  const [row] = await db
    .select({ images: imagesPaid })
    .from(generations)
    .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
    .where(and(gte(generations.createdAt, since), costMoney, userId === undefined ? undefined : eq(generations.userId, userId)));
  return row?.images ?? 0;
}

/** Images that are left today (UTC) of a model's daily limit: those that were made count, and those that are on their way. */
export async function leftToday(
  db: Queryable,
  modelId: string,
  dailyLimit: number,
  owner: { userId: string; organizationId: string | null },
): Promise<number> {
  const isTheirs =
    owner.organizationId === null
      ? and(eq(generations.userId, owner.userId), isNull(generations.organizationId))
      : eq(generations.organizationId, owner.organizationId);
  const [row] = await db
    .select({ images: imagesAsked })
    .from(generations)
    .where(and(isTheirs, eq(generations.modelId, modelId), isOfToday));
  return Math.max(0, dailyLimit - (row?.images ?? 0));
}
