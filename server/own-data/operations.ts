// All that belongs to oneself: taken along, and deleted.
import type { Devices } from '#server/accounts/devices.ts';
import { accountDeletedLetter } from '#server/accounts/letters.ts';
import type { Proven, ProveOwner } from '#server/accounts/operations/prove-owner.ts';
import { sessionCookies } from '#server/accounts/tokens.ts';
import { audit } from '#server/audit/audit.ts';
import { listFormerAddresses } from '#server/audit/erase.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordChange } from '#server/events/changes.ts';
import { markRemoved } from '#server/events/participants.ts';
import { endGenerations } from '#server/generation/finishing.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { queueMail } from '#server/mail/outgoing.ts';
import { findLastAdmin } from '#server/organizations/operations/authorize.ts';
import { lockOrganization, lockPerson } from '#server/organizations/repository.ts';
import { archiveOf } from '#server/own-data/archive.ts';
import { ExportPlaces } from '#server/own-data/export-places.ts';
import {
  countOwnPhotos,
  forgetPerson,
  isLastSuperAdmin,
  listActiveMemberships,
  listDeletedOf,
  listKnownTo,
  listParticipations,
} from '#server/own-data/repository.ts';
import { emptyTrashOf } from '#server/photos/moderation-repository.ts';

interface Parts {
  devices: Devices;
  prove: ProveOwner;
}

const HOUR_MS = 3_600_000;

export function ownDataOperations(deps: Deps, { devices, prove }: Parts): OperationsOf<'own-data'> {
  const { db, config, jobs } = deps;
  const places = new ExportPlaces();
  const inTransaction: Proven['within'] = (act) => db.transaction(act);

  return {
    async getOwnData({ viewer }) {
      const own = await countOwnPhotos(db, viewer.userId);
      return { status: 200, body: { ...own, last_admin_of: await listLeftAlone(db, viewer.userId) } };
    },

    async exportOwnData({ viewer, request }) {
      const { userId } = viewer;
      const place = places.take(userId);
      try {
        await audit(db, { action: 'account.export', actorId: userId, subjectType: 'user', subjectId: userId, request });
      } catch (error) {
        place.giveBack();
        throw error;
      }
      const stream = archiveOf(deps, userId, place.moved);
      place.giveTo(stream);
      const name = `ai-image-suite-${new Date().toISOString().slice(0, 10)}.zip`;
      return {
        status: 200,
        stream,
        headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` },
      };
    },

    async deleteOwnAccount({ viewer, body, request }) {
      const { userId, email } = viewer;
      const { password, code, passkey } = body;
      // Of a guest the session is all there is.
      const within =
        email === null ? inTransaction : (await prove({ viewer, request, proof: { password, code, passkey } }, 'account.delete')).within;
      await within(async (tx) => {
        await requireNobodyLeftAlone(tx, userId);
        if (!(await forgetPerson(tx, userId))) return;
        await endGenerations(tx, userId);
        await emptyTrashOf(tx, userId, body.photos === 'delete' ? 'all' : 'own deletions');
        // What was made for oneself goes with its files, before it is asked for in turn.
        await jobs.add(tx, 'sweep-generations', {}, { key: `sweep-generations:${userId}` });
        // After the person: a delivery of theirs that is under way holds them while it waits for its event's numbers.
        const left: string[] = [];
        for (const { eventId } of await listParticipations(tx, userId)) if (await markRemoved(tx, eventId, userId)) left.push(eventId);
        const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
        await audit(tx, { action: 'account.delete', ...subject, detail: { photos: body.photos }, request });
        if (email !== null)
          await queueMail(deps, tx, {
            key: `account-deleted:${userId}`,
            to: email,
            letter: accountDeletedLetter(body.photos === 'delete'),
          });
        // What is deleted with the account leaves entries as well, until the later one has passed.
        const person = { userId, email, former: await listFormerAddresses(tx, userId) };
        await jobs.add(tx, 'erase-from-trail', person, { key: `erase-from-trail:${userId}` });
        const afterAll = new Date(Date.now() + 2 * HOUR_MS);
        await jobs.add(tx, 'erase-from-trail', person, { key: `erase-from-trail-again:${userId}`, runAt: afterAll });
        if (body.photos === 'delete') {
          const payload = { userId, request: { ip: request.ip, id: request.id } };
          await jobs.add(tx, 'delete-own-photos', payload, { key: `delete-own-photos:${userId}` });
          // A delivery that was under way may arrive after the first.
          const later = new Date(Date.now() + HOUR_MS);
          await jobs.add(tx, 'delete-own-photos', payload, { key: `delete-own-photos-again:${userId}`, runAt: later });
        }
        for (const eventId of left) await recordChange(tx, eventId, 'event', null);
      });
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },

    // Of the row that stays. Whoever asks is told nothing else: docs/decisions/021.
    async findDeletedAccounts({ body }) {
      return { status: 200, body: { deleted_ids: await listDeletedOf(db, body.ids) } };
    },
  };
}

/** Names of the organizations whose only admin this is. */
async function listLeftAlone(db: Queryable, userId: string): Promise<string[]> {
  const names: string[] = [];
  for (const { id, organizationId, organization } of await listActiveMemberships(db, userId))
    if ((await findLastAdmin(db, organizationId)) === id) names.push(organization);
  return names;
}

/** Held until the transaction ends: two admins who leave at the same time leave one after the other. */
async function requireNobodyLeftAlone(tx: Tx, userId: string): Promise<void> {
  // The person first: they come to no organization and no event from here on.
  await lockPerson(tx, userId);
  for (const { organizationId } of await listKnownTo(tx, userId)) await lockOrganization(tx, organizationId);
  const names = await listLeftAlone(tx, userId);
  if (names.length > 0)
    throw new Problem(
      409,
      'last_admin',
      `You are the only admin of ${names.join(', ')}. Make somebody else an admin first, or delete the organization.`,
    );
  if (await isLastSuperAdmin(tx, userId))
    throw new Problem(409, 'last_super_admin', 'You are the only super admin. Make somebody else one first.');
}
