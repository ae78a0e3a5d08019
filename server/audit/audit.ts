// The append-only audit log: who did what, to which subject, from where, when, with which outcome. Entries are written in the transaction of the
// action.
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AuditAction } from '#server/audit/actions.ts';
import { insertEntries, insertEntrySql } from '#server/audit/audit-repository.ts';
import type { Queryable, SqlFragment } from '#server/db/types.ts';
import { currentCause } from '#server/telemetry/work-context.ts';

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
  /** Without `request`: the id of the one that led to this. In a job it is known. */
  requestId?: string | null;
  detail?: Record<string, unknown>;
  /** How often it happened. */
  count?: number;
}

/** Resolves with the entry's id. */
export async function audit(tx: Queryable, entry: AuditEntry): Promise<number> {
  const [id] = await insertEntries(tx, [rowOf(entry)]);
  if (id === undefined) throw new Error('an audit entry was not written');
  return id;
}

/** Several entries of one call. */
export async function auditAll(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertEntries(tx, entries.map(rowOf));
}

/** The same as a part of a larger statement. @param from the part whose rows each get an entry */
export const auditSql = (entry: Omit<AuditEntry, 'count'>, from: SqlFragment): SqlFragment => insertEntrySql(rowOf(entry), from);

const rowOf = ({ request, requestId, outcome = 'ok', ...entry }: AuditEntry) => ({
  ...entry,
  outcome,
  ip: request?.ip ?? null,
  requestId: request?.id ?? requestId ?? requestOfJob(),
});

function requestOfJob(): string | null {
  const cause = currentCause();
  return cause?.job ? cause.requestId : null;
}

/** Writes an entry for each job that failed permanently. The error itself is only in the server's log, because its message may contain anything. */
export function auditFailedJobs(db: Queryable, log: Pick<Logger, 'error'>) {
  return ({ id, task, requestId }: { id: string; task: string; requestId: string | null }, error: unknown): void => {
    const detail = { job: id, error: error instanceof Error ? error.name : typeof error };
    audit(db, { action: 'server.job_failed', subjectType: 'job', subjectId: task, outcome: 'failed', detail, requestId }).catch(
      (failure: unknown) => log.error({ err: failure }, 'an entry could not be written to the audit trail'),
    );
  };
}
