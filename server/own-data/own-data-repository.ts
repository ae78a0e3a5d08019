// The repository of everything that belongs to one user: reading it for the export, and deleting it.
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { LOCKS } from '#server/db/advisory-locks.ts';
import {
  avatars,
  emailChanges,
  loginChallenges,
  mailTokens,
  passkeyChallenges,
  passkeys,
  sessions,
  twoFactors,
  users,
} from '#server/db/schema/accounts.ts';
import { eventDevices, eventParticipants, events } from '#server/db/schema/events.ts';
import { favoritePrompts, generatedImages, generationModels, generations, savedPrompts } from '#server/db/schema/generation.ts';
import { collectedImages, imageCollections } from '#server/db/schema/images.ts';
import { notices } from '#server/db/schema/notices.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { keptBytes, photoLikes, photoReports, photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { ticketMessages, tickets, ticketScreenshots } from '#server/db/schema/support.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { deletePushesOf } from '#server/notifications/push-repository.ts';
import { redactDataRequests } from '#server/own-data/data-requests-repository.ts';

const isOwn = (userId: string) => and(eq(photos.uploaderId, userId), isNull(photos.deletedAt));

export async function countOwnPhotos(db: Queryable, userId: string): Promise<{ photos: number; bytes: number }> {
  const [row] = await db
    .select({
      photos: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${keptBytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(isOwn(userId));
  return row ?? { photos: 0, bytes: 0 };
}

export type OwnPhoto = Awaited<ReturnType<typeof listOwnPhotos>>[number];

/** Ordered by id. @param after the last id of the previous page */
export function listOwnPhotos(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: photos.id,
      eventId: photos.eventId,
      event: events.name,
      timeZone: events.timeZone,
      status: photos.status,
      state: photos.state,
      takenAt: photos.takenAt,
      tzOffset: photos.tzOffset,
      uploadedAt: photos.uploadedAt,
      width: photos.width,
      height: photos.height,
      bytes: photos.bytes,
      sha256: photos.sha256,
      contentType: photos.contentType,
      likes: photos.likes,
      deviceId: photos.deviceId,
      deviceSeq: photos.deviceSeq,
      source: photos.source,
      camera: photos.camera,
      fileName: photos.fileName,
      originalDeletedAt: photos.originalDeletedAt,
    })
    .from(photos)
    .innerJoin(events, eq(events.id, photos.eventId))
    .where(and(isOwn(userId), after === null ? undefined : gt(photos.id, after)))
    .orderBy(asc(photos.id))
    .limit(limit);
}

export async function findProfile(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.firstName,
      last_name: users.lastName,
      role: users.role,
      is_verified: users.isVerified,
      date_locale: users.dateLocale,
      created_at: users.createdAt,
      two_factor_since: twoFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.id, userId));
  return row;
}

export function listOwnDevices(db: Queryable, userId: string) {
  return db
    .select({ browser: sessions.userAgent, address: sessions.address, logged_in_at: sessions.createdAt, last_used_at: sessions.lastUsedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt));
}

export function listPasskeysForExport(db: Queryable, userId: string) {
  return db
    .select({ name: passkeys.name, made_at: passkeys.createdAt, last_used_at: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}

export function listOwnMemberships(db: Queryable, userId: string) {
  return db
    .select({
      organization: organizations.name,
      role: memberships.role,
      status: memberships.status,
      joined_at: memberships.joinedAt,
      removed_at: memberships.removedAt,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.joinedAt));
}

export function listOwnEvents(db: Queryable, userId: string) {
  return db
    .select({
      id: events.id,
      event: events.name,
      role: eventParticipants.role,
      joined_at: eventParticipants.joinedAt,
      removed_at: eventParticipants.removedAt,
    })
    .from(eventParticipants)
    .innerJoin(events, eq(events.id, eventParticipants.eventId))
    .where(eq(eventParticipants.userId, userId))
    .orderBy(asc(eventParticipants.joinedAt));
}

export function listOwnEventDevices(db: Queryable, userId: string) {
  return db
    .select({
      event_id: eventDevices.eventId,
      event: events.name,
      device_id: eventDevices.deviceId,
      device: eventDevices.name,
      app_version: eventDevices.appVersion,
      captured: eventDevices.captured,
      waiting: eventDevices.waiting,
      lost: eventDevices.lost,
      first_seen_at: eventDevices.firstSeenAt,
      reported_at: eventDevices.reportedAt,
    })
    .from(eventDevices)
    .innerJoin(events, eq(events.id, eventDevices.eventId))
    .where(eq(eventDevices.userId, userId))
    .orderBy(asc(eventDevices.firstSeenAt), asc(eventDevices.id));
}

export function listOwnLikes(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({ id: photoLikes.photoId, liked_at: photoLikes.createdAt })
    .from(photoLikes)
    .where(and(eq(photoLikes.userId, userId), after === null ? undefined : gt(photoLikes.photoId, after)))
    .orderBy(asc(photoLikes.photoId))
    .limit(limit);
}

export function listOwnReports(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: photoReports.id,
      photo: photoReports.photoId,
      reason: photoReports.reason,
      text: photoReports.text,
      reported_at: photoReports.createdAt,
      decision: photoReports.decision,
      decided_at: photoReports.decidedAt,
    })
    .from(photoReports)
    .where(and(eq(photoReports.reporterId, userId), after === null ? undefined : gt(photoReports.id, after)))
    .orderBy(asc(photoReports.id))
    .limit(limit);
}

/** All messages of the user’s support requests. */
export function listOwnTicketMessages(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      request: tickets.id,
      category: tickets.category,
      status: tickets.status,
      id: ticketMessages.id,
      written_at: ticketMessages.createdAt,
      is_answer: ticketMessages.isAnswer,
      text: ticketMessages.body,
      diagnostics: sql<string | null>`case when ${ticketMessages.id} = ${tickets.id} then ${tickets.diagnostics} end`,
    })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(tickets.userId, userId), after === null ? undefined : gt(ticketMessages.id, after)))
    .orderBy(asc(ticketMessages.id))
    .limit(limit);
}

export const listOwnScreenshots = (db: Queryable, userId: string, after: string | null, limit: number) =>
  db
    .select({ id: ticketScreenshots.ticketId, jpeg: ticketScreenshots.jpeg })
    .from(ticketScreenshots)
    .innerJoin(tickets, eq(tickets.id, ticketScreenshots.ticketId))
    .where(and(eq(tickets.userId, userId), after === null ? undefined : gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(limit);

/** Audit entries of this user’s actions, latest first. */
export function listOwnActivity(db: Queryable, userId: string, before: number | null, limit: number) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      outcome: auditLog.outcome,
      subject: auditLog.subjectType,
      address: auditLog.ip,
    })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), before === null ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/** The user’s generations with their inputs. */
export function listOwnGenerations(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: generations.id,
      model: generationModels.name,
      organization: organizations.name,
      request: generations.request,
      status: generations.status,
      credits: generations.credits,
      asked_at: generations.createdAt,
      finished_at: generations.finishedAt,
    })
    .from(generations)
    .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
    .leftJoin(organizations, eq(organizations.id, generations.organizationId))
    .where(and(eq(generations.userId, userId), after === null ? undefined : gt(generations.id, after)))
    .orderBy(asc(generations.id))
    .limit(limit);
}

/** Excludes an organization’s images. */
export function listOwnGeneratedImages(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: generatedImages.id,
      generationId: generatedImages.generationId,
      position: generatedImages.position,
      contentType: generatedImages.contentType,
      createdAt: generatedImages.createdAt,
    })
    .from(generatedImages)
    .where(
      and(
        eq(generatedImages.userId, userId),
        isNull(generatedImages.organizationId),
        isNull(generatedImages.deletedAt),
        after === null ? undefined : gt(generatedImages.id, after),
      ),
    )
    .orderBy(asc(generatedImages.id))
    .limit(limit);
}

/** The user’s collections with the ids of their images. Excludes an organization’s. */
export function listOwnCollections(db: Queryable, userId: string) {
  return db
    .select({
      id: imageCollections.id,
      name: imageCollections.name,
      created_at: imageCollections.createdAt,
      images: sql<
        string[]
      >`coalesce(json_agg(${collectedImages.id} order by ${collectedImages.id}) filter (where ${collectedImages.id} is not null), '[]')`,
    })
    .from(imageCollections)
    .leftJoin(collectedImages, eq(collectedImages.collectionId, imageCollections.id))
    .where(and(eq(imageCollections.userId, userId), isNull(imageCollections.organizationId), isNull(imageCollections.deletedAt)))
    .groupBy(imageCollections.id)
    .orderBy(asc(imageCollections.createdAt));
}

/** The user’s saved prompts. Excludes an organization’s. */
export function listOwnPrompts(db: Queryable, userId: string) {
  return db
    .select({
      id: savedPrompts.id,
      title: savedPrompts.title,
      prompt: savedPrompts.prompt,
      recipe: savedPrompts.recipe,
      created_at: savedPrompts.createdAt,
    })
    .from(savedPrompts)
    .where(and(eq(savedPrompts.userId, userId), isNull(savedPrompts.organizationId), isNull(savedPrompts.deletedAt)))
    .orderBy(asc(savedPrompts.createdAt), asc(savedPrompts.id));
}

/** All organizations the user is or was a member of, including deleted ones, in lock order. */
export function listRelatedOrganizations(db: Queryable, userId: string) {
  return db
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.organizationId));
}

/** The user’s active memberships. */
export function listActiveMemberships(db: Queryable, userId: string) {
  return db
    .select({ id: memberships.id, organizationId: organizations.id, organization: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(eq(memberships.userId, userId), eq(memberships.status, 'active'), isNull(memberships.removedAt), isNull(organizations.deletedAt)),
    )
    .orderBy(asc(organizations.id));
}

/** The lock lets two leaving super admins see each other’s change without a deadlock, as each holds the lock on their own row. */
export async function isLastSuperAdmin(tx: Tx, userId: string): Promise<boolean> {
  const [own] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (own?.role !== 'super_admin') return false;
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.leavingSuperAdmins})`);
  const all = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), isNull(users.disabledAt)));
  return all.length === 1 && all[0]?.id === userId;
}

/** In lock order. */
export function listParticipations(tx: Queryable, userId: string) {
  return tx
    .select({ eventId: eventParticipants.eventId })
    .from(eventParticipants)
    .where(eq(eventParticipants.userId, userId))
    .orderBy(asc(eventParticipants.eventId));
}

/** A batch of remaining photos of one event. Null if none is left. */
export async function listPhotosToDelete(tx: Queryable, userId: string, limit: number) {
  const [first] = await tx
    .select({ eventId: photos.eventId, organizationId: events.organizationId })
    .from(photos)
    .innerJoin(events, eq(events.id, photos.eventId))
    .where(isOwn(userId))
    .orderBy(asc(photos.eventId))
    .limit(1);
  if (!first) return null;
  const rows = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(isOwn(userId), eq(photos.eventId, first.eventId)))
    .orderBy(asc(photos.id))
    .limit(limit);
  return { event: { id: first.eventId, organizationId: first.organizationId }, ids: rows.map(({ id }) => id) };
}

/** Deleted ids, and unknown ones: the server may have been restored from a backup older than the account. */
export async function listDeletedAccounts(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));
  const here = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !here.has(id.toLowerCase()));
}

/**
 * Erases everything that identifies a user. The row stays, because photos, decisions and the audit log refer to it.
 * False if it was done before.
 */
export async function anonymizeUser(tx: Tx, userId: string): Promise<boolean> {
  const now = new Date();
  const rows = await tx
    .update(users)
    .set({
      email: null,
      passwordHash: '',
      guestKeyHash: null,
      dateLocale: null,
      avatarTag: null,
      firstName: 'Deleted',
      lastName: 'account',
      role: 'user',
      isVerified: false,
      disabledAt: now,
      deletedAt: now,
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await tx.delete(avatars).where(eq(avatars.userId, userId));
  await tx.delete(memberships).where(eq(memberships.userId, userId));
  await tx.delete(eventDevices).where(eq(eventDevices.userId, userId));
  await tx.delete(mutedMails).where(eq(mutedMails.userId, userId));
  await deletePushesOf(tx, userId);
  await tx.delete(notices).where(eq(notices.userId, userId));
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  await tx.delete(tickets).where(eq(tickets.userId, userId));
  await redactDataRequests(tx, userId);
  await tx.update(photoReports).set({ text: '' }).where(eq(photoReports.reporterId, userId));
  await tx.delete(favoritePrompts).where(eq(favoritePrompts.userId, userId));
  await tx.delete(savedPrompts).where(and(eq(savedPrompts.userId, userId), isNull(savedPrompts.organizationId)));
  await tx.delete(imageCollections).where(and(eq(imageCollections.userId, userId), isNull(imageCollections.organizationId)));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.delete(mailTokens).where(eq(mailTokens.userId, userId));
  await tx.update(sessions).set({ endedAt: now, endReason: 'revoked', userAgent: '', address: null }).where(eq(sessions.userId, userId));
  return true;
}
