// The append-only trail: who did what, on what, from where, when, with which outcome. Written in the transaction of what it tells.
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AuditAction } from '#server/audit/actions.ts';
import { afterEnd, findLastBlock, lockSeal } from '#server/audit/seal.ts';
import { auditBlocks, auditLog } from '#server/db/schema/platform.ts';
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
  /** How often it happened. */
  count?: number;
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

/** Never before what is sealed, where the machine's clock was set back: no block would hold it, and it would look like one that was added. */
const writtenAt = sql`greatest(now(), (select ${auditBlocks.lastAt} + interval '1 ms' from ${auditBlocks} order by ${auditBlocks.number} desc limit 1))`;

const rowOf = ({ request, outcome = 'ok', ...entry }: AuditEntry) => ({
  ...entry,
  at: writtenAt,
  outcome,
  ip: request?.ip ?? null,
  requestId: request?.id ?? null,
});

/** The same as a part of a statement that writes more than the entry. @param from the part of it whose rows each get an entry */
export function auditSql(entry: Omit<AuditEntry, 'count'>, from: SQL): SQL {
  const { action, actorId = null, subjectType, subjectId = null, organizationId = null, detail, outcome, at, ip, requestId } = rowOf(entry);
  return sql`insert into ${auditLog} (action, actor_id, subject_type, subject_id, organization_id, detail, outcome, at, ip, request_id)
    select ${action}, ${actorId}::uuid, ${subjectType}, ${subjectId}, ${organizationId}::uuid, ${detail ? JSON.stringify(detail) : null}::jsonb,
    ${outcome}, ${at}, ${ip}, ${requestId} from ${from}`;
}

/**
 * Counts repetitions in an entry, as long as it is not sealed.
 * @returns false when it is: they need an entry of their own
 */
export function incrementEntryCount(db: Queryable, id: number, more: number, lastAt: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSeal(tx);
    const last = await findLastBlock(tx);
    const { rowCount } = await tx
      .update(auditLog)
      .set({ count: sql`${auditLog.count} + ${more}`, lastAt })
      .where(and(eq(auditLog.id, id), afterEnd(last)));
    return rowCount === 1;
  });
}

/** Writes of each job that failed for good. What it was stands in the server's log: messages of errors may hold anything. */
export function auditFailedJobs(db: Queryable, log: Pick<Logger, 'error'>) {
  return (job: { id: string; task: string }, error: unknown): void => {
    const detail = { job: job.id, error: error instanceof Error ? error.name : typeof error };
    audit(db, { action: 'server.job_failed', subjectType: 'job', subjectId: job.task, outcome: 'failed', detail }).catch(
      (failure: unknown) => log.error({ err: failure }, 'an entry could not be written to the audit trail'),
    );
  };
}
