import type { components } from '#openapi/api.ts';
import type { Block, TrailEnd } from '#server/audit/seal.ts';
import type { NamedLogRow } from '#server/platform/subject-names.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** @param end where the last block ends */
export function presentLog(row: NamedLogRow, end: TrailEnd | undefined): Schemas['LogEntry'] {
  const { actorId, firstName, lastName, organizationId } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor: actorId === null ? null : { id: actorId, name: fullName(firstName ?? '', lastName ?? ''), email: row.email },
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    person_name: row.personName,
    organization: organizationId === null ? null : { id: organizationId, name: row.organization },
    ip: row.ip,
    request_id: row.requestId,
    detail: row.detail,
    count: row.count,
    last_at: row.lastAt?.toISOString() ?? null,
    is_erased: row.isErased,
    is_sealed: end !== undefined && (row.at < end.lastAt || (row.at.getTime() === end.lastAt.getTime() && row.id <= end.lastId)),
  };
}

export const presentSeal = (last: Block | undefined, retentionDays: number, oldestAt: Date | null): Schemas['LogSeal'] => ({
  blocks: last?.number ?? 0,
  last: last ? { number: last.number, hash: last.hash.toString('hex'), ends_at: last.lastAt.toISOString() } : null,
  retention_days: retentionDays,
  oldest_at: oldestAt?.toISOString() ?? null,
});
