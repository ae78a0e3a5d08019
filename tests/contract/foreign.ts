// Every operation that addresses an organization, an event or its objects, called on objects of the third organization.
import type { CallOptions } from '#tests/support/api.ts';
import { rows, type Json, type Row } from '#tests/support/contract.ts';
import { thirdParty, type RoleName, type Fixture } from './fixture.ts';
import { isSignedIn } from './good-call.ts';
import { goodCallOf } from './good-calls.ts';

const isForeign = ({ path, id, operation }: Row) =>
  operation['x-policy'] !== 'public' &&
  (/^\/api\/v1\/(event|organizations)\/(\{id\}|organization\/)|^\/organization_settings\//.test(path) || id === 'createEvent');

const foreignRows = rows.filter(isForeign);

/**
 * Decisions of those who manage all organizations. Their own good calls test them; here they would change the third organization while others
 * read it.
 */
const decisions = [
  ...['approve', 'reject', 'suspend', 'reactivate', 'delete', 'restore'].map((verb) => `${verb}Organization`),
  'withdrawOrganizationApproval',
  'setPlan',
  'answerPlanRequest',
  'issueInvoice',
  'updateInvoice',
];
/** What super admins read of any of them. */
const books = ['getBilling', 'listInvoices', 'getInvoice', 'getInvoicePdf'];

/** For its own people, the good calls state the permissions. */
export function foreignRowsFor(role: RoleName): Row[] {
  if (role === 'outsider') return [];
  return ['admin', 'super'].includes(role) ? foreignRows.filter(({ id }) => !decisions.includes(id)) : foreignRows;
}

const inPath = ({ path }: Row) =>
  path
    .replace('{orgId}', thirdParty.organizationId)
    .replace('{id}', path.startsWith('/api/v1/organizations') ? thirdParty.organizationId : thirdParty.eventId)
    .replace('{photoId}', thirdParty.photoId)
    .replace('{userId}', thirdParty.participantId)
    // They have none; of one's own event, `getDownload` tries those of others.
    .replace('{downloadId}', thirdParty.photoId)
    .replace('{memberId}', thirdParty.memberId)
    // They have none either.
    .replace('{sectionId}', thirdParty.linkId)
    .replace('{entryId}', thirdParty.linkId)
    .replace('{linkId}', thirdParty.linkId)
    .replace('{screenId}', thirdParty.screenId)
    .replace('{visitorId}', thirdParty.visitorId)
    .replace('{tokenId}', thirdParty.integrations.tokenId)
    .replace('{webhookId}', thirdParty.integrations.webhookId)
    .replace('{deliveryId}', thirdParty.integrations.deliveryId)
    .replace('{invoiceId}', thirdParty.invoiceId)
    .replace('{requestId}', thirdParty.planRequestId)
    .replace('{invitationId}', path.startsWith('/api/v1/organizations') ? thirdParty.memberInvitationId : thirdParty.invitationId);

/** The good call's body, with the IDs of their objects. */
function inBody(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const body: Record<string, Json> = { ...(json as Record<string, Json>) };
  if ('organization_id' in body) body.organization_id = thirdParty.organizationId;
  if ('user_id' in body) body.user_id = thirdParty.participantId;
  for (const ids of ['ids', 'photo_ids']) if (ids in body) body[ids] = [thirdParty.photoId];
  return body;
}

export async function foreignCall(w: Fixture, role: RoleName, row: Row): Promise<{ path: string; options: CallOptions }> {
  if (row.id === 'streamEvent') return { path: inPath(row), options: {} };
  const { path, options } = await goodCallOf(row, w, role);
  const [, query] = /(\?.*)$/.exec(path) ?? [];
  return {
    path: inPath(row) + (query ?? ''),
    options: { ...options, ...(options.json === undefined ? {} : { json: inBody(options.json) }) },
  };
}

/** Only its own people may learn that it exists. Those who manage all organizations know the organization itself. */
export function foreignStatuses(role: RoleName, row: Row): number[] {
  if (!isSignedIn(role)) return [401];
  if (role !== 'admin' && role !== 'super') return [404];
  if (row.id === 'getOrganization' || (role === 'super' && books.includes(row.id))) return [200];
  const ofOrganization =
    /^\/(api\/v1\/organizations|organization_settings)\//.test(row.path) ||
    ['createEvent', 'listOrganizationEvents', 'exportOrganizationEvents', 'getOrganizationOverview', 'listOrganizationDevices'].includes(
      row.id,
    );
  return ofOrganization ? [403, 404] : [404];
}
