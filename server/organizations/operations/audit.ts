import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import type { Viewer } from '#server/viewer.ts';

type SubjectType = 'organization' | 'member' | 'invitation';

/** What the trail is told of what people do with an organization, its members or its invitations. */
export const auditEntryFor =
  (subjectType: SubjectType) =>
  (
    action: Extract<AuditAction, `organization.${string}`>,
    { id, organizationId }: { id: string; organizationId: string },
    by: Viewer,
    request: FastifyRequest,
    detail?: Record<string, unknown>,
  ): AuditEntry => ({ action, actorId: by.userId, subjectType, subjectId: id, organizationId, request, ...(detail && { detail }) });

/** Writes it. */
export const auditRecorder = (subjectType: SubjectType) => {
  const entry = auditEntryFor(subjectType);
  return (tx: Tx, ...told: Parameters<typeof entry>): Promise<number> => audit(tx, entry(...told));
};
