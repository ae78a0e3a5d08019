import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/db/types.ts';
import { recordChange, recordJoin } from '#server/events/changes-repository.ts';
import type { Viewer } from '#server/viewer.ts';

interface RecordedChange {
  action: Extract<AuditAction, `event.${string}`>;
  event: { id: string; organizationId: string };
  /** Null: the server itself. */
  by: Viewer | null;
  request?: Pick<FastifyRequest, 'ip' | 'id'>;
  detail?: Record<string, unknown>;
  /** Who was let in again, or out, by number. */
  attendees?: 1 | -1;
  /** The gallery was opened or closed: who reads it reads it again. */
  galleryToggled?: boolean;
}

/** Tells the trail and the open streams of what the transaction did to an event. The last thing in it: what it locks is locked last. */
export async function recordEventChange(
  tx: Tx,
  { action, event, by, request, detail, attendees, galleryToggled = false }: RecordedChange,
): Promise<void> {
  await audit(tx, {
    action,
    actorId: by?.userId ?? null,
    subjectType: 'event',
    subjectId: event.id,
    organizationId: event.organizationId,
    ...(detail && { detail }),
    ...(request && { request }),
  });
  if (action === 'event.join' && by) await recordJoin(tx, event.id, by.userId);
  else await recordChange(tx, event.id, 'event', null, { attendees });
  if (galleryToggled) await recordChange(tx, event.id, 'reset', null);
}
