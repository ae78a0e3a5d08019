import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventChanges, eventCounters, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos, uploads as uploadRecords } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { Problem } from '#server/http/problem.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createUpload,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  listUploadFiles,
  photoRequest,
  viewer,
} from '#tests/support/factories/database.ts';
import { callOf } from '#tests/support/operations.ts';
import { blackPng } from '#tests/support/pictures.ts';

let deps: TestDeps;
let scene: EventWithMembers;
let jpeg: Buffer;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  scene = await eventWithMembers(deps);
  jpeg = await sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer();
});

type Fact = ReturnType<typeof photoRequest>;
/** Two stores of uploads, as in two server processes. */
const commit = (who: Viewer, fact: Fact, server = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config))) =>
  server.createPhoto(callOf<'createPhoto'>(who, { id: scene.eventId }, { body: fact }));
const outcome = (commits: Promise<{ status: number }>) =>
  commits.then(
    (answer) => String(answer.status),
    (error: unknown) => (error instanceof Problem ? `${error.status} ${error.code}` : Promise.reject(error)),
  );
const stored = async (photo: { id: string; sha256: string }) => {
  const object = await deps.storage.get(storageKeys.original(photo));
  return object && buffer(object.stream);
};
const prepared = async (who: Viewer, changes: Partial<Fact> = {}, bytes = jpeg) =>
  photoRequest(await createUpload(deps, who.userId, bytes), bytes, changes);
const counted = async () =>
  (await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId)))[0]?.photosCount ?? 0;

describe('the commit of a photo', () => {
  it('makes the photo once, and answers the same photo to every repeat', async () => {
    const fact = await prepared(scene.guest);
    expect(await commit(scene.guest, fact)).toMatchObject({
      status: 201,
      body: { id: fact.id, sha256: fact.sha256, status: 'approved', state: 'processing' },
    });
    expect(await commit(scene.guest, fact)).toMatchObject({ status: 200, body: { id: fact.id, sha256: fact.sha256 } });
    expect(await commit(scene.guest, { ...fact, upload_id: 'never-existed' })).toMatchObject({ status: 200 });
    const told = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, fact.id));
    expect(told).toMatchObject([{ action: 'photo.create', actorId: scene.guest.userId, outcome: 'ok' }]);
    expect((await stored(fact))?.equals(jpeg)).toBe(true);
    expect(await counted()).toBe(1);
    expect(await listUploadFiles(deps)).toEqual([]);
  });

  it('sent ten times at once makes one photo', async () => {
    const fact = await prepared(scene.guest);
    const server = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(commit(scene.guest, fact, server))));
    expect(outcomes.sort()).toEqual([...Array<string>(9).fill('200'), '201']);
    expect(await counted()).toBe(1);
    expect(await deps.db.select().from(eventChanges).where(eq(eventChanges.photoId, fact.id))).toHaveLength(1);
    const { rows } = await deps.pool.query('select from graphile_worker.jobs where key = $1', [`derive-photo:${fact.id}`]);
    expect(rows).toHaveLength(1);
  });

  it('sent at once to several processes of the server makes one photo', async () => {
    for (let round = 0; round < 5; round++) {
      const fact = await prepared(scene.guest);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(commit(scene.guest, fact))));
      expect(outcomes.sort()).toEqual([...Array<string>(5).fill('200'), '201']);
      expect((await stored(fact))?.equals(jpeg)).toBe(true);
    }
    expect(await counted()).toBe(5);
  });

  it('sent concurrently with different bytes and one id stores the bytes of the winner', async () => {
    for (let round = 0; round < 5; round++) {
      const others = await sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
        .jpeg()
        .toBuffer();
      const mine = await prepared(scene.guest);
      const theirs = await prepared(scene.guest, { id: mine.id }, others);
      const outcomes = await Promise.all([outcome(commit(scene.guest, mine)), outcome(commit(scene.guest, theirs))]);
      expect([...outcomes].sort()).toEqual(['201', '409 photo_conflict']);
      const [winner, loser] = outcomes[0] === '201' ? [mine, theirs] : [theirs, mine];
      expect((await stored(winner))?.equals(winner === mine ? jpeg : others)).toBe(true);
      expect(await stored(loser)).toBeNull();
    }
  });

  it('repeated for a deleted photo leaves the bytes for a restore', async () => {
    const first = await prepared(scene.guest);
    const second = await prepared(scene.guest, { id: first.id });
    const storage = Object.assign(Object.create(deps.storage) as typeof deps.storage, {
      async adopt(key: string, file: string) {
        expect(await outcome(commit(scene.guest, first))).toBe('201');
        await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, first.id));
        return deps.storage.adopt(key, file);
      },
    });
    const other = { ...deps, storage };
    const late = createPhotoOperation(other, createUploads(other), () => uploadBounds(deps.config));
    expect(await outcome(commit(scene.guest, second, late))).toBe('410 photo_deleted');
    expect((await stored(first))?.equals(jpeg)).toBe(true);
    expect(await listUploadFiles(deps)).toEqual([]);
  });

  it('killed after the move of the bytes is repeated with a new upload', async () => {
    const fact = await prepared(scene.guest);
    await deps.storage.put(storageKeys.original(fact), jpeg);
    const again = await createUpload(deps, scene.guest.userId, jpeg);
    expect(await commit(scene.guest, { ...fact, upload_id: again })).toMatchObject({ status: 201 });
  });

  it('refuses and deletes bytes that don’t match the announcement', async () => {
    const text = Buffer.from('<!doctype html><title>Sign in to the hotel Wi-Fi</title>');
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const wrong: [string, Fact][] = [
      ['422 hash_mismatch', await prepared(scene.guest, { sha256: 'a'.repeat(64) })],
      ['422 size_mismatch', await prepared(scene.guest, { bytes: jpeg.length + 1 })],
      ['415 unsupported_type', await prepared(scene.guest, {}, text)],
      ['415 type_mismatch', await prepared(scene.guest, {}, png)],
      ['413 too_many_pixels', await prepared(scene.guest, { content_type: 'image/png' }, blackPng(16_000, 7_000))],
    ];
    for (const [expected, fact] of wrong) {
      expect(await outcome(commit(scene.guest, fact))).toBe(expected);
      expect(await stored(fact)).toBeNull();
      expect(await deps.db.select().from(uploadRecords).where(eq(uploadRecords.id, fact.upload_id))).toEqual([]);
      expect((await listUploadFiles(deps)).filter((name) => name.includes(fact.upload_id))).toEqual([]);
    }
    expect(await counted()).toBe(0);
  });

  it('waits for the rest of an upload that has not all arrived', async () => {
    const uploadId = await createUpload(deps, scene.guest.userId, jpeg.subarray(0, 100), jpeg.length);
    expect(await outcome(commit(scene.guest, photoRequest(uploadId, jpeg)))).toBe('409 upload_incomplete');
    expect((await listUploadFiles(deps)).some((name) => name.includes(uploadId))).toBe(true);
  });

  it('refuses another person’s upload', async () => {
    const fact = await prepared(scene.owner);
    expect(await outcome(commit(scene.guest, fact))).toBe('404 upload_not_found');
    expect(await commit(scene.owner, fact)).toMatchObject({ status: 201 });
  });

  it('reports a deleted photo to its author, and to others only that the id is used', async () => {
    const fact = await prepared(scene.guest);
    await commit(scene.guest, fact);
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, fact.id));
    expect(await outcome(commit(scene.guest, fact))).toBe('410 photo_deleted');
    await deps.db.update(photos).set({ inTrash: true }).where(eq(photos.id, fact.id));
    expect(await outcome(commit(scene.guest, fact)), 'in the trash').toBe('410 photo_deleted');
    expect(await outcome(commit(scene.owner, fact))).toBe('409 photo_conflict');
    expect(await outcome(commit(scene.guest, { ...fact, sha256: 'b'.repeat(64) }))).toBe('409 photo_conflict');
  });
});

describe('uploading', () => {
  const deliver = async (who: Viewer) => outcome(commit(who, await prepared(who)));

  it('is open to participants, also after the event ended or was archived, and while its organization is suspended', async () => {
    for (const status of ['ended', 'archived'] as const) {
      await deps.db.update(events).set({ status }).where(eq(events.id, scene.eventId));
      expect([await deliver(scene.guest), await deliver(scene.owner)]).toEqual(['201', '201']);
    }
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    expect(await deliver(scene.guest)).toBe('201');
  });

  it('is limited to the organization for a draft', async () => {
    await deps.db.update(events).set({ status: 'draft' }).where(eq(events.id, scene.eventId));
    expect([await deliver(scene.guest), await deliver(scene.owner)]).toEqual(['403 capture_closed', '201']);
  });

  it('is refused for a deleted event, which is hidden from strangers', async () => {
    const stranger = viewer(await createUser(deps), { permissions: { view_events: true } });
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
    expect([await deliver(scene.guest), await deliver(stranger)]).toEqual(['410 event_deleted', '404 not_found']);
  });

  it('is not who only looks', async () => {
    const visitor = viewer(await createUser(deps), { permissions: { view_events: true } });
    expect(await deliver(visitor)).toBe('404 not_found');
    await deps.db.update(events).set({ type: 'public' }).where(eq(events.id, scene.eventId));
    expect(await deliver(visitor)).toBe('403 forbidden');
  });

  it('waits for approval where the event asks for it, unless it is the organization', async () => {
    await deps.db.update(events).set({ requireApproval: true }).where(eq(events.id, scene.eventId));
    expect(await commit(scene.guest, await prepared(scene.guest))).toMatchObject({ body: { status: 'pending' } });
    expect(await commit(scene.owner, await prepared(scene.owner))).toMatchObject({ body: { status: 'approved' } });
  });
});
