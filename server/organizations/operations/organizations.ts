// Organizations: listing, creating, changing, deleting and restoring them.
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import { findPaymentAccount } from '#server/billing/payments-repository.ts';
import { queueSync } from '#server/billing/payments-repository.ts';
import { planOf, putOnPlan } from '#server/billing/plans-repository.ts';
import { presentPlan } from '#server/billing/presenter.ts';
import { readUsage } from '#server/billing/usage-repository.ts';
import { allRows } from '#server/db/keyset.ts';
import type { organizations } from '#server/db/schema/organizations.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { csvAnswer, type CsvColumns, csvTime, csvWord } from '#server/http/csv.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { forbidden, notFound, ONLY_SUPER_ADMINS, Problem } from '#server/http/problem.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import {
  auditRecorder,
  lockOrganizationForViewer,
  lockVisibleOrganization,
  requireManagesOrganizations,
  requireWritable,
} from '#server/organizations/access.ts';
import { organizationPendingEmail } from '#server/organizations/emails.ts';
import { findMember, insertMember, listActiveAdmins } from '#server/organizations/members-repository.ts';
import { changedFields, requireUnchanged, settingsETag } from '#server/organizations/operations/settings.ts';
import {
  countPlatformOrganizations,
  findPlatformOrganization,
  listPlatformOrganizationRows,
  platformOrganizationOrder,
  type PlatformOrganizationRow,
  readOrganizationFacts,
} from '#server/organizations/platform-repository.ts';
import {
  canChangeOrganization,
  canCreateOrganization,
  canDeleteOrganization,
  canInspectOrganizations,
  canManageOrganizations,
  canRestoreOrganization,
  canViewMembers,
  canViewOrganization,
  canViewOrganizationsOf,
  isManagingAdmin,
} from '#server/organizations/policy.ts';
import {
  presentOrganization,
  presentOrganizationFacts,
  presentOrganizationOfPerson,
  presentPlatformOrganization,
} from '#server/organizations/presenter.ts';
import {
  changeOrganization,
  countPending,
  countVisibleOrganizations,
  findOrganization,
  findOrganizationWithDeleted,
  insertOrganization,
  listOrganizationsOfPerson,
  listOwnedOrganizations,
  listVisibleOrganizations,
  lockActiveUser,
  lockOpenEvents,
  markOrganizationDeleted,
  organizationOfPersonOrder,
  organizationOrder,
  type OrganizationRow,
  ownedOrder,
} from '#server/organizations/repository.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { membershipOf } from '#server/viewer.ts';

export function organizationCalls({ db }: Deps) {
  return {
    async listOwnedOrganizations({ query, viewer }) {
      // Oldest membership first.
      const { rows, cursors } = await ownedOrder.page({ sort: 'joined_at', ...query }, (range) =>
        listOwnedOrganizations(db, viewer.userId, range),
      );
      return { status: 200, body: { items: rows.map(({ organization }) => presentOrganization(organization)), ...cursors } };
    },

    async listOrganizations({ query, viewer }) {
      const { q, status, deleted, sort = 'name', ...page } = query;
      const filter = { userId: canManageOrganizations(viewer) ? null : viewer.userId, q, status, deleted };
      const { rows, cursors } = await organizationOrder.page({ ...page, sort }, (range) => listVisibleOrganizations(db, filter, range));
      const total = await countVisibleOrganizations(db, filter);
      return { status: 200, body: { items: rows.map(presentOrganization), ...cursors, total } };
    },

    async listPlatformOrganizations({ query, viewer }) {
      requireManagesOrganizations(viewer);
      const { q, state, plan, deleted, sort = '-created_at', ...page } = query;
      const filter = { q, state, plan, deleted };
      const { rows, cursors } = await platformOrganizationOrder.page({ ...page, sort }, (range) =>
        listPlatformOrganizationRows(db, filter, range),
      );
      return {
        status: 200,
        body: { items: rows.map(presentPlatformOrganization), ...cursors, ...(await countPlatformOrganizations(db, filter)) },
      };
    },

    async listOrganizationsOfUser({ path, query, viewer }) {
      // Doesn’t reveal whether the user exists.
      if (!canViewOrganizationsOf(viewer, path.userId)) throw notFound('person');
      const { rows, cursors } = await organizationOfPersonOrder.page({ ...query, sort: 'joined_at' }, (range) =>
        listOrganizationsOfPerson(db, path.userId, range),
      );
      return { status: 200, body: { items: rows.map(presentOrganizationOfPerson), ...cursors } };
    },

    async getOrganization({ path, viewer }) {
      // Doesn’t reveal whether it exists.
      const organization = canViewOrganization(viewer, path.id) ? await findOrganization(db, path.id) : undefined;
      if (!organization) throw notFound('organization');
      return { status: 200, body: presentOrganization(organization) };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

const MAX_PENDING = 5;

/** How many events the message lists. */
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
        // Locks the user so that the limit holds, and rejects a deleted account.
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
      if (!organization) throw new Error('the organization disappeared in its own transaction');
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
        // A correction resets the rejection, so that the organization is reviewed again.
        await changeOrganization(tx, before.id, { ...changes, rejectionReason: null });
        await record(tx, 'organization.update', organizationSubject(before), viewer, request, { changed });
        const after = await findOrganizationWithDeleted(tx, before.id);
        if (after && before.status === 'pending' && before.rejectionReason !== null)
          await notifyOrganizationPending(deps, tx, after, viewer.userId, request, true);
        return after;
      });
      if (!organization) throw new Error('the organization disappeared while it was locked');
      return { status: 200, headers: { etag: settingsETag(organization) }, body: presentOrganization(organization) };
    },

    async deleteOrganization({ viewer: asking, path, request }) {
      await db.transaction(async (tx) => {
        const viewer = await lockOrganizationForViewer(tx, path.id, asking);
        const known = await findOrganizationWithDeleted(tx, path.id);
        if (known?.deletedAt && canRestoreOrganization(viewer, known, await findMember(tx, path.id, viewer))) return;
        const { organization: before } = await lockVisibleOrganization(tx, path.id, viewer);
        if (!canDeleteOrganization(viewer, before)) throw onlyAdmins();
        // A suspended organization accepts no photos, and its events can’t be ended.
        const open = before.status === 'suspended' ? [] : await lockOpenEvents(tx, before.id);
        if (open.length > 0) throw eventsLive(open, canViewMembers(viewer, before.id));
        const byPlatform = membershipOf(viewer, before.id)?.role !== 'organization';
        await markOrganizationDeleted(tx, before.id, { at: new Date(), byPlatform });
        // Ends its subscription.
        await queueSync(jobs, tx, before.id);
        await record(tx, 'organization.delete', organizationSubject(before), viewer, request);
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
        if (!(await listActiveAdmins(tx, before.id)).some(isManagingAdmin)) throw noAdminLeft(before);
        await markOrganizationDeleted(tx, before.id, null);
        await record(tx, 'organization.restore', organizationSubject(before), viewer, request);
        return findOrganizationWithDeleted(tx, before.id);
      });
      if (!organization) throw new Error('the organization disappeared while it was locked');
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

const noAdminLeft = ({ name }: OrganizationRow) => new Problem(409, 'no_admin', `${name} can’t be restored because it has no admins left.`);

/** Event names are only shown to members. */
function eventsLive(names: readonly string[], isInside: boolean): Problem {
  const which = isInside ? `: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}` : '';
  const events = names.length === 1 ? '1 event that’s accepting photos' : `${names.length} events that are accepting photos`;
  return new Problem(409, 'events_live', `This organization has ${events}${which}. End ${names.length === 1 ? 'it' : 'them'} first.`);
}

const organizationSubject = ({ id }: OrganizationRow) => ({ id, organizationId: id });

type NewOrganization = Pick<typeof organizations.$inferInsert, 'id' | 'name' | 'description' | 'contactEmail' | 'phoneNumber'>;

export const registrationClosed = (what: string) =>
  new Problem(403, 'registration_closed', `${what} can’t be registered here right now. Contact the platform’s admins.`);

/** Creates an organization with its founder as admin. It needs approval unless registration is open. */
export async function registerOrganization(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  organization: NewOrganization,
  founderId: string,
  request: FastifyRequest,
): Promise<void> {
  const { registration, organization_defaults: defaults } = await readSettings(tx);
  const { event_settings: event } = defaults;
  const waits = registration.organization !== 'open';
  await insertOrganization(tx, {
    ...organization,
    status: waits ? 'pending' : 'active',
    defaultEventType: event.default_type,
    defaultEventDurationHours: event.default_duration,
    defaultRequireApproval: event.require_approval,
    defaultAutoGallery: event.auto_gallery,
    defaultAllowDownloads: event.allow_downloads,
  });
  // Without a row, the free plan applies.
  if (defaults.plan !== 'free') await putOnPlan(tx, organization.id, defaults.plan);
  await insertMember(tx, { id: uuid7(), organizationId: organization.id, userId: founderId, role: 'organization' });
  if (waits) await notifyOrganizationPending(deps, tx, organization, founderId, request);
}

/** @param isCorrected it was rejected before */
async function notifyOrganizationPending(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { id, name }: Pick<NewOrganization, 'id' | 'name'>,
  askedBy: string,
  request: FastifyRequest,
  isCorrected = false,
): Promise<void> {
  const asked = {
    kind: 'organization_requests' as const,
    key: `organization-waits:${uuid7()}`,
    link: `/super-admin/users?tab=organizations&organization=${id}`,
    body: 'Approve or reject it.',
    email: (url: string) => organizationPendingEmail(name, isCorrected, url),
    askedBy,
  };
  await notifySuperAdmins(deps, tx, asked, request);
}

const organizationCsvColumns: CsvColumns<PlatformOrganizationRow> = {
  Organization: ({ organization }) => organization.name,
  Status: ({ organization: { status, rejectionReason, deletedAt } }) =>
    deletedAt ? 'Deleted' : status !== 'pending' ? csvWord(status) : rejectionReason === null ? 'Waiting for approval' : 'Rejected',
  'Rejection reason': ({ organization }) => organization.rejectionReason,
  'Contact email': ({ organization }) => organization.contactEmail,
  Phone: ({ organization }) => organization.phoneNumber,
  Admin: ({ admins }) => admins.map(({ name, email }) => `${name} <${email}>`.trim()).join(', '),
  Plan: ({ plan }) => csvWord(plan),
  Members: ({ members }) => members,
  'Open events': ({ openEvents }) => openEvents,
  'Storage (bytes)': ({ storageBytes }) => storageBytes,
  'Applied (UTC)': ({ organization }) => csvTime(organization.createdAt),
  'Deleted (UTC)': ({ organization }) => csvTime(organization.deletedAt),
  ID: ({ organization }) => organization.id,
};

export function organizationExportCall({ db }: Pick<Deps, 'db'>) {
  return {
    async exportPlatformOrganizations({ viewer, query, request }) {
      requireManagesOrganizations(viewer);
      const { sort = '-created_at', ...filter } = query;
      await audit(db, { action: 'organization.export_all', actorId: viewer.userId, subjectType: 'platform', detail: query, request });
      const rows = allRows((page) =>
        platformOrganizationOrder.page({ ...page, sort }, (range) => listPlatformOrganizationRows(db, filter, range)),
      );
      return csvAnswer(['organizations'], organizationCsvColumns, rows);
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}

export function inspectionCalls({ db, config }: Pick<Deps, 'db' | 'config'>) {
  return {
    async getPlatformOrganization({ viewer, path }) {
      if (!canInspectOrganizations(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
      const row = await findPlatformOrganization(db, path.id);
      if (!row) throw notFound('organization');
      const { id } = row.organization;
      const [facts, { plan, since }, usage, account] = await Promise.all([
        readOrganizationFacts(db, id),
        planOf(db, id),
        readUsage(db, id),
        // Without a payment provider, an old subscription has no effect.
        config.stripe && findPaymentAccount(db, id),
      ]);
      return {
        status: 200,
        body: {
          summary: presentPlatformOrganization(row),
          ...presentOrganizationFacts(facts),
          plan: presentPlan(plan),
          plan_since: since?.toISOString() ?? null,
          is_paid_at_provider: account?.status != null,
          usage,
        },
      };
    },
  } satisfies Partial<OperationsOf<'organizations'>>;
}
