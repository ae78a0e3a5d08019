// Every operation that names an organization, an event or what belongs to one, called upon what is the third organization's.
import type { CallOptions } from '#tests/support/api.ts';
import { rows, type Json, type Row } from '#tests/support/contract.ts';
import { goodCalls } from './good-calls.ts';
import { isSignedIn } from './good-call.ts';
import { thirdParty, type RoleName, type World } from './world.ts';

const isForeign = ({ path, id }: Row) => /^\/api\/v1\/(event|organizations)\/(\{id\}|organization\/)/.test(path) || id === 'createEvent';

export const foreignRows = rows.filter(isForeign);

const inPath = ({ path }: Row) =>
  path
    .replace('{orgId}', thirdParty.organizationId)
    .replace('{id}', path.startsWith('/api/v1/organizations') ? thirdParty.organizationId : thirdParty.eventId)
    .replace('{photoId}', thirdParty.photoId)
    .replace('{userId}', thirdParty.participantId)
    .replace('{invitationId}', thirdParty.invitationId);

/** The good call's body, with what is theirs in it. */
function inBody(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const body: Record<string, Json> = { ...(json as Record<string, Json>) };
  if ('organization_id' in body) body.organization_id = thirdParty.organizationId;
  if ('ids' in body) body.ids = [thirdParty.photoId];
  return body;
}

export async function foreignCall(w: World, role: RoleName, row: Row): Promise<{ path: string; options: CallOptions }> {
  if (row.id === 'streamEvent') return { path: inPath(row), options: {} };
  const { options } = await goodCalls[row.id]!(w, role);
  return { path: inPath(row), options: { ...options, ...(options.json === undefined ? {} : { json: inBody(options.json) }) } };
}

/** Nobody but its own people may even know that it is there; who manages all organizations knows of the organization itself. */
export function foreignStatuses(role: RoleName, row: Row): number[] {
  if (!isSignedIn(role)) return [401];
  if (role !== 'admin' && role !== 'super') return [404];
  if (row.id === 'getOrganization') return [200];
  return ['createEvent', 'listOrganizationEvents'].includes(row.id) ? [403, 404] : [404];
}
