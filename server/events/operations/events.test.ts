import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChanges, eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { isWaitingForLock } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createOrganization,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  viewer,
  viewerOf,
} from '#tests/support/factories/database.ts';
import { askEvents, outcome, type Ask } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const setOrganization = (id: string, changes: Partial<typeof organizations.$inferInsert>) =>
  deps.db.update(organizations).set(changes).where(eq(organizations.id, id));
const trailOf = async (eventId: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, eventId)).orderBy(auditLog.id)).map((entry) => entry.action);
const changesOf = async (eventId: string) =>
  (await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, eventId)).orderBy(eventChanges.seq)).map((one) => one.kind);
const addPhoto = async (scene: EventWithMembers, changes: Partial<typeof photos.$inferInsert> = {}) => {
  const id = uuid7();
  await deps.db.insert(photos).values({
    id,
    eventId: scene.eventId,
    uploaderId: scene.guest.userId,
    status: 'approved',
    state: 'ready',
    takenAt: new Date(),
    tzOffset: 0,
    orientation: 0,
    bytes: 10,
    sha256: id.replaceAll('-', '').repeat(2),
    contentType: 'image/jpeg',
    deviceId: uuid7(),
    deviceSeq: 1,
    source: 'camera',
    ...changes,
  });
  return id;
};
const member = (organizationId: string, userId: string) =>
  viewer(userId, {
    role: 'member',
    memberships: [{ organizationId, role: 'member', permissions: {} }],
    permissions: { view_events: true },
  });

const superAdmin = async () => {
  const id = await createUser(deps, { role: 'super_admin' });
  return viewerOf(deps, id);
};

describe('a new event', () => {
  const wanted = (organization_id: string) => ({ organization_id, name: '  Harbour Lights ', starts_at: '2026-11-20T18:00:00.000Z' });

  it('is a draft with the organization’s settings for omitted fields', async () => {
    const { id, adminId } = await createOrganization(deps);
    await setOrganization(id, {
      defaultEventType: 'private',
      defaultEventDurationHours: 3.5,
      defaultRequireApproval: true,
      defaultAutoGallery: false,
      defaultAllowDownloads: false,
    });
    const event = await ask('createEvent', member(id, adminId), {}, { body: wanted(id) });
    expect(event).toMatchObject({
      name: 'Harbour Lights',
      status: 'draft',
      type: 'private',
      duration: 3.5,
      require_approval: true,
      auto_gallery: false,
      allow_downloads: false,
      join_policy: 'code',
      join_identity: 'name',
      relation: 'organization',
      can: { manage: true, capture: false },
      next_statuses: ['live', 'active'],
      photos_count: 0,
      deleted_at: null,
    });
    expect(event.join_code).toMatch(/^[2-9A-Z]{8}$/);
    expect(await trailOf(event.id)).toEqual(['event.create']);
  });

  it('prefers given values to the settings', async () => {
    const { id, adminId } = await createOrganization(deps);
    const said = { type: 'private', status: 'live', duration: 6, auto_gallery: false, join_policy: 'invited', location: 'Pier 4' };
    expect(await ask('createEvent', member(id, adminId), {}, { body: { ...wanted(id), ...said } })).toMatchObject(said);
  });

  it('is created by members of an active organization; others get 404', async () => {
    const { id, adminId } = await createOrganization(deps);
    const elsewhere = await createOrganization(deps);
    const make = (who: Parameters<Ask>[1]) => outcome(ask('createEvent', who, {}, { body: wanted(id) }));
    expect(await make(member(elsewhere.id, elsewhere.adminId))).toBe('not_found');
    expect(await make(await superAdmin())).toBe('not_found');
    await setOrganization(id, { status: 'suspended' });
    expect(await make(member(id, adminId))).toBe('organization_suspended');
    await setOrganization(id, { status: 'pending' });
    expect(await make(member(id, adminId))).toBe('organization_pending');
    expect(await deps.db.select().from(events).where(eq(events.organizationId, id))).toEqual([]);
  });
});

describe('one event', () => {
  it('looks missing to people without access', async () => {
    const scene = await eventWithMembers(deps);
    const get = (who: Parameters<Ask>[1], id = scene.eventId) => ask('getEvent', who, { id });
    expect(await get(scene.guest)).toMatchObject({
      relation: 'participant',
      participant_role: 'photographer',
      join_code: null,
      can: { capture: true, like: true, download: true, moderate: false, manage: false },
      next_statuses: [],
    });
    expect(await outcome(get(viewer(await createUser(deps), { permissions: { all: true } })))).toBe('not_found');
    expect(await outcome(get(scene.owner, uuid7()))).toBe('not_found');
  });
});

describe('changing an event', () => {
  const change = (scene: EventWithMembers, body: object, who = scene.owner) => ask('updateEvent', who, { id: scene.eventId }, { body });

  it('changes given fields only, writes audit entry and change, and ignores equal values', async () => {
    const scene = await eventWithMembers(deps, { location: 'Pier 4', durationHours: 2.4 });
    const before = await ask('getEvent', scene.owner, { id: scene.eventId });
    const same = { name: before.name, duration: 2.4, starts_at: before.starts_at, status: 'live', cover_photo_id: null };
    expect(await change(scene, same)).toEqual(before);
    expect(await trailOf(scene.eventId)).toEqual([]);

    const after = await change(scene, { name: 'Harbour Lights II', duration: 0.25 });
    expect(after).toMatchObject({ name: 'Harbour Lights II', duration: 0.25, location: 'Pier 4', status: 'live' });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await trailOf(scene.eventId)).toEqual(['event.update']);
    expect(await changesOf(scene.eventId)).toEqual(['event']);
  });

  it('is for its organization while that is active', async () => {
    const scene = await eventWithMembers(deps, { type: 'public' });
    const elsewhere = await createOrganization(deps);
    const other = member(elsewhere.id, elsewhere.adminId);
    const admin = await superAdmin();
    expect(await outcome(change(scene, { name: 'Mine' }, scene.guest))).toBe('forbidden');
    expect(await outcome(change(scene, { name: 'Mine' }, other))).toBe('forbidden');
    expect(await outcome(change(scene, { name: 'Mine' }, admin))).toBe('forbidden');
    await deps.db.update(events).set({ type: 'private' }).where(eq(events.id, scene.eventId));
    expect(await outcome(change(scene, { name: 'Mine' }, other))).toBe('not_found');
    expect(await outcome(change(scene, { name: 'Mine' }, admin))).toBe('not_found');
    expect(await outcome(change({ ...scene, eventId: uuid7() }, { name: 'Mine' }))).toBe('not_found');
    await setOrganization(scene.organizationId, { status: 'suspended' });
    expect(await outcome(change(scene, { name: 'Mine' }))).toBe('organization_suspended');
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ name: 'Unit night', next_statuses: [] });
  });

  it('follows the allowed transitions', async () => {
    const scene = await eventWithMembers(deps, { joinCode: 'STEPBYSTEP' });
    await ask('joinEvent', viewer(await createUser(deps)), {}, { body: { code: 'STEPBYSTEP' } });
    expect(await outcome(change(scene, { status: 'archived' }))).toBe('status_not_allowed');
    expect(await outcome(change(scene, { status: 'draft' }))).toBe('status_not_allowed');
    for (const status of ['ended', 'archived', 'ended', 'active', 'live'] as const) {
      expect(await change(scene, { status })).toMatchObject({ status });
    }
    expect(await outcome(change(scene, { status: 'live', name: 'Still live' }))).toBe('done');
  });

  it('becomes a draft again only without participants and photos', async () => {
    const { id, adminId } = await createOrganization(deps);
    const eventId = await createEvent(deps, id);
    const owner = member(id, adminId);
    expect(await ask('updateEvent', owner, { id: eventId }, { body: { status: 'draft' } })).toMatchObject({ status: 'draft' });
    await ask('updateEvent', owner, { id: eventId }, { body: { status: 'live' } });
    await deps.db.update(eventCounters).set({ photosCount: 1 }).where(eq(eventCounters.eventId, eventId));
    expect(await outcome(ask('updateEvent', owner, { id: eventId }, { body: { status: 'draft' } }))).toBe('status_not_allowed');
  });

  it('accepts its own ready, approved photo as cover, and shows it only while it stays so', async () => {
    const scene = await eventWithMembers(deps);
    const elsewhere = await eventWithMembers(deps);
    const unusable = [
      await addPhoto(scene, { status: 'pending' }),
      await addPhoto(scene, { status: 'rejected' }),
      await addPhoto(scene, { state: 'processing' }),
      await addPhoto(scene, { state: 'unreadable' }),
      await addPhoto(scene, { deletedAt: new Date() }),
      await addPhoto(elsewhere),
      uuid7(),
    ];
    for (const id of unusable) expect(await outcome(change(scene, { cover_photo_id: id }))).toBe('cover_not_usable');
    const cover = await addPhoto(scene);
    expect(await change(scene, { cover_photo_id: cover })).toMatchObject({ cover_photo_id: cover });
    await change(scene, { auto_gallery: false });
    expect(await ask('getEvent', scene.guest, { id: scene.eventId })).toMatchObject({ cover_photo_id: null });
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ cover_photo_id: cover });
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, cover));
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ cover_photo_id: null });
  });

  it('notifies readers when the gallery opens or closes', async () => {
    const scene = await eventWithMembers(deps);
    const publish = (published: boolean) => ask('publishGallery', scene.owner, { id: scene.eventId }, { body: { published } });
    await change(scene, { auto_gallery: false });
    expect(await changesOf(scene.eventId)).toEqual(['event', 'reset']);
    expect(await publish(true)).toMatchObject({ published_at: expect.any(String) });
    await publish(true);
    expect(await changesOf(scene.eventId)).toEqual(['event', 'reset', 'event', 'reset']);
    // It is open already, so no reader has to reload.
    await change(scene, { auto_gallery: true });
    expect(await publish(false)).toMatchObject({ published_at: null });
    expect((await changesOf(scene.eventId)).slice(4)).toEqual(['event', 'event']);
  });

  it('of two people at once leaves both changes', async () => {
    const scene = await eventWithMembers(deps);
    await Promise.all([change(scene, { name: 'One' }), change(scene, { location: 'Two' }), change(scene, { status: 'ended' })]);
    expect(await ask('getEvent', scene.owner, { id: scene.eventId })).toMatchObject({ name: 'One', location: 'Two', status: 'ended' });
    expect(await trailOf(scene.eventId)).toEqual(['event.update', 'event.update', 'event.update']);
  });
});

describe('a deleted event', () => {
  it('is gone for all but its organization, which can take it back for 30 days', async () => {
    const scene = await eventWithMembers(deps);
    const path = { id: scene.eventId };
    expect(await outcome(ask('deleteEvent', scene.guest, path))).toBe('forbidden');
    await ask('deleteEvent', scene.owner, path);
    await ask('deleteEvent', scene.owner, path);
    expect(await trailOf(scene.eventId)).toEqual(['event.delete']);
    expect(await outcome(ask('getEvent', scene.guest, path))).toBe('not_found');
    expect(await ask('getEvent', scene.owner, path)).toMatchObject({ deleted_at: expect.any(String), next_statuses: [] });
    expect(await outcome(ask('updateEvent', scene.owner, path, { body: { name: 'No' } }))).toBe('not_found');
    expect(await outcome(ask('getEventNumbers', scene.owner, path))).toBe('not_found');
    expect(await outcome(ask('restoreEvent', scene.guest, path))).toBe('not_found');

    expect(await ask('restoreEvent', scene.owner, path)).toMatchObject({ deleted_at: null, attendees_count: 0 });
    expect(await outcome(ask('getEvent', scene.guest, path))).toBe('done');
    expect(await outcome(ask('restoreEvent', scene.owner, path))).toBe('done');
    expect(await trailOf(scene.eventId)).toEqual(['event.delete', 'event.restore']);

    const long = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
    await deps.db.update(events).set({ deletedAt: long }).where(eq(events.id, scene.eventId));
    for (const id of ['getEvent', 'restoreEvent', 'deleteEvent'] as const)
      expect(await outcome(ask(id, scene.owner, path))).toBe('not_found');
  });

  it('of a suspended organization stays as it is', async () => {
    const scene = await eventWithMembers(deps, { deletedAt: new Date() });
    await setOrganization(scene.organizationId, { status: 'suspended' });
    expect(await outcome(ask('restoreEvent', scene.owner, { id: scene.eventId }))).toBe('organization_suspended');
    expect(await outcome(ask('deleteEvent', scene.owner, { id: scene.eventId }))).toBe('organization_suspended');
  });
});

describe('a join code', () => {
  it('is renewed without blocking concurrent writes to the event', async () => {
    const scene = await eventWithMembers(deps);
    const before = await ask('getEvent', scene.owner, { id: scene.eventId });
    const renewals = Array.from({ length: 4 }, () => ask('renewJoinCode', scene.owner, { id: scene.eventId }));
    const joined = Array.from({ length: 4 }, async () => {
      const someone = viewer(await createUser(deps));
      return outcome(ask('joinEvent', someone, {}, { body: { code: before.join_code } }));
    });
    const publishing = [true, false, true].map((published) =>
      ask('publishGallery', scene.owner, { id: scene.eventId }, { body: { published } }),
    );
    const codes = (await Promise.all(renewals)).map((event) => event.join_code);
    await Promise.all(publishing);
    for (const answer of await Promise.all(joined)) expect(['done', 'code_renewed']).toContain(answer);
    expect(new Set([...codes, before.join_code]).size).toBe(5);
    expect(await outcome(ask('joinEvent', viewer(await createUser(deps)), {}, { body: { code: before.join_code } }))).toBe('code_renewed');
    const rows = await deps.db.select().from(eventParticipants).where(eq(eventParticipants.eventId, scene.eventId));
    const now = await ask('getEvent', scene.owner, { id: scene.eventId });
    // The scene's guest came in past the counter.
    expect(now.attendees_count).toBe(rows.length - 1);
  });
});

describe('a code renewal and a concurrent change', () => {
  it('wait for each other in one order', async () => {
    const scene = await eventWithMembers(deps);
    const photoId = await addPhoto(scene);
    let liking: Promise<number> | undefined;
    await deps.db.transaction(async (tx) => {
      await tx.update(events).set({ joinCode: 'CROSSWISE' }).where(eq(events.id, scene.eventId));
      liking = deps.db.transaction((other) => recordChange(other, scene.eventId, 'likes', photoId));
      await expect.poll(() => isWaitingForLock(deps)).toBe(true);
      expect(await recordChange(tx, scene.eventId, 'event', null)).toBe(1);
    });
    expect(await liking).toBe(2);
  });
});

describe('an event in numbers', () => {
  it('are read by the organization, also while it is suspended', async () => {
    const scene = await eventWithMembers(deps);
    const path = { id: scene.eventId };
    const uploadedAt = new Date('2026-11-20T23:14:07.120Z');
    await addPhoto(scene, { likes: 3, bytes: 100, uploadedAt: new Date('2026-11-20T20:00:00.000Z') });
    await addPhoto(scene, { status: 'pending', bytes: 10, uploadedAt });
    await addPhoto(scene, { status: 'rejected', uploadedAt: new Date('2026-11-20T21:00:00.000Z'), bytes: 1 });
    await addPhoto(scene, {
      state: 'unreadable',
      uploaderId: scene.owner.userId,
      uploadedAt: new Date('2026-11-20T21:00:00.000Z'),
      bytes: 5,
    });
    await addPhoto(scene, { deletedAt: new Date(), likes: 9 });
    await addPhoto(await eventWithMembers(deps), { likes: 7 });
    await ask('updateEvent', scene.owner, path, { body: { name: 'Counted' } });
    const numbers = {
      // The four kinds add up.
      photos: 4,
      approved: 1,
      pending: 1,
      rejected: 1,
      unreadable: 1,
      reported: 0,
      likes: 3,
      bytes: 116,
      participants: 1,
      photographers: 2,
      last_photo_at: uploadedAt.toISOString(),
      stream_position: 1,
    };
    expect(await ask('getEventNumbers', scene.owner, path)).toEqual(numbers);
    await setOrganization(scene.organizationId, { status: 'suspended' });
    expect(await ask('getEventNumbers', scene.owner, path)).toEqual(numbers);
    expect(await outcome(ask('getEventNumbers', scene.guest, path))).toBe('forbidden');
    const empty = await createEvent(deps, scene.organizationId);
    expect(await ask('getEventNumbers', scene.owner, { id: empty })).toMatchObject({
      photos: 0,
      bytes: 0,
      last_photo_at: null,
      stream_position: 0,
    });
  });
});
