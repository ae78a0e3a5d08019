// The append-only trail: who did what, on what, from where, when, with which outcome. Written in the transaction of what it tells.
import { lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';

export interface AuditEntry {
  action: AuditAction;
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

/** Resolves with the entry's id. */
export async function audit(tx: Queryable, entry: AuditEntry): Promise<number> {
  const [row] = await tx.insert(auditLog).values(rowOf(entry)).returning({ id: auditLog.id });
  if (!row) throw new Error('an audit entry was not written');
  return row.id;
}

/** What one call did to several things at once. */
export async function auditAll(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.insert(auditLog).values(entries.map(rowOf));
}

const rowOf = ({ request, outcome = 'ok', ...entry }: AuditEntry) => ({
  ...entry,
  outcome,
  ip: request?.ip ?? null,
  requestId: request?.id ?? null,
});

/** Forgets entries from before a time. Returns how many. */
export async function forgetAudit(tx: Queryable, before: Date): Promise<number> {
  const { rowCount } = await tx.delete(auditLog).where(lt(auditLog.at, before));
  return rowCount ?? 0;
}
