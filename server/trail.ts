import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '#server/audit/audit.ts';
import { addressKey } from '#server/http/address.ts';
import type { Problem } from '#server/http/problem.ts';
import { toldPath } from '#server/http/told-path.ts';

/**
 * A refusal for the audit trail, with what makes two of them the same: who, or where from, and at which route. What else stands in an address
 * is theirs to choose, so it makes none another; the first one's is told.
 */
export function refusalEntry(request: FastifyRequest, { code }: Problem): [kind: string, entry: AuditEntry] {
  const actorId = request.viewer?.userId ?? null;
  const subjectId = `${request.method} ${toldPath(request)}`.slice(0, 200);
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  const kind = `${actorId ?? addressKey(request.ip)} ${route} ${code}`;
  return [
    kind,
    { action: 'permission.refused', actorId, subjectType: 'request', subjectId, outcome: 'refused', detail: { code }, request },
  ];
}
