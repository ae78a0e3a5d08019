// What goes wrong with requests, for the audit trail, with what makes two of them the same: then they are counted in one entry.
import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '#server/audit/audit.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { Problem } from '#server/http/problem.ts';
import { redactedPath } from '#server/http/redacted-url.ts';

type Counted = [kind: string, entry: AuditEntry];

/** What ails the whole server is one thing, whichever route met it; any other error is one for each route. */
const EVERYWHERE = ['unavailable', 'storage_full'];

/** A refusal or an error of the server; null of what goes into no trail. */
export function requestAuditEntry(request: FastifyRequest, problem: Problem): Counted | null {
  if (problem.status === 403) return refusalEntry(request, problem);
  // That it is maintained stands there already.
  if (problem.code === 'maintenance') return null;
  if (problem.status >= 500) return errorEntry(request, problem);
  return null;
}

/** By who, or where from, and at which route. What else stands in an address is theirs to choose, so it makes none another; the first one's is told. */
function refusalEntry(request: FastifyRequest, { code }: Problem): Counted {
  const { actorId, subject } = describe(request);
  const kind = `${actorId ?? addressKey(request.ip)} ${routeOf(request)} ${code}`;
  return [kind, { action: 'permission.refused', actorId, ...subject, outcome: 'refused', detail: { code }, request }];
}

/** By route, whoever meets it. What it was stands in the log, under the id of the first request. */
function errorEntry(request: FastifyRequest, { code, status }: Problem): Counted {
  const { actorId, subject } = describe(request);
  const kind = EVERYWHERE.includes(code) ? `error ${code}` : `error ${routeOf(request)} ${code}`;
  return [kind, { action: 'server.error', actorId, ...subject, outcome: 'failed', detail: { code, status }, request }];
}

const routeOf = (request: FastifyRequest): string => `${request.method} ${request.routeOptions.url ?? ''}`;

function describe(request: FastifyRequest) {
  const subjectId = `${request.method} ${redactedPath(request)}`.slice(0, 200);
  // Who looks at the app as somebody else did it, not that person.
  const { viewer } = request;
  return { actorId: viewer?.impersonation?.impersonatorId ?? viewer?.userId ?? null, subject: { subjectType: 'request', subjectId } };
}
