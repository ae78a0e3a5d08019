// How an organization begins: as the platform's settings say.
import type { FastifyRequest } from 'fastify';
import { putOnPlan } from '#server/billing/plans-repository.ts';
import type { organizations } from '#server/db/schema/organizations.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { organizationPendingEmail } from '#server/organizations/emails.ts';
import { insertMember } from '#server/organizations/members.ts';
import { insertOrganization } from '#server/organizations/repository.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

type NewOrganization = Pick<typeof organizations.$inferInsert, 'id' | 'name' | 'description' | 'contactEmail' | 'phoneNumber'>;

export const registrationClosed = (what: string) =>
  new Problem(403, 'registration_closed', `${what} can’t be registered here right now. Contact the platform’s admins.`);

/** With its founder as its admin. It waits for a decision, unless all are approved. */
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
  // Without a row it is on the first.
  if (defaults.plan !== 'free') await putOnPlan(tx, organization.id, defaults.plan);
  await insertMember(tx, { id: uuid7(), organizationId: organization.id, userId: founderId, role: 'organization' });
  if (waits) await notifyOrganizationPending(deps, tx, organization, founderId, request);
}

/** @param isCorrected it was turned down before */
export async function notifyOrganizationPending(
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
