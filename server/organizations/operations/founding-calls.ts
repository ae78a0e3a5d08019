// Founding, changing, deleting and restoring an organization.
import { queueSync } from '#server/billing/payments/queue.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, Problem } from '#server/http/problem.ts';
import { lockOrganizationForViewer } from '#server/organizations/access.ts';
import { countPending, lockOpenEvents } from '#server/organizations/directory.ts';
import { findMember, listActiveAdmins } from '#server/organizations/members.ts';
import { auditRecorder } from '#server/organizations/operations/audit.ts';
import { lockVisibleOrganization, requireWritable } from '#server/organizations/operations/authorize.ts';
import {
  canChangeOrganization,
  canDeleteOrganization,
  canCreateOrganization,
  canManageOrganizations,
  canRestoreOrganization,
  canViewMembers,
  canViewOrganization,
  isManagingAdmin,
} from '#server/organizations/policy.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import { registerOrganization, registrationClosed, notifyOrganizationPending } from '#server/organizations/registration.ts';
import {
  findOrganizationWithDeleted,
  lockActiveUser,
  markOrganizationDeleted,
  type OrganizationRow,
} from '#server/organizations/repository.ts';
import { changedFields, changeOrganization, requireUnchanged, settingsETag } from '#server/organizations/settings.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { membershipOf } from '#server/viewer.ts';

const MAX_PENDING = 5;
/** How many events a refusal names. */
const NAMED = 5;

const record = auditRecorder('organization');

export function foundingCalls(deps: Deps) {
  const { db, jobs } = deps;
  return {
    async createOrganization({ viewer, body, request }) {
      if (!canCreateOrganization(viewer)) throw forbidden('Guests can’t create an organization. Create an account first.');
      if (!canManageOrganizations(viewer) && (await readSettings(db)).registration.organization === 'closed')
        throw registrationClosed('Organizations');
      const organization = await db.transaction(async (tx) => {
        // One after the other, so that the limit holds, and none by who has gone.
        await lockActiveUser(tx, viewer.userId);
        if ((await countPending(tx, viewer.userId)) >= MAX_PENDING) throw tooManyPending();
        const id = uuid7();
        const organization = {
          id,
          name: body.name.trim(),
          description: body.description ?? '',
          contactEmail: body.contact_email === undefined ? viewer.email : body.contact_email && normalizeEmail(body.contact_email),
          phoneNumber: body.phone_number ?? null,
        };
        await registerOrganization(deps, tx, organization, viewer.userId, request);
        await record(tx, 'organization.create', { id, organizationId: id }, viewer, request);
        return findOrganizationWithDeleted(tx, id);
      });
      if (!organization) throw new Error('an organization vanished in the transaction that made it');
      return { status: 201, body: presentOrganization(organization) };
    },

    async updateOrganization({ viewer: asking, path, header, body, request }) {
      const organization = await db.transaction(async (tx) => {
        const { organization: before, viewer } = await lockVisibleOrganization(tx, path.id, asking);
        if (!canChangeOrganization(viewer, before)) throw onlyAdmins();
        if (before.status !== 'pending') requireWritable(before);
        requireUnchanged(before, header['if-match']);
        const changes = changedFields(before, {
          name: body.name?.trim(),
          description: body.description,
          contactEmail: body.contact_email && normalizeEmail(body.contact_email),
          phoneNumber: body.phone_number,
        });
        const changed = Object.keys(changes);
        if (changed.length === 0) return before;
        // What was turned down and is corrected waits for a new decision.
        await changeOrganization(tx, before.id, { ...changes, rejectionReason: null });
        await record(tx, 'organization.update', self(before), viewer, request, { changed });
        const after = await findOrganizationWithDeleted(tx, before.id);
        if (after && before.status === 'pending' && before.rejectionReason !== null)
          await notifyOrganizationPending(deps, tx, after, viewer.userId, request, true);
        return after;
      });
      if (!organization) throw new Error('an organization vanished while it was held');
      return { status: 200, headers: { etag: settingsETag(organization) }, body: presentOrganization(organization) };
    },

    async deleteOrganization({ viewer: asking, path, request }) {
      await db.transaction(async (tx) => {
        const viewer = await lockOrganizationForViewer(tx, path.id, asking);
        const known = await findOrganizationWithDeleted(tx, path.id);
        if (known?.deletedAt && canRestoreOrganization(viewer, known, await findMember(tx, path.id, viewer))) return;
        const { organization: before } = await lockVisibleOrganization(tx, path.id, viewer);
        if (!canDeleteOrganization(viewer, before)) throw onlyAdmins();
        // While it is suspended its cameras are closed, and nobody could end an event.
        const open = before.status === 'suspended' ? [] : await lockOpenEvents(tx, before.id);
        if (open.length > 0) throw eventsLive(open, canViewMembers(viewer, before.id));
        const byPlatform = membershipOf(viewer, before.id)?.role !== 'organization';
        await markOrganizationDeleted(tx, before.id, { at: new Date(), byPlatform });
        // What it pays for ends with it.
        await queueSync(jobs, tx, before.id);
        await record(tx, 'organization.delete', self(before), viewer, request);
      });
      return { status: 204 };
    },

    async restoreOrganization({ viewer: asking, path, request }) {
      const organization = await db.transaction(async (tx) => {
        await lockActiveUser(tx, asking.userId);
        const viewer = await lockOrganizationForViewer(tx, path.id, asking);
        const before = await findOrganizationWithDeleted(tx, path.id);
        const own = before ? await findMember(tx, before.id, viewer) : null;
        if (!before || !canRestoreOrganization(viewer, before, own)) {
          if (before && !before.deletedAt && canViewOrganization(viewer, before.id)) throw onlyAdmins();
          if (before && canRestoreOrganization(viewer, { ...before, deletedByPlatform: false }, own)) throw deletedByPlatform(before);
          throw notFound('organization');
        }
        if (!before.deletedAt) return before;
        if (own && before.status === 'pending' && (await countPending(tx, own.userId)) >= MAX_PENDING) throw tooManyPending();
        if (!(await listActiveAdmins(tx, before.id)).some(isManagingAdmin)) throw nobodyLeft(before);
        await markOrganizationDeleted(tx, before.id, null);
        await record(tx, 'organization.restore', self(before), viewer, request);
        return findOrganizationWithDeleted(tx, before.id);
      });
      if (!organization) throw new Error('an organization vanished while it was held');
      return { status: 200, body: presentOrganization(organization) };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

const onlyAdmins = () => forbidden('Only admins of this organization can do this.');
const tooManyPending = () =>
  new Problem(
    409,
    'too_many_pending',
    `${MAX_PENDING} of your organizations are already waiting for approval. Wait until they’ve been reviewed.`,
  );
const deletedByPlatform = ({ name }: OrganizationRow) =>
  new Problem(403, 'deleted_by_platform', `The platform’s admins deleted ${name}. Only they can restore it.`);
const nobodyLeft = ({ name }: OrganizationRow) => new Problem(409, 'no_admin', `${name} can’t be restored because it has no admins left.`);

/** Whose organization it is not is not told what its events are called. */
function eventsLive(names: readonly string[], isInside: boolean): Problem {
  const which = isInside ? `: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}` : '';
  const events = names.length === 1 ? '1 event that’s accepting photos' : `${names.length} events that are accepting photos`;
  return new Problem(409, 'events_live', `This organization has ${events}${which}. End ${names.length === 1 ? 'it' : 'them'} first.`);
}

const self = ({ id }: OrganizationRow) => ({ id, organizationId: id });
