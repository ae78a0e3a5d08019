// Moderation decisions, claims of moderators, and deletion of photos.
import { and, asc, countDistinct, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { isInHiddenSection, liveSection } from '#server/db/hidden-sections.ts';
import { keptBytes, photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { RESTORABLE_PHOTO_MINUTES, RESTORABLE_TRASH_DAYS, type PhotoFacts } from '#server/photos/policy.ts';

/** The facts that a decision depends on, read under lock. */
export interface LockedPhoto extends PhotoFacts {
  id: string;
  sectionId: string | null;
  moderatedBy: string | null;
  rejectionReason: string | null;
  /** Of the original; 0 if it is not here. */
  bytes: number;
  awaitsOriginal: boolean;
  showsProof: boolean;
  deletedAt: Date | null;
}

/** Locks photos of one event until the transaction ends, always in the order of their ids: two that want the same ones never wait for each other in a circle. */
export function lockPhotos(tx: Tx, eventId: string, ids: readonly string[]): Promise<LockedPhoto[]> {
  return tx
    .select({
      id: photos.id,
      uploaderId: photos.uploaderId,
      status: photos.status,
      state: photos.state,
      sectionId: liveSection(sql`${photos.sectionId}`),
      isHidden: isInHiddenSection(sql`${photos.sectionId}`),
      moderatedBy: photos.moderatedBy,
      rejectionReason: photos.rejectionReason,
      bytes: keptBytes,
      awaitsOriginal: photos.awaitsOriginal,
      showsProof: photos.showsProof,
      deletedAt: photos.deletedAt,
    })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), inArray(photos.id, [...ids])))
    .orderBy(asc(photos.id))
    .for('update');
}

interface Deletion {
  /** Null: the retention of the event. */
  by: string | null;
  inTrash: boolean;
  /** Where the platform did it. */
  takeDownReason: string | null;
  /** Of all photos of a person. */
  removalId?: string | undefined;
}

/** Leaves tombstones of photos that are locked. */
export async function markDeleted(tx: Tx, ids: readonly string[], { by, inTrash, takeDownReason, removalId }: Deletion): Promise<void> {
  await tx
    .update(photos)
    .set({ deletedAt: sql`now()`, deletedBy: by, inTrash, takeDownReason, removalId: removalId ?? null })
    .where(inArray(photos.id, [...ids]));
}

/** The photos of a person at an event, but no deleted ones. */
export async function listPhotoIdsOf(tx: Tx, eventId: string, uploaderId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), eq(photos.uploaderId, uploaderId), isNull(photos.deletedAt)));
  return rows.map(({ id }) => id);
}

/** The photos that a removal deleted. Those that the platform took down since are no longer its own. */
export async function listRemoved(db: Queryable, of: { eventId: string; uploaderId: string; removalId: string }): Promise<string[]> {
  const isOfRemoval = and(eq(photos.eventId, of.eventId), eq(photos.uploaderId, of.uploaderId), eq(photos.removalId, of.removalId));
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(isOfRemoval, isNotNull(photos.deletedAt), isNull(photos.takeDownReason)));
  return rows.map(({ id }) => id);
}

/** Ends well before the sweep, so that no photo is restored while its files are being removed. */
export const isPhotoRestorable = sql`(${photos.deletedAt} is not null and ${photos.filesRemovedAt} is null and ${photos.deletedAt} > clock_timestamp()
  - case when ${photos.inTrash} then make_interval(days => ${RESTORABLE_TRASH_DAYS}) else make_interval(mins => ${RESTORABLE_PHOTO_MINUTES}) end)`;

/** Restores locked tombstones. Returns the ids of those whose files exist. */
export async function markPhotosRestored(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const restored = await tx
    .update(photos)
    .set({
      deletedAt: null,
      deletedBy: null,
      inTrash: false,
      takeDownReason: null,
      removalId: null,
      restoredAt: sql`case when ${photos.inTrash} then now() else ${photos.restoredAt} end`,
    })
    .where(and(inArray(photos.id, [...ids]), isPhotoRestorable))
    .returning({ id: photos.id });
  return restored.map((photo) => photo.id);
}

/** As if the time were over in which it can be restored. */
const notRestorable = {
  inTrash: false,
  deletedAt: sql`least(${photos.deletedAt}, clock_timestamp() - make_interval(mins => ${RESTORABLE_PHOTO_MINUTES}))`,
};

/** Makes locked tombstones that the platform took down permanently deleted, because a person who may delete them did so. */
export async function makeTakenDownUnrestorable(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(photos)
    .set(notRestorable)
    .where(and(inArray(photos.id, [...ids]), isNotNull(photos.takeDownReason), isPhotoRestorable));
}

/** Assigns locked tombstones to the platform, so that no other person can restore them. Returns the ids that were restorable until now. */
export async function takeDownDeletedPhotos(tx: Tx, ids: readonly string[], by: string, takeDownReason: string): Promise<string[]> {
  const rows = await tx
    .update(photos)
    .set({ ...notRestorable, deletedBy: by, takeDownReason })
    .where(and(inArray(photos.id, [...ids]), isNull(photos.takeDownReason), isPhotoRestorable))
    .returning({ id: photos.id });
  return rows.map(({ id }) => id);
}

/** Ends the restore period of a person's own deletions, or of all deletions of their photos. The next sweep removes the files. */
export async function emptyTrash(tx: Tx, userId: string, which: 'own deletions' | 'all'): Promise<void> {
  const own = eq(photos.uploaderId, userId);
  await (which === 'all'
    ? tx.update(photos).set(notRestorable).where(and(own, isPhotoRestorable))
    : tx
        .update(photos)
        .set({ inTrash: false })
        .where(and(own, eq(photos.inTrash, true), eq(photos.deletedBy, userId))));
}

/** Writes a decision about locked photos and releases their claims. */
export async function setDecision(
  tx: Tx,
  ids: readonly string[],
  decision: { status: 'approved' | 'rejected'; by: string | null; reason: string | null },
): Promise<void> {
  await tx
    .update(photos)
    .set({
      status: decision.status,
      rejectionReason: decision.reason,
      moderatedBy: decision.by,
      moderatedAt: sql`now()`,
      claimedBy: null,
      claimedUntil: null,
    })
    .where(inArray(photos.id, [...ids]));
}

/** Resets decisions about locked photos and claims the photos for the same moderator, who is about to decide again. @param by null: an API token */
export async function clearDecision(tx: Tx, ids: readonly string[], by: string | null): Promise<void> {
  await tx
    .update(photos)
    .set({
      status: 'pending',
      rejectionReason: null,
      moderatedBy: null,
      moderatedAt: null,
      claimedBy: by,
      claimedUntil: by === null ? null : claimedUntil,
    })
    .where(inArray(photos.id, [...ids]));
}

export async function setRejectionReason(tx: Tx, ids: readonly string[], reason: string | null): Promise<void> {
  await tx
    .update(photos)
    .set({ rejectionReason: reason })
    .where(inArray(photos.id, [...ids]));
}

const isPendingPhoto = and(isNull(photos.deletedAt), sql`photos.status = 'pending'`);
/** Long enough to look at ten photos, short enough that photos of a moderator who left are not missed. */
const claimedUntil = sql`now() + interval '2 minutes'`;
const isClaimed = gt(photos.claimedUntil, sql`now()`);

/**
 * Claims pending photos for a moderator: first those that they have claimed already, then the oldest. Skips rows that are locked by other
 * moderators, so that each gets different photos.
 * @returns the ids in that order
 */
export async function claimPending(tx: Tx, eventId: string, by: string, limit: number): Promise<string[]> {
  const inEvent = and(eq(photos.eventId, eventId), isPendingPhoto, ne(photos.state, 'processing'));
  const next = (where: ReturnType<typeof and>, most: number) =>
    tx
      .select({ id: photos.id })
      .from(photos)
      .where(and(inEvent, where))
      .orderBy(asc(photos.uploadedAt), asc(photos.id))
      .limit(most)
      .for('update', { skipLocked: true });
  const held = await next(and(eq(photos.claimedBy, by), isClaimed), limit);
  const free = or(isNull(photos.claimedUntil), sql`not ${isClaimed}`);
  const taken = held.length < limit ? await next(free, limit - held.length) : [];
  const ids = [...held, ...taken].map((photo) => photo.id);
  if (ids.length > 0) await tx.update(photos).set({ claimedBy: by, claimedUntil }).where(inArray(photos.id, ids));
  return ids;
}

/** Releases the claims of a moderator. Photos that are being decided are released by the decision. */
export async function releaseClaims(tx: Tx, eventId: string, by: string): Promise<void> {
  const held = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), eq(photos.claimedBy, by), isPendingPhoto))
    .for('update', { skipLocked: true });
  await tx
    .update(photos)
    .set({ claimedBy: null, claimedUntil: null })
    .where(
      inArray(
        photos.id,
        held.map((photo) => photo.id),
      ),
    );
}

/** The state of the queue for one moderator. */
export async function countQueue(
  db: Queryable,
  eventId: string,
  userId: string,
): Promise<{ pending: number; withOthers: number; moderators: number }> {
  const inEvent = and(eq(photos.eventId, eventId), isPendingPhoto);
  const [all, others] = await Promise.all([
    db
      .select({ pending: sql<number>`count(*)`.mapWith(Number) })
      .from(photos)
      .where(inEvent),
    db
      .select({ photos: sql<number>`count(*)`.mapWith(Number), moderators: countDistinct(photos.claimedBy) })
      .from(photos)
      .where(and(inEvent, isClaimed, ne(photos.claimedBy, userId))),
  ]);
  return { pending: all[0]?.pending ?? 0, withOthers: others[0]?.photos ?? 0, moderators: others[0]?.moderators ?? 0 };
}
