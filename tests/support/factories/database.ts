import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
// Rows in the database, for unit tests of the server. The last argument of each factory overrides its defaults.
import { eq } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPerson } from '#server/accounts/users-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { subscriptions } from '#server/db/schema/billing.ts';
import { eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos, uploads } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { NewPhoto } from '#server/photos/photos-repository.ts';
import { ALL_PIECES, storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';

type Database = Pick<Deps, 'db'>;
type CreatePhotoRequest = components['schemas']['CreatePhotoRequest'];

/** Returns the id. */
export async function createUser({ db }: Database, overrides: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = overrides.id ?? uuid7();
  const defaults = { id, email: `${id}@unit.test`, passwordHash: '', firstName: 'Ana', lastName: 'Test', isVerified: true };
  await db.insert(users).values({ ...defaults, ...overrides });
  return id;
}

/** An active organization with one admin, on the plan with the highest limits. */
export async function createOrganization(
  deps: Database,
  overrides: Partial<typeof organizations.$inferInsert> = {},
): Promise<{ id: string; adminId: string }> {
  const id = overrides.id ?? uuid7();
  await deps.db.insert(organizations).values({ id, name: 'Unit', status: 'active', ...overrides });
  await deps.db.insert(subscriptions).values({ organizationId: id, planId: 'studio' });
  const userId = await createUser(deps, { firstName: 'Olga' });
  await createMembership(deps, id, { userId, role: 'organization' });
  return { id, adminId: userId };
}

/** Creates the user too, unless given. */
export async function createMembership(
  deps: Database,
  organizationId: string,
  overrides: Partial<typeof memberships.$inferInsert> = {},
): Promise<{ id: string; userId: string }> {
  const id = overrides.id ?? uuid7();
  const userId = overrides.userId ?? (await createUser(deps));
  await deps.db.insert(memberships).values({ ...overrides, id, organizationId, userId });
  return { id, userId };
}

/** A private live event. Returns the id. */
export async function createEvent(
  { db }: Database,
  organizationId: string,
  overrides: Partial<typeof events.$inferInsert> = {},
): Promise<string> {
  const id = overrides.id ?? uuid7();
  const joinCode = id.replaceAll('-', '').slice(-12).toUpperCase();
  const defaults = { id, organizationId, name: 'Unit night', type: 'private', status: 'live', startsAt: new Date(), joinCode } as const;
  await db.insert(events).values({ ...defaults, ...overrides });
  return id;
}

/** Creates the user too, unless given. Returns the user's id. */
export async function createParticipant(
  deps: Database,
  eventId: string,
  overrides: Partial<typeof eventParticipants.$inferInsert> = {},
): Promise<string> {
  const userId = overrides.userId ?? (await createUser(deps));
  await deps.db.insert(eventParticipants).values({ ...overrides, eventId, userId });
  return userId;
}

export const photoRow = (eventId: string, uploaderId: string, overrides: Partial<NewPhoto> = {}): NewPhoto & { id: string } => ({
  id: uuid7(),
  eventId,
  uploaderId,
  status: 'approved',
  state: 'ready',
  takenAt: new Date('2026-11-20T20:00:00.000Z'),
  tzOffset: 60,
  orientation: 0,
  bytes: 1,
  sha256: randomBytes(32).toString('hex'),
  contentType: 'image/jpeg',
  deviceId: uuid7(),
  deviceSeq: 1,
  source: 'camera',
  ...overrides,
});

export const insertPhoto = (db: Queryable, photo: NewPhoto) => db.insert(photos).values(photo);

/** An approved photo, without its files. */
export async function createPhoto(
  { db }: Database,
  eventId: string,
  uploaderId: string,
  overrides: Partial<NewPhoto> = {},
): Promise<NewPhoto & { id: string }> {
  const photo = photoRow(eventId, uploaderId, overrides);
  await insertPhoto(db, photo);
  return photo;
}

/** A finished tus upload: the bytes, their metadata, and their owner. Returns the id. */
export async function createUpload(
  { db, config, storage }: Pick<Deps, 'db' | 'config' | 'storage'>,
  userId: string,
  bytes: Buffer,
  announced = bytes.length,
  eventId: string | null = null,
): Promise<string> {
  const id = uuid7().replaceAll('-', '');
  const record = { id, userId, eventId, bytes: announced };
  if (config.s3 !== null) {
    const piece = { key: storageKeys.uploadPiece(id, uuid7()), bytes: bytes.length };
    await storage.put(piece.key, bytes);
    await db.insert(uploads).values({ ...record, received: bytes.length, pieces: [piece] });
    return id;
  }
  const folder = path.join(config.dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, id), bytes);
  writeFileSync(path.join(folder, `${id}.json`), JSON.stringify({ id, size: announced, offset: 0, metadata: {} }));
  await db.insert(uploads).values(record);
  return id;
}

/** Names of the files or objects with bytes of uploads. */
export async function listUploadFiles({ config, storage }: Pick<Deps, 'config' | 'storage'>): Promise<string[]> {
  const names: string[] = [];
  if (config.s3 === null) return readdirSync(path.join(config.dataDir, 'uploads'));
  for await (const { key } of storage.list(ALL_PIECES)) names.push(key);
  return names;
}

/** The request that turns an upload into a photo. */
export const photoRequest = (uploadId: string, bytes: Buffer, overrides: Partial<CreatePhotoRequest> = {}): CreatePhotoRequest => ({
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
  ...overrides,
});

/** A viewer that need not be in the database. */
export const viewer = (userId: string, overrides: Partial<Viewer> = {}): Viewer => ({
  userId,
  sessionId: uuid7(),
  email: `${userId}@unit.test`,
  name: 'Ana Test',
  role: 'user',
  permissions: {},
  memberships: [],
  ...overrides,
});

/** The viewer as each of the user's requests reads it. */
export async function viewerOf({ db }: Database, userId: string): Promise<Viewer> {
  const person = await findPerson(db, userId);
  if (!person) throw new Error(`there is no user ${userId}`);
  return toViewer(person, uuid7());
}

export interface EventWithMembers {
  eventId: string;
  organizationId: string;
  /** The organization's admin. */
  owner: Viewer;
  /** A participant. */
  guest: Viewer;
}

const staff = (userId: string, organizationId: string, role: 'organization' | 'member') =>
  viewer(userId, { role: role === 'member' ? 'user' : role, memberships: [{ organizationId, role, permissions: {} }] });

/** An event of an organization, with an admin and a participant. */
export async function eventWithMembers(deps: Database, overrides: Partial<typeof events.$inferInsert> = {}): Promise<EventWithMembers> {
  const { id: organizationId, adminId } = await createOrganization(deps);
  const eventId = await createEvent(deps, organizationId, overrides);
  const guest = viewer(await createParticipant(deps, eventId));
  return { eventId, organizationId, owner: staff(adminId, organizationId, 'organization'), guest };
}

/** An event whose cover is a photo of its guest. */
export async function eventWithCover(deps: Database, overrides: Partial<typeof events.$inferInsert> = {}): Promise<EventWithMembers> {
  const scene = await eventWithMembers(deps, overrides);
  const { id } = await createPhoto(deps, scene.eventId, scene.guest.userId);
  await deps.db.update(events).set({ coverPhotoId: id }).where(eq(events.id, scene.eventId));
  return scene;
}

export interface ModeratedEvent extends EventWithMembers {
  /** The organization's second moderator. */
  member: Viewer;
  /** Pending photos of the guest, the oldest first. */
  waiting: string[];
}

/** An event that requires approval, with two moderators and `count` pending photos. */
export async function moderatedEvent(
  deps: Database,
  count: number,
  overrides: Partial<typeof photos.$inferInsert> = {},
): Promise<ModeratedEvent> {
  const scene = await eventWithMembers(deps, { requireApproval: true });
  const rows = Array.from({ length: count }, (_, index) => ({
    ...photoRow(scene.eventId, scene.guest.userId, { status: 'pending', ...overrides }),
    uploadedAt: new Date(Date.UTC(2026, 10, 20, 20) + index * 1000),
  }));
  if (rows.length > 0) await deps.db.insert(photos).values(rows);
  const counter = { eventId: scene.eventId, photosCount: count };
  await deps.db.insert(eventCounters).values(counter).onConflictDoUpdate({ target: eventCounters.eventId, set: counter });
  return { ...scene, member: await createModerator(deps, scene, 'Mika'), waiting: rows.map((row) => row.id) };
}

export async function createModerator(deps: Database, { organizationId }: EventWithMembers, firstName = 'Mo'): Promise<Viewer> {
  const { userId } = await createMembership(deps, organizationId, { role: 'member', userId: await createUser(deps, { firstName }) });
  return staff(userId, organizationId, 'member');
}
