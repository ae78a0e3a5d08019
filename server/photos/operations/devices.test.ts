// What the devices of an event's staff report, and what the organization reads of it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventDevices, eventParticipants } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { deviceCalls } from '#server/photos/operations/devices.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createPhoto,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  viewer,
} from '#tests/support/factories/database.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

type Report = components['schemas']['DeviceReport'];

const report = (deviceId: string, changes: Partial<Report> = {}): Report => ({
  device_id: deviceId,
  kind: 'phone',
  app_version: '0.2.0',
  captured: 0,
  waiting: 0,
  waiting_bytes: 0,
  attention: [],
  lost: 0,
  lost_ids: [],
  last_seq: 0,
  is_storage_low: false,
  ...changes,
});

const at = ({ eventId }: EventWithMembers, rest: Record<string, string> = {}) => ({ id: eventId, ...rest });
const send = async (scene: EventWithMembers, who: Viewer, body: Report) =>
  answerOf(await deviceCalls(deps).reportDevice(callOf<'reportDevice'>(who, at(scene), { body })));
const list = async (scene: EventWithMembers, who = scene.owner) =>
  answerOf(await deviceCalls(deps).listEventDevices(callOf<'listEventDevices'>(who, at(scene)))).items;
const settle = async (scene: EventWithMembers, entryId: string, settled: boolean, who = scene.owner) =>
  answerOf(await deviceCalls(deps).settleDevice(callOf<'settleDevice'>(who, at(scene, { entryId }), { body: { settled } })));

/** As if the last report were older. */
const backdate = (deviceId: string, minutes: number) => {
  const then = new Date(Date.now() - minutes * 60_000);
  return deps.db.update(eventDevices).set({ reportedAt: then, firstSeenAt: then }).where(eq(eventDevices.deviceId, deviceId));
};

const asGuest = async (scene: EventWithMembers) => {
  const guest = viewer(await createUser(deps));
  await createParticipant(deps, scene.eventId, { userId: guest.userId, role: 'guest' });
  return guest;
};

const one = { captured: 1, last_seq: 1 };
const twelve = { captured: 12, waiting: 12, waiting_bytes: 48_000, last_seq: 12 };

describe('devices of staff', () => {
  it('are at most fifty of one person: the one that waits longest without a backlog goes first', async () => {
    const scene = await eventWithMembers(deps);
    const [backlog, idle, ...others] = Array.from({ length: 51 }, () => uuid7());
    await send(scene, scene.guest, report(backlog!, twelve));
    await send(scene, scene.guest, report(idle!));
    await send(scene, scene.owner, report(uuid7()));
    for (const deviceId of others) await send(scene, scene.guest, report(deviceId));
    const rows = await deps.db.select().from(eventDevices).where(eq(eventDevices.eventId, scene.eventId));
    const ids = rows.filter(({ userId }) => userId === scene.guest.userId).map(({ deviceId }) => deviceId);
    expect(ids.toSorted()).toEqual([backlog!, ...others].toSorted());
    expect(rows).toHaveLength(51);
  });

  it('are listed with what they reported, and with what arrived since', async () => {
    const scene = await eventWithMembers(deps);
    const ana = scene.guest;
    const deviceId = uuid7();
    const first = await createPhoto(deps, scene.eventId, ana.userId, { deviceId, deviceSeq: 1 });
    expect(await send(scene, ana, report(deviceId, { captured: 13, waiting: 12, waiting_bytes: 12, last_seq: 13 }))).toEqual({
      is_listed: true,
      earlier: [],
    });
    await backdate(deviceId, 30);
    await deps.db
      .update(photos)
      .set({ uploadedAt: new Date(Date.now() - 40 * 60_000) })
      .where(eq(photos.id, first.id));
    // Two of the reported photos, and one that was taken later.
    for (const deviceSeq of [5, 6, 14]) await createPhoto(deps, scene.eventId, ana.userId, { deviceId, deviceSeq });
    // Of the same person, but another device.
    await createPhoto(deps, scene.eventId, ana.userId, { deviceSeq: 7 });
    const [device] = await list(scene);
    expect(device).toMatchObject({
      person: { id: ana.userId, name: 'Ana Test' },
      captured: 14,
      stored: 4,
      waiting: 10,
      status: 'sending',
    });
  });

  it('are named when they are silent with a backlog, and no more once they report', async () => {
    const scene = await eventWithMembers(deps);
    const deviceId = uuid7();
    await send(scene, scene.guest, report(deviceId, { ...twelve, attention: [{ reason: 'too_large', count: 2 }] }));
    expect(await list(scene)).toMatchObject([{ status: 'attention', attention: [{ reason: 'too_large', count: 2 }] }]);
    await backdate(deviceId, 22);
    expect(await list(scene)).toMatchObject([{ status: 'silent', waiting: 12, captured: 12, stored: 0 }]);
    await send(scene, scene.guest, report(deviceId, { captured: 12, last_seq: 12 }));
    expect(await list(scene)).toMatchObject([{ status: 'done', waiting: 0, attention: [] }]);
  });

  it('that only opened the event are not listed, and still tell that an earlier one was replaced', async () => {
    const scene = await eventWithMembers(deps);
    await send(scene, scene.owner, report(uuid7()));
    expect(await list(scene)).toEqual([]);
    const old = uuid7();
    await send(scene, scene.guest, report(old, { ...twelve, imported: 2 }));
    await backdate(old, 22);
    await send(scene, scene.guest, report(uuid7()));
    expect(await list(scene)).toMatchObject([{ status: 'replaced', captured: 12, imported: 2, number: old.slice(-4).toUpperCase() }]);
  });

  it('no longer miss photos that arrived from elsewhere, by their hashes, and name those that are missing', async () => {
    const scene = await eventWithMembers(deps);
    const ana = scene.guest.userId;
    const [old, next] = [uuid7(), uuid7()];
    const taken = new Date('2026-11-20T21:12:00Z').toISOString();
    const waiting = Array.from({ length: 4 }, (_, index) => ({
      sha256: `${index}`.repeat(64),
      file_name: `IMG_${index}.JPG`,
      taken_at: taken,
    }));
    await send(scene, scene.guest, report(old, { captured: 5, waiting: 4, waiting_bytes: 4, last_seq: 5, waiting_photos: waiting }));
    await backdate(old, 22);
    const names = async () =>
      (await list(scene)).map((one) => `${one.status} ${one.waiting} ${one.waiting_photos.map((photo) => photo.file_name).join()}`);
    await send(scene, scene.guest, report(next, one));
    expect((await names())[0]).toBe('replaced 4 IMG_0.JPG,IMG_1.JPG,IMG_2.JPG,IMG_3.JPG');
    // From the memory card; somebody else's same picture doesn't count; what the device itself sends counts once.
    await createPhoto(deps, scene.eventId, ana, { deviceId: next, deviceSeq: 1, sha256: waiting[0]!.sha256 });
    await createPhoto(deps, scene.eventId, scene.owner.userId, { deviceSeq: 1, sha256: waiting[1]!.sha256 });
    expect(await send(scene, scene.guest, report(next, one))).toMatchObject({ earlier: [{ captured: 5, stored: 2, waiting: 3 }] });
    await createPhoto(deps, scene.eventId, ana, { deviceId: old, deviceSeq: 5, sha256: waiting[2]!.sha256 });
    expect((await names()).filter((line) => line.includes('IMG'))).toEqual(['sending 2 IMG_1.JPG,IMG_3.JPG']);
    for (const index of [1, 3])
      await createPhoto(deps, scene.eventId, ana, { deviceId: next, deviceSeq: index, sha256: waiting[index]!.sha256 });
    expect((await names()).toSorted()).toEqual(['done 0 ', 'done 0 ']);
    expect(await send(scene, scene.guest, report(next, one))).toMatchObject({ earlier: [] });
  });

  it('of all events that may have lost photos are listed for the organization, with their event, until they are settled', async () => {
    const scene = await eventWithMembers(deps);
    const [silent, fine] = [uuid7(), uuid7()];
    const urgent = async (who = scene.owner) =>
      answerOf(await deviceCalls(deps).listOrganizationDevices(callOf<'listOrganizationDevices'>(who, { orgId: scene.organizationId })));
    await send(scene, scene.guest, report(silent, twelve));
    await send(scene, scene.owner, report(fine, one));
    expect(await urgent()).toEqual({ items: [], total: 0 });
    await backdate(silent, 22);
    const told = await urgent();
    expect(told).toMatchObject({ total: 1, items: [{ event: { id: scene.eventId }, device: { status: 'silent', waiting: 12 } }] });
    expect(await outcome(urgent(scene.guest))).toBe('not_found');
    await settle(scene, told.items[0]!.device.id, true);
    expect(await urgent()).toEqual({ items: [], total: 0 });
  });

  it('that a new device of the same person replaced are named, also to that person', async () => {
    const scene = await eventWithMembers(deps);
    const [old, next] = [uuid7(), uuid7()];
    await send(scene, scene.guest, report(old, twelve));
    await backdate(old, 22);
    expect(await send(scene, scene.guest, report(next, one))).toMatchObject({
      earlier: [{ captured: 12, stored: 0, waiting: 12, kind: 'phone', number: old.slice(-4).toUpperCase() }],
    });
    const [first, second] = await list(scene);
    expect(first).toMatchObject({ status: 'replaced', waiting: 12, replaced_by: 'Another program' });
    expect(second).toMatchObject({ status: 'done', replaced_by: null });
    // The old one is still there.
    await send(scene, scene.guest, report(old, twelve));
    expect((await list(scene)).map(({ status }) => status)).toEqual(['sending', 'done']);
    expect(await send(scene, scene.guest, report(next, one))).toMatchObject({ earlier: [] });
  });

  it('with a new id but nothing missing replace nothing', async () => {
    const scene = await eventWithMembers(deps);
    const [old, next] = [uuid7(), uuid7()];
    await send(scene, scene.guest, report(old, { captured: 12, last_seq: 12 }));
    await backdate(old, 22);
    await send(scene, scene.guest, report(next, one));
    expect((await list(scene)).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('lose photos only if the server lacks them', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
    await send(scene, scene.guest, report(uuid7(), { lost: 1, lost_ids: [photo.id, uuid7()] }));
    expect(await list(scene)).toMatchObject([{ status: 'lost', lost: 2 }]);
  });

  it('are not those of guests', async () => {
    const scene = await eventWithMembers(deps);
    const guest = await asGuest(scene);
    expect(await send(scene, guest, report(uuid7(), twelve))).toEqual({ is_listed: false, earlier: [] });
    expect(await list(scene)).toEqual([]);
    // Of a photographer who became a guest, neither.
    await send(scene, scene.guest, report(uuid7(), twelve));
    await deps.db.update(eventParticipants).set({ role: 'guest' }).where(eq(eventParticipants.userId, scene.guest.userId));
    await send(scene, scene.guest, report(uuid7(), twelve));
    expect(await list(scene)).toEqual([]);
  });

  it('of people who were removed stay, but new ones are not listed', async () => {
    const scene = await eventWithMembers(deps);
    const deviceId = uuid7();
    await send(scene, scene.guest, report(deviceId, twelve));
    await deps.db
      .update(eventParticipants)
      .set({ removedAt: new Date(), photographerUntil: new Date() })
      .where(eq(eventParticipants.userId, scene.guest.userId));
    expect(await send(scene, scene.guest, report(deviceId, { captured: 12, waiting: 3 }))).toMatchObject({ is_listed: true });
    expect(await send(scene, scene.guest, report(uuid7(), twelve))).toMatchObject({ is_listed: false });
    expect(await list(scene)).toMatchObject([{ waiting: 3 }]);
  });

  it('are seen by the organization only', async () => {
    const scene = await eventWithMembers(deps);
    expect(await outcome(list(scene, scene.guest))).toBe('forbidden');
    const other = await eventWithMembers(deps);
    expect(await outcome(list(scene, other.owner))).toBe('not_found');
    expect(await outcome(send(scene, other.owner, report(uuid7())))).toBe('not_found');
  });
});

describe('a settled device', () => {
  it('leaves the list of what is missing, comes back with Undo, and both are audited once', async () => {
    const scene = await eventWithMembers(deps);
    const deviceId = uuid7();
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 1 }));
    await backdate(deviceId, 22);
    const [device] = await list(scene);
    const id = device!.id;
    for (let nr = 0; nr < 2; nr++) expect(await settle(scene, id, true)).toMatchObject({ status: 'done', waiting: 12 });
    for (let nr = 0; nr < 2; nr++) expect(await settle(scene, id, false)).toMatchObject({ status: 'lost', lost: 1, settled_at: null });
    const entries = await deps.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, scene.eventId));
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['event.reopen_device', 'event.settle_device']);
  });

  it('counts again when it reports, except for the photos that were lost before', async () => {
    const scene = await eventWithMembers(deps);
    const deviceId = uuid7();
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 2 }));
    await settle(scene, (await list(scene))[0]!.id, true);
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 2 }));
    expect(await list(scene)).toMatchObject([{ status: 'sending', lost: 0, settled_at: null }]);
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 3 }));
    expect(await list(scene)).toMatchObject([{ status: 'lost', lost: 1 }]);
  });

  it('is undone also after the device has reported again', async () => {
    const scene = await eventWithMembers(deps);
    const deviceId = uuid7();
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 2 }));
    const id = (await list(scene))[0]!.id;
    await settle(scene, id, true);
    await send(scene, scene.guest, report(deviceId, { ...twelve, lost: 2 }));
    expect(await settle(scene, id, false)).toMatchObject({ status: 'lost', lost: 2, settled_at: null });
    expect(await settle(scene, id, false)).toMatchObject({ status: 'lost', lost: 2 });
  });

  it('is settled by the organization only', async () => {
    const scene = await eventWithMembers(deps);
    await send(scene, scene.guest, report(uuid7(), twelve));
    const id = (await list(scene))[0]!.id;
    expect(await outcome(settle(scene, id, true, scene.guest))).toBe('forbidden');
    const other = await eventWithMembers(deps);
    expect(await outcome(settle(other, id, true, other.owner))).toBe('not_found');
  });
});
