// What the delivery board says while photos are delivered: proofs, originals and reports of several devices, in the order of a real event.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventDevices } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { deviceCalls } from '#server/photos/operations/devices.ts';
import { sendProofOperation } from '#server/photos/operations/send-proof.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, eventWithMembers, type EventWithMembers, photoRequest } from '#tests/support/factories/database.ts';
import { answerOf, callOf } from '#tests/support/operations.ts';

type Report = components['schemas']['DeviceReport'];

interface File {
  name: string;
  bytes: Buffer;
  sha256: string;
}

let deps: TestDeps;
let scene: EventWithMembers;
let proof: Buffer;

const picture = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  deps = await openTestDeps();
  proof = await picture(48, 36);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  scene = await eventWithMembers(deps);
});

const bounds = () => uploadBounds(deps.config);
const room = { reserve: () => Promise.resolve({ leave: () => undefined }) };

const file = async (name: string): Promise<File> => {
  const bytes = await picture(96, 72);
  return { name, bytes, sha256: photoRequest('', bytes).sha256 };
};

/** A device that imports files: each of its photos has an id, which an import on another device takes over with the proof. */
function importer(who: Viewer) {
  const deviceId = uuid7();
  let seq = 0;
  const facts = new Map<string, { id: string; device_seq: number }>();
  const fact = async ({ name, bytes }: File) =>
    photoRequest(await createUpload(deps, who.userId, bytes, bytes.length, scene.eventId), bytes, {
      ...facts.get(name),
      device_id: deviceId,
      source: 'import',
      file_name: name,
    });
  return {
    deviceId,
    ids: () => new Map([...facts].map(([name, { id }]) => [name, id])),
    take: (files: readonly File[], ids: ReadonlyMap<string, string> = new Map()) => {
      for (const { name } of files) facts.set(name, { id: ids.get(name) ?? uuid7(), device_seq: ++seq });
    },
    sendProof: async (one: File) => {
      const { id: photoId, orientation: _own, file_name: _name, generated_image_id: _image, ...query } = await fact(one);
      const call = callOf<'sendPhotoProof'>(who, { id: scene.eventId, photoId }, { query });
      Object.assign(call.request, { body: proof });
      await sendProofOperation(deps, room, bounds).sendPhotoProof(call);
    },
    sendOriginal: async (one: File) =>
      createPhotoOperation(deps, createUploads(deps), bounds).createPhoto(
        callOf<'createPhoto'>(who, { id: scene.eventId }, { body: await fact(one) }),
      ),
    report: async (waiting: readonly File[], changes: Partial<Report> = {}) => {
      const body: Report = {
        device_id: deviceId,
        kind: 'phone',
        app_version: '0.2.0',
        captured: facts.size,
        imported: facts.size,
        waiting: waiting.length,
        waiting_bytes: waiting.reduce((sum, { bytes }) => sum + bytes.length, 0),
        waiting_photos: waiting.map(({ name, sha256 }) => ({ sha256, file_name: name, taken_at: '2026-11-20T21:12:00.000Z' })),
        attention: [],
        lost: 0,
        lost_ids: [],
        last_seq: seq,
        is_storage_low: false,
        ...changes,
      };
      return answerOf(await deviceCalls(deps).reportDevice(callOf<'reportDevice'>(who, { id: scene.eventId }, { body })));
    },
  };
}

const board = async () =>
  answerOf(await deviceCalls(deps).listEventDevices(callOf<'listEventDevices'>(scene.owner, { id: scene.eventId })));
const onBoard = async ({ deviceId }: { deviceId: string }) => {
  const { items } = await board();
  return items.find(({ number }) => number === deviceId.slice(-4).toUpperCase());
};
const missing = async (device: { deviceId: string }) => {
  const entry = await onBoard(device);
  return `${entry?.status} ${entry?.waiting}: ${entry?.waiting_photos.map(({ file_name: name }) => name).join()}`;
};

/** Captured or imported, of these imported, stored, waiting, damaged. */
const figures = async (device: { deviceId: string }) => {
  const entry = await onBoard(device);
  return entry && [entry.captured, entry.imported, entry.stored, entry.waiting, entry.damaged].join(' ');
};
const sums = async () => {
  const { captured, stored, waiting, lost, settled } = (await board()).totals;
  return `${captured} = ${[stored, waiting, lost, settled].join(' + ')}`;
};

/** As if everything so far had happened earlier. */
async function pass(minutes: number) {
  const then = new Date(Date.now() - minutes * 60_000);
  await deps.db.update(eventDevices).set({ reportedAt: then, firstSeenAt: then }).where(eq(eventDevices.eventId, scene.eventId));
  await deps.db.update(photos).set({ uploadedAt: then }).where(eq(photos.eventId, scene.eventId));
}

/** Phone A imports four files, and is wiped with one original and three proofs sent; phone B imports them again, and one more. */
async function wipedPhone() {
  const files = await Promise.all(['IMG_1.JPG', 'IMG_2.JPG', 'IMG_3.JPG', 'IMG_4.JPG'].map(file));
  const [first, ...others] = files;
  const a = importer(scene.owner);
  a.take(files);
  await a.sendOriginal(first!);
  for (const one of others) await a.sendProof(one);
  await a.report(others);
  await pass(3);
  const b = importer(scene.owner);
  const again = [...others, await file('IMG_5.JPG')];
  b.take(again, a.ids());
  await b.report(again);
  return { a, b, others, again };
}

describe('a phone that was wiped while its originals waited', () => {
  it('is not heard of through another device that delivers them: it stays replaced, until each is stored', async () => {
    const { a, b, others } = await wipedPhone();
    const heard = (await onBoard(a))!.last_contact_at;
    expect(await missing(a)).toBe('replaced 3: IMG_2.JPG,IMG_3.JPG,IMG_4.JPG');
    await b.sendOriginal(others[0]!);
    expect(await missing(a)).toBe('replaced 2: IMG_3.JPG,IMG_4.JPG');
    await b.sendOriginal(others[1]!);
    expect(await missing(a)).toBe('replaced 1: IMG_4.JPG');
    expect((await onBoard(a))!.last_contact_at).toBe(heard);
    expect(await missing(b)).toBe('sending 2: IMG_4.JPG,IMG_5.JPG');
    await b.sendOriginal(others[2]!);
    expect(await missing(a)).toBe('done 0: ');
    expect((await onBoard(a))!.last_contact_at).toBe(heard);
  });

  it('counts each photo once per device that reported it, and once in the sum', async () => {
    const { a, b, again } = await wipedPhone();
    expect(await figures(a)).toBe('4 4 1 3 0');
    expect(await figures(b)).toBe('4 4 0 4 0');
    expect(await sums()).toEqual('5 = 1 + 4 + 0 + 0');
    for (const one of again) await b.sendOriginal(one);
    expect(await figures(a)).toBe('4 4 4 0 0');
    expect(await figures(b)).toBe('4 4 4 0 0');
    expect(await sums()).toEqual('5 = 5 + 0 + 0 + 0');
    await b.report([]);
    expect(await figures(b)).toBe('4 4 4 0 0');
    expect((await onBoard(a))!.waiting_bytes).toBe(0);
    // It was not wiped after all, and hears that everything is there.
    await a.report([]);
    expect(await figures(a)).toBe('4 4 4 0 0');
    expect(await sums()).toEqual('5 = 5 + 0 + 0 + 0');
  });

  it('counts what was settled, and what a third device still has, once', async () => {
    const { a, b, again } = await wipedPhone();
    const entry = (await onBoard(a))!.id;
    const call = callOf<'settleDevice'>(scene.owner, { id: scene.eventId, entryId: entry }, { body: { settled: true } });
    await deviceCalls(deps).settleDevice(call);
    expect(await sums(), 'the same photos wait on the other phone').toBe('5 = 1 + 4 + 0 + 0');
    await b.report(again.slice(3), { captured: 1, imported: 1 });
    expect(await sums()).toBe('5 = 1 + 1 + 0 + 3');
    await b.report([], { captured: 1, imported: 1, lost: 1 });
    expect(await sums()).toBe('5 = 1 + 0 + 1 + 3');
  });
});

describe('the figures', () => {
  it('count photos of equal bytes, deleted ones and damaged ones, and name the damaged ones', async () => {
    const phone = importer(scene.owner);
    const [one, deleted, damaged] = await Promise.all(['A.JPG', 'B.JPG', 'C.JPG'].map(file));
    const twin = { ...one!, name: 'A (1).JPG' };
    const files = [one!, twin, deleted!, damaged!];
    phone.take(files);
    await phone.report(files);
    await pass(1);
    await phone.sendOriginal(one!);
    expect(await missing(phone)).toBe('sending 3: A (1).JPG,B.JPG,C.JPG');
    for (const other of [twin, deleted!, damaged!]) await phone.sendOriginal(other);
    const of = ({ sha256 }: File) => eq(photos.sha256, sha256);
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(of(deleted!));
    await deps.db.update(photos).set({ state: 'unreadable' }).where(of(damaged!));
    expect(await figures(phone)).toBe('4 4 4 0 1');
    expect(await sums()).toBe('4 = 4 + 0 + 0 + 0');
    expect((await board()).totals.damaged).toBe(1);
  });

  it('settle all photos of equal bytes by one that came from another device', async () => {
    const [phone, other] = [importer(scene.owner), importer(scene.owner)];
    const one = await file('A.JPG');
    const files = [one, { ...one, name: 'A (1).JPG' }];
    phone.take(files);
    await phone.report(files);
    await pass(3);
    other.take([one]);
    await other.report([one]);
    expect(await sums()).toBe('2 = 0 + 2 + 0 + 0');
    await other.sendOriginal(one);
    expect(await figures(phone)).toBe('2 2 2 0 0');
    expect(await sums()).toBe('1 = 1 + 0 + 0 + 0');
  });

  it('of photos that are in no report yet: imports are imported, and what has only a proof waits', async () => {
    const phone = importer(scene.owner);
    await phone.report([]);
    const files = await Promise.all(['A.JPG', 'B.JPG', 'C.JPG'].map(file));
    phone.take(files);
    for (const one of files) await phone.sendProof(one);
    expect(await figures(phone)).toBe('3 3 0 3 0');
    await phone.sendOriginal(files[0]!);
    expect(await figures(phone)).toBe('3 3 1 2 0');
    expect(await sums()).toBe('3 = 1 + 2 + 0 + 0');
    await phone.report(files.slice(1));
    expect(await figures(phone)).toBe('3 3 1 2 0');
  });

  it('of imports that the device lost say that they were imported', async () => {
    const phone = importer(scene.owner);
    const files = await Promise.all(['A.JPG', 'B.JPG'].map(file));
    phone.take(files);
    for (const one of files) await phone.sendProof(one);
    await phone.report([], { captured: 2, imported: 0, lost_ids: [...phone.ids().values()] });
    expect(await onBoard(phone)).toMatchObject({ captured: 2, imported: 2, lost: 2, stored: 0 });
    expect(await sums()).toBe('2 = 0 + 0 + 2 + 0');
  });
});
