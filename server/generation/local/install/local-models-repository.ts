// Which local models are wanted, and what each machine has of them.
import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { generations } from '#server/db/schema/generation.ts';
import { localModelInstallations, localModels } from '#server/db/schema/local-models.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';

export type LocalModelRow = typeof localModels.$inferSelect;
export type InstallationRow = typeof localModelInstallations.$inferSelect;

/** Published by every change and followed by all processes. */
export const LOCAL_MODELS_TOPIC = 'local-models';

export const listLocalModels = (db: Queryable): Promise<LocalModelRow[]> => db.select().from(localModels).orderBy(asc(localModels.name));

export async function findLocalModel(db: Queryable, name: string): Promise<LocalModelRow | undefined> {
  const [row] = await db.select().from(localModels).where(eq(localModels.name, name));
  return row;
}

export const listInstallations = (db: Queryable): Promise<InstallationRow[]> =>
  db.select().from(localModelInstallations).orderBy(asc(localModelInstallations.name), asc(localModelInstallations.host));

export const listInstallationsOf = (db: Queryable, machine: string): Promise<InstallationRow[]> =>
  db.select().from(localModelInstallations).where(eq(localModelInstallations.machine, machine));

/** Names of people by their id. */
export async function namesOfAcceptors(db: Queryable, rows: readonly LocalModelRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .innerJoin(localModels, eq(localModels.acceptedBy, users.id));
  return new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}

/** Serializes changes of what is wanted until the transaction ends. */
export async function lockLocalModels(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${localModels} in share row exclusive mode`);
}

/** Wants a model, instead of another version of it. */
export async function putLocalModel(tx: Tx, model: Omit<typeof localModels.$inferInsert, 'createdAt'>): Promise<void> {
  const { name: _name, ...set } = model;
  await tx
    .insert(localModels)
    .values(model)
    .onConflictDoUpdate({ target: localModels.name, set: { ...set, createdAt: new Date() } });
  await notifyTopic(tx, LOCAL_MODELS_TOPIC, 0);
}

export async function deleteLocalModel(tx: Tx, name: string): Promise<void> {
  await tx.delete(localModels).where(eq(localModels.name, name));
  await notifyTopic(tx, LOCAL_MODELS_TOPIC, 0);
}

type InstallationKey = Pick<InstallationRow, 'name' | 'machine'>;

/** Says how far a machine is, and tells all processes. */
export async function saveInstallation(
  db: Queryable,
  { name, machine, ...set }: InstallationKey & Omit<typeof localModelInstallations.$inferInsert, 'changedAt'>,
): Promise<void> {
  const changed = { ...set, changedAt: new Date() };
  await db
    .insert(localModelInstallations)
    .values({ name, machine, ...changed })
    .onConflictDoUpdate({ target: [localModelInstallations.name, localModelInstallations.machine], set: changed });
  await notifyTopic(db, LOCAL_MODELS_TOPIC, 0);
}

/** Of an installation that is running; another request's is left alone. */
export async function saveProgress(
  db: Queryable,
  { name, machine, requestId }: InstallationKey & Pick<InstallationRow, 'requestId'>,
  progress: Pick<InstallationRow, 'bytes' | 'message'>,
): Promise<void> {
  await db
    .update(localModelInstallations)
    .set({ ...progress, changedAt: new Date() })
    .where(
      and(
        eq(localModelInstallations.name, name),
        eq(localModelInstallations.machine, machine),
        eq(localModelInstallations.requestId, requestId),
      ),
    );
}

/** A machine says so often that it still installs. */
export const ALIVE_MS = 30_000;
/** An installation of which nothing was heard for so long has stopped with its server. */
const SILENT_MS = 5 * 60_000;

export const isSilent = ({ status, changedAt }: Pick<InstallationRow, 'status' | 'changedAt'>, now: Date): boolean =>
  status === 'installing' && changedAt.getTime() < now.getTime() - SILENT_MS;

/** Says that a machine is still installing, or will after what it installs now. */
export async function saveAlive(db: Queryable, machine: string): Promise<void> {
  await db
    .update(localModelInstallations)
    .set({ changedAt: new Date() })
    .where(and(eq(localModelInstallations.machine, machine), eq(localModelInstallations.status, 'installing')));
}

export async function deleteInstallation(db: Queryable, { name, machine }: InstallationKey): Promise<void> {
  await db.delete(localModelInstallations).where(and(eq(localModelInstallations.name, name), eq(localModelInstallations.machine, machine)));
  await notifyTopic(db, LOCAL_MODELS_TOPIC, 0);
}

/** Forgets machines that are gone: those that removed models didn't hear of it. */
export async function forgetGoneMachines(db: Queryable, before: Date): Promise<void> {
  const wanted = db.select({ name: localModels.name }).from(localModels);
  await db
    .delete(localModelInstallations)
    .where(and(lt(localModelInstallations.changedAt, before), notInArray(localModelInstallations.name, wanted)));
}

/** They are tried again, also those that stopped with their server. */
export async function forgetFailedInstallations(tx: Tx, name: string): Promise<void> {
  const silent = and(
    eq(localModelInstallations.status, 'installing'),
    lt(localModelInstallations.changedAt, new Date(Date.now() - SILENT_MS)),
  );
  await tx
    .delete(localModelInstallations)
    .where(and(eq(localModelInstallations.name, name), or(eq(localModelInstallations.status, 'failed'), silent)));
}

/** Unfinished generations by the id of their model. */
export async function countUnfinishedOf(db: Queryable, modelIds: readonly string[]): Promise<Map<string, number>> {
  if (modelIds.length === 0) return new Map();
  const rows = await db
    .select({ id: generations.modelId, count: sql<number>`count(*)`.mapWith(Number) })
    .from(generations)
    .where(and(inArray(generations.modelId, [...modelIds]), isNull(generations.finishedAt)))
    .groupBy(generations.modelId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Unfinished generations of a model, in the order in which their people are locked. */
export const listUnfinishedOf = (db: Queryable, modelId: string) =>
  db
    .select({ id: generations.id, userId: generations.userId })
    .from(generations)
    .where(and(eq(generations.modelId, modelId), isNull(generations.finishedAt)))
    .orderBy(asc(generations.userId), asc(generations.id));
