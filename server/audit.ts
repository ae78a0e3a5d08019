// The append-only trail: who did what, on what, from where, when, with which outcome. Written in the transaction of what it tells.
import type { FastifyRequest } from 'fastify';
import { auditLog } from '#server/db/schema.ts';
import type { Queryable } from '#server/deps.ts';

export interface AuditEntry {
  /** Domain and verb, as `session.login` or `photo.delete`. */
  action: string;
  subjectType: string;
  subjectId?: string | null;
  organizationId?: string | null;
  /** `refused` by a policy, `failed` by circumstances. */
  outcome?: 'ok' | 'refused' | 'failed';
  actorId?: string | null;
  /** Address and request id are taken from it. */
  request?: Pick<FastifyRequest, 'ip' | 'id'>;
  detail?: Record<string, unknown>;
}

export function audit(tx: Queryable, entry: AuditEntry): Promise<void> {
  return auditAll(tx, [entry]);
}

/** What one call did to several things at once. */
export async function auditAll(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ request, outcome = 'ok', ...entry }) => ({
    ...entry,
    outcome,
    ip: request?.ip ?? null,
    requestId: request?.id ?? null,
  }));
  await tx.insert(auditLog).values(rows);
}
