// The retention of the photos of events: what is due, what people were told, and a deletion that is under way.
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { events, photoRetention } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photoReports, photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { type RetentionFacts, type RetentionStep, retentionStep } from '#server/events/photo-retention.ts';

export type RetentionScope = components['schemas']['PhotoRetentionScope'];

const isReported = sql`exists (select from ${photoReports} where ${photoReports.photoId} = ${photos.id} and ${photoReports.decidedAt} is null)`;

/**
 * Conditions on `photos`: they would lose something. Reported photos wait for the decision. Of an unreadable photo nothing but the original exists, so it
 * is kept. Photos whose originals have not arrived wait for them: a device would take the deletion for a delivery.
 */
export const wouldLose: Record<RetentionScope, SQL> = {
  originals: sql`(${photos.deletedAt} is null and ${photos.originalDeletedAt} is null and not ${photos.awaitsOriginal} and ${photos.state} <> 'unreadable' and not ${isReported})`,
  everything: sql`(${photos.deletedAt} is null and not ${photos.awaitsOriginal} and not ${isReported})`,
};

/** With reported photos, which people are warned of too. */
export const couldLose: Record<RetentionScope, SQL> = {
  originals: sql`(${photos.deletedAt} is null and ${photos.originalDeletedAt} is null and not ${photos.awaitsOriginal} and ${photos.state} <> 'unreadable')`,
  everything: sql`(${photos.deletedAt} is null and not ${photos.awaitsOriginal})`,
};

/** By the scope of the event. Two queries, so that each uses its index. */
const ofScope = (query: (condition: SQL) => SQL): SQL =>
  sql`case when ${events.retentionScope} = 'everything' then ${query(wouldLose.everything)} else ${query(wouldLose.originals)} end`;

const arrivedAt = sql`greatest(${photos.uploadedAt}, ${photos.restoredAt})`;
/** Reads photos only where that matters: every change of an event's status asks for it. */
const lastArrivalAt = sql`case when ${events.retentionDays} is not null and ${events.status} in ('ended', 'archived') then ${ofScope(
  (condition) => sql`(select max(${arrivedAt}) from ${photos} where ${photos.eventId} = ${events.id} and ${condition})`,
)} end`;
const anyWouldLose = ofScope((condition) => sql`exists (select from ${photos} where ${photos.eventId} = ${events.id} and ${condition})`);

/** Neither deleted nor suspended: the people of a suspended organization couldn't change the setting. */
const isInForce = and(isNull(events.deletedAt), isNull(organizations.deletedAt), eq(organizations.status, 'active'));

async function findRetention(db: Queryable, eventId: string): Promise<RetentionFacts | null> {
  const [row] = await db
    .select({
      status: events.status,
      retentionDays: events.retentionDays,
      endedAt: events.endedAt,
      startsAt: events.startsAt,
      durationHours: events.durationHours,
      lastArrivalAt: sql`${lastArrivalAt}`.mapWith(photos.uploadedAt) as SQL<Date | null>,
      warning: {
        dueAt: photoRetention.dueAt,
        firstSentAt: photoRetention.firstSentAt,
        lastSentAt: photoRetention.lastSentAt,
      },
    })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(photoRetention, eq(photoRetention.eventId, events.id))
    .where(and(eq(events.id, eventId), isInForce));
  return row ?? null;
}

/** Events about whose photos something may be to be done, or whose date may be wrong. In the order of their ids. */
export async function listRetained(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const isOver = inArray(events.status, ['ended', 'archived']);
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(organizations, eq(organizations.id, events.organizationId))
    .leftJoin(photoRetention, eq(photoRetention.eventId, events.id))
    .where(
      and(
        isInForce,
        after === null ? undefined : gt(events.id, after),
        or(
          and(isNotNull(events.retentionDays), isOver, sql`${anyWouldLose}`),
          isNotNull(events.photosKeptUntil),
          gt(photoRetention.runPhotos, 0),
        ),
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Computes what is to be done, and notes until when photos are kept. Call it under the event's lock. */
export async function refreshRetention(tx: Tx, eventId: string, now: Date): Promise<RetentionStep> {
  const facts = await findRetention(tx, eventId);
  const step: RetentionStep = facts ? retentionStep(facts, now) : { kind: 'none', dueAt: null };
  await tx
    .update(events)
    .set({ photosKeptUntil: step.dueAt })
    .where(and(eq(events.id, eventId), sql`${events.photosKeptUntil} is distinct from ${step.dueAt?.toISOString() ?? null}::timestamptz`));
  return step;
}

/** Notes that people were told. */
export async function recordWarning(
  tx: Tx,
  eventId: string,
  { warning, dueAt }: Extract<RetentionStep, { kind: 'warn' }>,
  now: Date,
): Promise<void> {
  const told = warning === 'first' ? { dueAt, firstSentAt: now, lastSentAt: null } : { dueAt, lastSentAt: now };
  await tx
    .insert(photoRetention)
    .values({ eventId, ...told })
    .onConflictDoUpdate({ target: photoRetention.eventId, set: told });
  await recordChange(tx, eventId, 'event', null);
}

/** Another setting is another date, or another loss: what people were told counts no more. */
export async function withdrawWarnings(tx: Tx, eventId: string): Promise<void> {
  await tx.update(photoRetention).set({ firstSentAt: null, lastSentAt: null }).where(eq(photoRetention.eventId, eventId));
}

/** Adds a batch to the run that is under way. */
export async function addToRun(tx: Tx, eventId: string, scope: RetentionScope, batch: { photos: number; bytes: number }): Promise<void> {
  await tx
    .update(photoRetention)
    .set({
      runScope: scope,
      runPhotos: sql`${photoRetention.runPhotos} + ${batch.photos}`,
      runBytes: sql`${photoRetention.runBytes} + ${batch.bytes}`,
    })
    .where(eq(photoRetention.eventId, eventId));
}

/** Ends the run that is under way. Null: there is none. */
export async function takeRun(
  tx: Tx,
  eventId: string,
): Promise<{ organizationId: string; scope: RetentionScope; photos: number; bytes: number } | null> {
  const [run] = await tx
    .select({
      organizationId: events.organizationId,
      scope: photoRetention.runScope,
      photos: photoRetention.runPhotos,
      bytes: photoRetention.runBytes,
    })
    .from(photoRetention)
    .innerJoin(events, eq(events.id, photoRetention.eventId))
    .where(and(eq(photoRetention.eventId, eventId), gt(photoRetention.runPhotos, 0)))
    .for('update', { of: photoRetention });
  if (!run || run.scope === null) return null;
  await tx.update(photoRetention).set({ runScope: null, runPhotos: 0, runBytes: 0 }).where(eq(photoRetention.eventId, eventId));
  return { ...run, scope: run.scope };
}
