// Deletes an account, on behalf of its owner or by a super admin at the owner’s request (docs/decisions/015, 036).
import type { FastifyRequest } from 'fastify';
import { accountDeletedEmail } from '#server/accounts/emails.ts';
import { lockCredentials } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { listFormerAddresses } from '#server/audit/erase-repository.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { markParticipantRemoved } from '#server/events/participants-repository.ts';
import { cancelBatchesOf } from '#server/generation/batches.ts';
import { cancelGenerationsOf } from '#server/generation/generations-repository.ts';
import { Problem } from '#server/http/problem.ts';
import { queueMail } from '#server/mail/queue.ts';
import { findLastAdmin } from '#server/organizations/access.ts';
import { lockOrganization, lockUser } from '#server/organizations/repository.ts';
import {
  anonymizeUser,
  isLastSuperAdmin,
  listActiveMemberships,
  listParticipations,
  listRelatedOrganizations,
} from '#server/own-data/own-data-repository.ts';
import { emptyTrash } from '#server/photos/moderation-repository.ts';

const HOUR_MS = 3_600_000;

interface AccountDeletion {
  userId: string;
  /** Recipient of the confirmation, or null. */
  mailTo: string | null;
  photos: 'keep' | 'delete';
  /** The user who deletes the account. */
  actorId: string;
  /** The data request, if a super admin deletes the account. */
  dataRequestId?: string;
  request: FastifyRequest;
}

/**
 * Does nothing if the account is already deleted.
 * @throws {Problem} 409 `last_admin`, `last_super_admin`
 */
export async function deleteAccount(deps: Pick<Deps, 'jobs'>, tx: Tx, ending: AccountDeletion): Promise<void> {
  const { userId, mailTo, photos, actorId, dataRequestId, request } = ending;
  const { jobs } = deps;
  await requireNotSoleAdmin(tx, userId, actorId === userId);
  const before = await lockCredentials(tx, userId);
  if (!(await anonymizeUser(tx, userId))) return;
  await cancelGenerationsOf(tx, userId);
  await cancelBatchesOf(tx, userId);
  await emptyTrash(tx, userId, photos === 'delete' ? 'all' : 'own deletions');
  // Deletes the user’s generated images soon instead of with the next sweep.
  await jobs.add(tx, 'sweep-generations', {}, { key: `sweep-generations:${userId}` });
  // Lock order: users before events, as in a concurrent upload of this user.
  const left: string[] = [];
  for (const { eventId } of await listParticipations(tx, userId)) if (await markParticipantRemoved(tx, eventId, userId)) left.push(eventId);
  const detail = { photos, ...(dataRequestId !== undefined && { data_request: dataRequestId }) };
  await audit(tx, { action: 'account.delete', actorId, subjectType: 'user', subjectId: userId, detail, request });
  if (mailTo !== null)
    await queueMail(deps, tx, {
      key: `account-deleted:${userId}`,
      to: mailTo,
      content: accountDeletedEmail(photos === 'delete'),
      // The account is anonymized by now, so the check by address would fail.
      wasProved: before?.isProved ?? false,
    });
  // Jobs that run later write entries too, so the log is erased a second time after them.
  const addresses = await listFormerAddresses(tx, userId);
  // Only a proved address is certainly the user’s, so only then are its entries erased.
  if (before?.email && before.isProved)
    addresses.push({ email: before.email, since: before.emailSince.toISOString(), until: new Date().toISOString() });
  const person = { userId, addresses };
  await jobs.add(tx, 'erase-from-trail', person, { key: `erase-from-trail:${userId}` });
  const afterAll = new Date(Date.now() + 2 * HOUR_MS);
  await jobs.add(tx, 'erase-from-trail', person, { key: `erase-from-trail-again:${userId}`, runAt: afterAll });
  if (photos === 'delete') {
    const payload = { userId, request: { ip: request.ip, id: request.id } };
    await jobs.add(tx, 'delete-own-photos', payload, { key: `delete-own-photos:${userId}` });
    // An upload in progress may commit after the first run.
    const later = new Date(Date.now() + HOUR_MS);
    await jobs.add(tx, 'delete-own-photos', payload, { key: `delete-own-photos-again:${userId}`, runAt: later });
  }
  for (const eventId of left) await recordChange(tx, eventId, 'event', null, { attendees: -1 });
}

/** Names of the organizations whose only admin is this user. */
export async function listSoleAdminOrganizations(db: Queryable, userId: string): Promise<string[]> {
  const names: string[] = [];
  for (const { id, organizationId, organization } of await listActiveMemberships(db, userId))
    if ((await findLastAdmin(db, organizationId)) === id) names.push(organization);
  return names;
}

/** Locks until the transaction ends, so that two leaving admins are handled one after the other. */
async function requireNotSoleAdmin(tx: Tx, userId: string, isOwn: boolean): Promise<void> {
  // Lock order: users before organizations and events.
  await lockUser(tx, userId);
  for (const { organizationId } of await listRelatedOrganizations(tx, userId)) await lockOrganization(tx, organizationId);
  const names = await listSoleAdminOrganizations(tx, userId);
  const they = isOwn ? 'You’re' : 'They’re';
  if (names.length > 0)
    throw new Problem(
      409,
      'last_admin',
      `${they} the only admin of ${names.join(', ')}. Make someone else an admin first, or delete the organization.`,
    );
  if (await isLastSuperAdmin(tx, userId))
    throw new Problem(409, 'last_super_admin', `${they} the only super admin. Make someone else a super admin first.`);
}
