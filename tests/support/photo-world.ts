// An event with people around it and uploads at will, for unit tests that call the photos' operations directly.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { components } from '#openapi/api.ts';
import type { OperationId } from '#openapi/operations.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import type { Deps } from '#server/deps.ts';
import { findEvent } from '#server/events/events-repository.ts';
import type { Call } from '#server/http/operation.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { addUpload } from '#server/photos/uploads-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { createOrganization, createUser } from '#tests/support/database.ts';

export interface EventWithMembers {
  eventId: string;
  organizationId: string;
  owner: Viewer;
  guest: Viewer;
}

/** Rights as they are, where a server keeps them in memory for a while. */
export const uncachedPictureAccess = ({ db }: Deps): Pick<PictureAccessCache, 'findEvent'> => ({
  findEvent: (eventId, userId) => findEvent(db, eventId, userId),
});

export function viewer(userId: string, changes: Partial<Viewer> = {}): Viewer {
  return {
    userId,
    sessionId: uuid7(),
    email: `${userId}@unit.test`,
    name: 'Ana Test',
    role: 'user',
    permissions: {},
    memberships: [],
    ...changes,
  };
}

export async function createEvent(deps: Deps, organizationId: string, changes: Partial<typeof events.$inferInsert> = {}): Promise<string> {
  const id = uuid7();
  const joinCode = id.replaceAll('-', '').slice(-12).toUpperCase();
  await deps.db
    .insert(events)
    .values({ id, organizationId, name: 'Unit night', type: 'private', status: 'live', startsAt: new Date(), joinCode, ...changes });
  return id;
}

export async function eventWithMembers(deps: Deps, changes: Partial<typeof events.$inferInsert> = {}): Promise<EventWithMembers> {
  const { id: organizationId, adminId } = await createOrganization(deps);
  const eventId = await createEvent(deps, organizationId, changes);
  const guestId = await createUser(deps);
  await deps.db.insert(eventParticipants).values({ eventId, userId: guestId });
  return {
    eventId,
    organizationId,
    owner: viewer(adminId, { role: 'organization', memberships: [{ organizationId, role: 'organization', permissions: {} }] }),
    guest: viewer(guestId),
  };
}

/** What tus would have left: the file, its note, and its owner. */
export async function createUpload(
  deps: Deps,
  userId: string,
  bytes: Buffer,
  announced = bytes.length,
  eventId: string | null = null,
): Promise<string> {
  const id = uuid7().replaceAll('-', '');
  const folder = path.join(deps.config.dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, id), bytes);
  writeFileSync(path.join(folder, `${id}.json`), JSON.stringify({ id, size: announced, offset: 0, metadata: {} }));
  await addUpload(deps.db, { id, userId, eventId, bytes: announced }, announced);
  return id;
}

export function photoRequest(
  uploadId: string,
  bytes: Buffer,
  changes: Partial<components['schemas']['CreatePhotoRequest']> = {},
): components['schemas']['CreatePhotoRequest'] {
  return {
    id: uuid7(),
    upload_id: uploadId,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    content_type: 'image/jpeg',
    taken_at: '2026-11-20T20:00:00.000Z',
    tz_offset: 60,
    orientation: 0,
    device_id: uuid7(),
    device_seq: 1,
    source: 'camera',
    ...changes,
  };
}

/** A call as the binder makes it, of what the photos' operations use. */
export function callOf<Id extends OperationId>(
  who: Viewer,
  path: Record<string, string>,
  parts: { body?: unknown; query?: unknown; header?: Record<string, string> } = {},
): Call<Id> {
  const request = { ip: '127.0.0.1', id: uuid7(), headers: {}, socket: { localPort: 3000 } };
  const header = { 'x-account': who.userId, ...parts.header };
  return { path, query: parts.query ?? {}, header, body: parts.body, viewer: who, request, reply: {} } as unknown as Call<Id>;
}
