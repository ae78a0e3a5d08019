// The overview of an organization: counts, days and pending work.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { photoReports } from '#server/db/schema/photos.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, createUser, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { type Ask, askEvents, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: Ask;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const overview = (scene: EventWithMembers, time_zone = 'UTC') =>
  ask('getOrganizationOverview', scene.owner, { orgId: scene.organizationId }, { query: { time_zone } });

async function shoot(scene: EventWithMembers, changes: Parameters<typeof createPhoto>[3] = {}) {
  const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, changes);
  await deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'added', photo.id, { photos: 1, bytes: photo.bytes }));
  return photo;
}

describe('an organization in numbers', () => {
  it('counts photos and their bytes, forth and back with deletion and restoring', async () => {
    const scene = await eventWithMembers(deps);
    await shoot(scene, { bytes: 700 });
    const second = await shoot(scene, { bytes: 50 });
    expect(await overview(scene)).toMatchObject({ photos: 2, bytes: 750, staff: 1, expired_invitations: 0, events: { all: 1 } });
    const parts = { body: { ids: [second.id] } };
    await deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(scene.guest, { id: scene.eventId }, parts));
    expect(await overview(scene)).toMatchObject({ photos: 1, bytes: 700 });
    await deletionCalls(deps).restorePhotos(callOf<'restorePhotos'>(scene.guest, { id: scene.eventId }, parts));
    expect(await overview(scene)).toMatchObject({ photos: 2, bytes: 750 });
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
    expect(counter).toMatchObject({ photosCount: 2, photosBytes: 750 });
  });

  it('has each of the last thirty days in the reader’s time zone', async () => {
    const scene = await eventWithMembers(deps);
    const now = new Date();
    await shoot(scene, { takenAt: now });
    await shoot(scene, { takenAt: new Date(now.getTime() - 40 * 24 * 3600 * 1000) });
    for (const zone of ['UTC', 'Pacific/Auckland', 'Pacific/Honolulu']) {
      const { days } = await overview(scene, zone);
      expect(days).toHaveLength(30);
      expect(days.at(-1)).toEqual({ day: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now), photos: 1, likes: 0 });
      expect(days.reduce((sum, { photos }) => sum + photos, 0)).toBe(1);
    }
  });

  it('lists events with photos to review, and events past their end', async () => {
    const scene = await eventWithMembers(deps, { startsAt: new Date(Date.now() - 5 * 3600 * 1000), durationHours: 2 });
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    expect(await overview(scene)).toMatchObject({ pending: { photos: 0, events: [] } });
    await shoot(scene, { status: 'pending' });
    await shoot(scene, { status: 'pending' });
    await shoot(scene, { status: 'pending', deletedAt: new Date() });
    const told = await overview(scene);
    expect(told.pending).toEqual({ photos: 2, events: [{ id: scene.eventId, name: event?.name, photos: 2 }] });
    expect(told.past_their_end).toEqual([{ id: scene.eventId, name: event?.name }]);
    for (const changes of [{ endsAutomatically: true }, { endsAutomatically: false, status: 'ended' as const }]) {
      await deps.db.update(events).set(changes).where(eq(events.id, scene.eventId));
      expect((await overview(scene)).past_their_end).toEqual([]);
    }
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
    expect(await overview(scene)).toMatchObject({ pending: { photos: 0, events: [] }, photos: 0, events: { all: 0, deleted: 1 } });
  });

  it('lists events with reported photos, and counts them once however often they are reported', async () => {
    const scene = await eventWithMembers(deps);
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    const numbers = () => ask('getEventNumbers', scene.owner, { id: scene.eventId });
    expect([(await overview(scene)).reported, (await numbers()).reported]).toEqual([{ photos: 0, events: [] }, 0]);
    const photo = await shoot(scene);
    const [removed, decided] = [await shoot(scene, { deletedAt: new Date() }), await shoot(scene)];
    const report = { eventId: scene.eventId, reason: 'in_photo' as const };
    await deps.db.insert(photoReports).values([
      { id: uuid7(), photoId: photo.id, reporterId: scene.guest.userId, ...report },
      { id: uuid7(), photoId: photo.id, visitorKeyHash: 'a visitor', ...report },
      { id: uuid7(), photoId: removed.id, visitorKeyHash: 'a visitor', ...report },
      { id: uuid7(), photoId: decided.id, visitorKeyHash: 'a visitor', ...report, decision: 'kept', decidedAt: new Date() },
    ]);
    expect((await overview(scene)).reported).toEqual({ photos: 1, events: [{ id: scene.eventId, name: event?.name, photos: 1 }] });
    expect((await numbers()).reported).toBe(1);
  });

  it('is visible to its members only', async () => {
    const scene = await eventWithMembers(deps);
    const stranger = viewer(await createUser(deps), { permissions: { view_events: true } });
    for (const who of [stranger, scene.guest]) {
      expect(await outcome(ask('getOrganizationOverview', who, { orgId: scene.organizationId }))).toBe('not_found');
    }
  });
});
