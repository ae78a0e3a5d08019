import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventChanges, eventCounters, eventDevices, eventParticipants, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photoProofs, photos, uploads as uploadRecords } from '#server/db/schema/photos.ts';
import { findEvent } from '#server/events/events-repository.ts';
import { Problem } from '#server/http/problem.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { discardUpload } from '#server/photos/discard-upload.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { createPhotoOperation, knownPhotosOperation } from '#server/photos/operations/create-photo.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { createPhotoFiles } from '#server/photos/operations/files.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import { sendProofOperation } from '#server/photos/operations/send-proof.ts';
import { findPhoto, listPhotosWithoutJob } from '#server/photos/photos-repository.ts';
import { createPictureCache } from '#server/photos/picture-cache.ts';
import { countExpiring } from '#server/photos/retention-repository.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { createWatermarkedCopies } from '#server/photos/watermarked-copies.ts';
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

let deps: TestDeps;
let scene: EventWithMembers;
let original: Buffer;
let proof: Buffer;

const picture = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  scene = await eventWithMembers(deps);
  [original, proof] = await Promise.all([picture(96, 72), picture(48, 36)]);
});

type Fact = ReturnType<typeof photoRequest>;
const bounds = () => uploadBounds(deps.config);
const room = { reserve: () => Promise.resolve({ leave: () => undefined }) };

const prepared = async (who: Viewer, changes: Partial<Fact> = {}) =>
  photoRequest(await createUpload(deps, who.userId, original, original.length, scene.eventId), original, changes);

async function sendProof(who: Viewer, fact: Fact, jpeg = proof) {
  const { id: photoId, orientation: _own, file_name: _name, generated_image_id: _image, ...query } = fact;
  const call = callOf<'sendPhotoProof'>(who, { id: scene.eventId, photoId }, { query });
  Object.assign(call.request, { body: jpeg });
  return sendProofOperation(deps, room, bounds).sendPhotoProof(call);
}
const commit = (who: Viewer, fact: Fact) =>
  createPhotoOperation(deps, createUploads(deps), bounds).createPhoto(callOf<'createPhoto'>(who, { id: scene.eventId }, { body: fact }));
const outcome = (sent: Promise<unknown>) =>
  sent.then(
    (answer) => String((answer as { status: number }).status),
    (error: unknown) => (error instanceof Problem ? `${error.status} ${error.code}` : Promise.reject(error)),
  );
const derive = async (photoId: string) => photoJobs(deps)['derive-photo']({ photoId }, new AbortController().signal);
const photoOf = async ({ id }: Fact) => (await deps.db.select().from(photos).where(eq(photos.id, id)))[0];
const counters = async () => {
  const [row] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
  return { photos: row?.photosCount ?? 0, bytes: row?.photosBytes ?? 0 };
};
const hasOriginal = async (fact: Fact) => (await deps.storage.size(storageKeys.original(fact))) === original.length;
const known = (who: Viewer) => {
  const calls = knownPhotosOperation(deps, bounds);
  const path = { id: scene.eventId };
  return {
    find: async (fact: Fact) => {
      const { body } = await calls.findKnownPhotos(callOf<'findKnownPhotos'>(who, path, { body: { sha256: [fact.sha256] } }));
      return { known: body.known.map(({ id }) => id), awaiting: body.awaiting_original.map(({ id }) => id) };
    },
    check: async ({ id, sha256 }: Fact) =>
      (await calls.checkDelivered(callOf<'checkDelivered'>(who, path, { body: { photos: [{ id, sha256 }] } }))).body,
  };
};

describe('a proof', () => {
  it('shows the photo, is no delivery, and gives way to the original', async () => {
    const fact = await prepared(scene.guest);
    expect(await sendProof(scene.guest, fact)).toMatchObject({
      status: 201,
      body: {
        id: fact.id,
        awaits_original: true,
        state: 'processing',
        sha256: fact.sha256,
        bytes: original.length,
        can: { download: false },
      },
    });
    expect(await counters()).toEqual({ photos: 1, bytes: 0 });
    await derive(fact.id);
    expect(await photoOf(fact)).toMatchObject({ state: 'ready', awaitsOriginal: true, showsProof: true, width: 48, height: 36 });
    expect(await known(scene.guest).find(fact), 'an import completes this photo').toEqual({ known: [], awaiting: [fact.id] });
    expect(await known(scene.owner).find(fact), 'nobody else does').toEqual({ known: [], awaiting: [] });
    expect(await known(scene.guest).check(fact)).toMatchObject({ missing: [{ id: fact.id, instead: null }], delivered: 0 });

    expect(await commit(scene.guest, { ...fact, file_name: 'IMG_1.JPG' })).toMatchObject({
      status: 201,
      body: { id: fact.id, awaits_original: false, state: 'ready', can: { download: true } },
    });
    expect(await counters()).toEqual({ photos: 1, bytes: original.length });
    expect(await hasOriginal(fact)).toBe(true);
    expect(await deps.db.select().from(photoProofs)).toEqual([]);
    expect(await known(scene.guest).check(fact), 'not decoded yet').toMatchObject({ missing: [], processing: [fact.id], delivered: 1 });
    await derive(fact.id);
    expect(await photoOf(fact)).toMatchObject({ state: 'ready', showsProof: false, width: 96, height: 72, fileName: 'IMG_1.JPG' });
    expect(await deps.storage.size(storageKeys.proofPicture(fact.id, 'thumb'))).toBeNull();
    expect(await known(scene.guest).check(fact)).toMatchObject({ missing: [], processing: [], delivered: 1 });
    expect(await known(scene.guest).find(fact)).toEqual({ known: [fact.id], awaiting: [] });
    expect(await listUploadFiles(deps)).toEqual([]);
    const changes = await deps.db.select().from(eventChanges).where(eq(eventChanges.photoId, fact.id)).orderBy(eventChanges.seq);
    expect(changes.map(({ kind }) => kind)).toEqual(['added', 'changed', 'changed', 'changed']);
  });

  it('sent again, or after the original, changes nothing', async () => {
    const fact = await prepared(scene.guest);
    expect(await outcome(sendProof(scene.guest, fact))).toBe('201');
    expect(await outcome(sendProof(scene.guest, fact, await picture(30, 30)))).toBe('200');
    expect(await outcome(commit(scene.guest, fact))).toBe('201');
    const before = await photoOf(fact);
    expect(await sendProof(scene.guest, fact)).toMatchObject({ status: 200, body: { awaits_original: false } });
    expect(await outcome(commit(scene.guest, fact)), 'the commit is repeated after a lost answer').toBe('200');
    expect(await photoOf(fact)).toEqual(before);
    expect(await deps.db.select().from(photoProofs)).toEqual([]);
    expect(await counters()).toEqual({ photos: 1, bytes: original.length });
  });

  it('races with its original, and with itself: one photo, with its original', async () => {
    for (let round = 0; round < 8; round++) {
      const fact = await prepared(scene.guest);
      const sent = [sendProof(scene.guest, fact), commit(scene.guest, fact), sendProof(scene.guest, fact), commit(scene.guest, fact)];
      const outcomes = await Promise.all((round % 2 ? sent : sent.toReversed()).map(outcome));
      expect(outcomes.every((one) => one === '201' || one === '200')).toBe(true);
      expect(await photoOf(fact)).toMatchObject({ awaitsOriginal: false, deletedAt: null });
      expect(await hasOriginal(fact)).toBe(true);
      expect(await counters()).toEqual({ photos: round + 1, bytes: (round + 1) * original.length });
      expect(await deps.db.select().from(photoProofs)).toEqual([]);
    }
    expect(await listUploadFiles(deps)).toEqual([]);
  });

  it('is completed once by commits that race, while moderators decide and it is decoded', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    const again = { ...fact, upload_id: await createUpload(deps, scene.guest.userId, original, original.length, scene.eventId) };
    const moderate = moderationCalls(deps).rejectPhoto(
      callOf<'rejectPhoto'>(scene.owner, { id: scene.eventId, photoId: fact.id }, { body: { reason: 'Blurred.' } }),
    );
    const [one, other] = await Promise.all([
      outcome(commit(scene.guest, fact)),
      outcome(commit(scene.guest, again)),
      moderate,
      derive(fact.id),
    ]);
    expect([one, other].toSorted()).toEqual(['200', '201']);
    expect(await photoOf(fact)).toMatchObject({ awaitsOriginal: false, status: 'rejected', rejectionReason: 'Blurred.' });
    expect(await counters()).toEqual({ photos: 1, bytes: original.length });
    expect(await hasOriginal(fact)).toBe(true);
  });

  it('without an upload of this person at this event makes no photo: the upload was canceled, or is another’s', async () => {
    const fact = await prepared(scene.guest);
    await discardUpload(deps, createUploads(deps), { id: fact.upload_id });
    expect(await outcome(sendProof(scene.guest, fact))).toBe('404 upload_not_found');
    expect(await outcome(sendProof(scene.guest, await prepared(scene.owner)))).toBe('404 upload_not_found');
    expect(await counters()).toEqual({ photos: 0, bytes: 0 });
  });

  it('never takes the place of another photo', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    const theirs = await prepared(scene.owner, { id: fact.id });
    expect(await outcome(sendProof(scene.owner, theirs))).toBe('409 photo_conflict');
    expect(await outcome(commit(scene.owner, theirs))).toBe('409 photo_conflict');
    expect(await outcome(sendProof(scene.guest, { ...fact, sha256: 'a'.repeat(64) }))).toBe('409 photo_conflict');
    expect(await outcome(commit(scene.guest, { ...(await prepared(scene.guest, { id: fact.id })), sha256: 'a'.repeat(64) }))).toBe(
      '409 photo_conflict',
    );
    expect(await outcome(commit(scene.guest, fact))).toBe('201');
  });

  it('is not completed by other bytes, or by none', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    const other = await picture(20, 20);
    const wrong = await createUpload(deps, scene.guest.userId, other, other.length, scene.eventId);
    expect(await outcome(commit(scene.guest, { ...fact, upload_id: wrong }))).toBe('422 size_mismatch');
    expect(await outcome(commit(scene.guest, { ...fact, upload_id: 'never-existed' })), 'the device sends it again').toBe(
      '404 upload_not_found',
    );
    expect(await photoOf(fact)).toMatchObject({ awaitsOriginal: true });
    expect(await outcome(commit(scene.guest, await prepared(scene.guest, { id: fact.id })))).toBe('201');
  });

  it('that is decoded while its original arrives leaves no pictures', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    const derivatives = derivativesOf(deps);
    const { deriveProof } = derivatives;
    const spy = vi.spyOn(derivatives, 'deriveProof').mockImplementationOnce(async (photoId, jpeg) => {
      const derived = await deriveProof(photoId, jpeg);
      await commit(scene.guest, fact);
      return derived;
    });
    await derive(fact.id);
    spy.mockRestore();
    await derive(fact.id);
    expect(await photoOf(fact)).toMatchObject({ state: 'ready', showsProof: false, width: 96 });
    for (const variant of ['thumb', 'preview'] as const)
      expect(await deps.storage.size(storageKeys.proofPicture(fact.id, variant))).toBeNull();
  });

  it('must be a small JPEG', async () => {
    const fact = await prepared(scene.guest);
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const large = await sharp({ create: { width: 2100, height: 2000, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    expect(await outcome(sendProof(scene.guest, fact, png))).toBe('415 unsupported_type');
    expect(await outcome(sendProof(scene.guest, fact, Buffer.from('<!doctype html>')))).toBe('415 unsupported_type');
    expect(await outcome(sendProof(scene.guest, fact, large))).toBe('413 too_many_pixels');
    expect(await outcome(sendProof(scene.guest, { ...fact, bytes: 10 ** 12 }))).toBe('413 too_large');
  });

  it('that cannot be decoded is not shown, and the photo is what its original is', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact, proof.subarray(0, 400));
    await derive(fact.id);
    const shown = await photoOf(fact);
    expect(shown?.state).not.toBe('unreadable');
    await deps.db
      .update(photos)
      .set({ uploadedAt: new Date(Date.now() - 2 * 3600_000) })
      .where(eq(photos.id, fact.id));
    await deps.pool.query('delete from graphile_worker._private_jobs where key = $1', [`derive-photo:${fact.id}`]);
    expect(await listPhotosWithoutJob(deps.db, new Date(Date.now() - 3600_000), 10), 'it would be tried for ever').toEqual([]);
    await commit(scene.guest, fact);
    await derive(fact.id);
    expect(await photoOf(fact)).toMatchObject({ state: 'ready', showsProof: false, width: 96 });
  });
});

describe('until the original arrives', () => {
  const deletePhoto = (who: Viewer, fact: Fact) =>
    deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(who, { id: scene.eventId, photoId: fact.id }));
  const restorePhoto = (who: Viewer, fact: Fact) =>
    deletionCalls(deps).restorePhotos(callOf<'restorePhotos'>(who, { id: scene.eventId }, { body: { ids: [fact.id] } }));

  it('a deleted photo is restored with the original that came meanwhile', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await derive(fact.id);
    await deletePhoto(scene.owner, fact);
    expect(await outcome(sendProof(scene.guest, fact))).toBe('410 photo_deleted');
    expect(await outcome(commit(scene.guest, fact)), 'the device takes this for a delivery').toBe('410 photo_deleted');
    expect(await hasOriginal(fact)).toBe(true);
    expect(await counters()).toEqual({ photos: 0, bytes: 0 });
    expect(await restorePhoto(scene.owner, fact)).toMatchObject({ body: { restored: [{ id: fact.id, awaits_original: false }] } });
    expect(await counters()).toEqual({ photos: 1, bytes: original.length });
    await derive(fact.id);
    expect(await photoOf(fact)).toMatchObject({ showsProof: false, width: 96 });
  });

  it('a photo that was deleted and restored still waits for it', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await deletePhoto(scene.guest, fact);
    await restorePhoto(scene.guest, fact);
    expect(await counters()).toEqual({ photos: 1, bytes: 0 });
    expect(await outcome(commit(scene.guest, fact))).toBe('201');
    expect(await counters()).toEqual({ photos: 1, bytes: original.length });
  });

  it('what can no longer be restored takes no bytes, and its proof is deleted with its files', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await derive(fact.id);
    await deletePhoto(scene.guest, fact);
    await deps.db
      .update(photos)
      .set({ deletedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(photos.id, fact.id));
    await photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
    expect(await deps.db.select().from(photoProofs)).toEqual([]);
    expect(await deps.storage.size(storageKeys.proofPicture(fact.id, 'preview'))).toBeNull();
    expect(await outcome(commit(scene.guest, fact))).toBe('410 photo_deleted');
    expect(await hasOriginal(fact)).toBe(false);
    expect(await deps.db.select().from(uploadRecords).where(eq(uploadRecords.id, fact.upload_id))).toEqual([]);
  });

  it.each([
    ['the clock was corrected', {}, '2026-11-20T20:00:00.000Z', '2026-11-20T20:00:00.000Z'],
    ['it differs by seconds only', {}, '2026-11-20T21:14:09.000Z', '2026-11-20T21:14:07.000Z'],
    ['the file of a memory card has another', { source: 'import' }, '2026-11-20T20:00:00.000Z', '2026-11-20T21:14:07.000Z'],
    ['it can not be', {}, '2090-01-01T00:00:00.000Z', '2026-11-20T21:14:07.000Z'],
  ] as const)('the time of the original: %s', async (_words, changes, claimed, expected) => {
    await deps.db
      .update(events)
      .set({ startsAt: new Date('2026-11-20T18:00:00Z') })
      .where(eq(events.id, scene.eventId));
    const fact = await prepared(scene.guest, { taken_at: '2026-11-20T21:14:07.000Z' });
    await sendProof(scene.guest, fact);
    const answer = await commit(scene.guest, { ...fact, ...changes, taken_at: claimed });
    expect(answer).toMatchObject({ status: 201, body: { taken_at: expected } });
    expect((await photoOf(fact))?.takenAt.toISOString()).toBe(expected);
  });

  it('its person may have lost the event, and the event may have ended: the original is taken', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await deps.db.update(events).set({ status: 'archived' }).where(eq(events.id, scene.eventId));
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, scene.organizationId));
    await deps.db.update(eventParticipants).set({ removedAt: new Date() }).where(eq(eventParticipants.userId, scene.guest.userId));
    expect(await outcome(commit(scene.guest, fact))).toBe('201');
  });

  it('a proof needs the same rights as a photo', async () => {
    const stranger = viewer(await createUser(deps), { permissions: { view_events: true } });
    expect(await outcome(sendProof(stranger, await prepared(stranger)))).toBe('404 not_found');
    await deps.db.update(events).set({ status: 'draft' }).where(eq(events.id, scene.eventId));
    expect(await outcome(sendProof(scene.guest, await prepared(scene.guest)))).toBe('403 capture_closed');
    const fact = await prepared(scene.owner);
    await sendProof(scene.owner, fact);
    await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
    expect(await outcome(sendProof(scene.owner, await prepared(scene.owner)))).toBe('410 event_deleted');
    expect(await outcome(commit(scene.owner, fact)), 'kept on the device until the event is restored').toBe('410 event_deleted');
  });

  it('waits for approval like the photo, and a decision about it stays', async () => {
    await deps.db.update(events).set({ requireApproval: true }).where(eq(events.id, scene.eventId));
    const fact = await prepared(scene.guest);
    expect(await sendProof(scene.guest, fact)).toMatchObject({ body: { status: 'pending' } });
    await moderationCalls(deps).approvePhoto(callOf<'approvePhoto'>(scene.owner, { id: scene.eventId, photoId: fact.id }));
    expect(await commit(scene.guest, fact)).toMatchObject({ status: 201, body: { status: 'approved' } });
  });

  it('approved by a proof of something else, it waits for approval again', async () => {
    await deps.db.update(events).set({ requireApproval: true }).where(eq(events.id, scene.eventId));
    const solid = (width: number, background: string) =>
      sharp({ create: { width, height: width, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const approved = async (jpeg: Buffer) => {
      original = await solid(80, '#c33');
      const fact = await prepared(scene.guest);
      await sendProof(scene.guest, fact, jpeg);
      await derive(fact.id);
      await moderationCalls(deps).approvePhoto(callOf<'approvePhoto'>(scene.owner, { id: scene.eventId, photoId: fact.id }));
      await commit(scene.guest, fact);
      await derive(fact.id);
      return photoOf(fact);
    };
    expect(await approved(await solid(40, '#3c6'))).toMatchObject({ status: 'pending', moderatedBy: null, showsProof: false });
    expect(await approved(await solid(40, '#b44'))).toMatchObject({ status: 'approved', moderatedBy: scene.owner.userId });
  });

  it('retention takes neither the proof nor a date from it', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await derive(fact.id);
    for (const scope of ['originals', 'everything'] as const) expect(await countExpiring(deps.db, scene.eventId, scope)).toBe(0);
    await commit(scene.guest, fact);
    for (const scope of ['originals', 'everything'] as const) expect(await countExpiring(deps.db, scene.eventId, scope)).toBe(1);
  });

  it('is overdue after ten minutes without a sign of its device: a report, a part of an upload, another photo', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    const isOverdue = async () => (await findPhoto(deps.db, fact.id, null))?.originalOverdue;
    expect(await isOverdue()).toBe(false);
    const longAgo = sql`now() - interval '11 minutes'`;
    const own = eq(photos.uploaderId, scene.guest.userId);
    const silence = async () => {
      await deps.db.update(photos).set({ uploadedAt: longAgo }).where(own);
      await deps.db.update(uploadRecords).set({ touchedAt: longAgo }).where(eq(uploadRecords.userId, scene.guest.userId));
      await deps.db.update(eventDevices).set({ reportedAt: longAgo }).where(eq(eventDevices.userId, scene.guest.userId));
    };
    await silence();
    expect(await isOverdue()).toBe(true);

    await deps.db
      .update(uploadRecords)
      .set({ touchedAt: sql`now()` })
      .where(eq(uploadRecords.id, fact.upload_id));
    expect(await isOverdue(), 'a part of it has arrived').toBe(false);
    await silence();
    const other = await prepared(scene.guest, { device_id: fact.device_id });
    await commit(scene.guest, other);
    expect(await isOverdue(), 'another photo of this device has arrived').toBe(false);
    await silence();
    const report: typeof eventDevices.$inferInsert = {
      id: fact.id,
      eventId: scene.eventId,
      userId: scene.guest.userId,
      deviceId: fact.device_id,
      kind: 'phone',
      name: 'Safari on iPhone',
      appVersion: '0.2.0',
      captured: 2,
      waiting: 1,
      waitingBytes: 1,
      attention: [],
      lost: 0,
      lastSeq: 2,
      isStorageLow: false,
    };
    await deps.db.insert(eventDevices).values(report);
    expect(await isOverdue(), 'the device reported').toBe(false);
    await silence();
    expect(await isOverdue()).toBe(true);
    await commit(scene.guest, fact);
    expect(await isOverdue()).toBe(false);
  });

  it('open galleries hear once, within a minute, that its original is overdue', async () => {
    const [silent, heard] = [await prepared(scene.guest), await prepared(scene.owner)];
    for (const [who, fact] of [
      [scene.guest, silent],
      [scene.owner, heard],
    ] as const)
      await sendProof(who, fact);
    const age = (who: Viewer, minutes: number) =>
      deps.db.transaction(async (tx) => {
        const then = sql`now() - ${`${minutes} minutes`}::interval`;
        await tx.update(photos).set({ uploadedAt: then }).where(eq(photos.uploaderId, who.userId));
        await tx.update(uploadRecords).set({ touchedAt: then }).where(eq(uploadRecords.userId, who.userId));
      });
    const told = async () => {
      await deps.db
        .update(eventChanges)
        .set({ createdAt: sql`${eventChanges.createdAt} - interval '11 minutes'` })
        .where(eq(eventChanges.kind, 'added'));
      const before = await deps.db.$count(eventChanges);
      await photoJobs(deps)['announce-overdue-originals']({}, new AbortController().signal);
      const rows = await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, scene.eventId)).orderBy(eventChanges.seq);
      return rows.slice(rows.length - ((await deps.db.$count(eventChanges)) - before)).map(({ kind, photoId }) => [kind, photoId]);
    };
    expect(await told(), 'both were heard of').toEqual([]);
    await age(scene.guest, 11);
    await age(scene.owner, 9);
    expect(await told()).toEqual([['changed', silent.id]]);
    expect(await told(), 'it was said').toEqual([]);
    await age(scene.owner, 11);
    await commit(scene.owner, heard);
    expect(await told(), 'its original has arrived').toEqual([]);
  });

  it('there are no downloads, and its pictures are those of the proof until others are made', async () => {
    const fact = await prepared(scene.guest);
    await sendProof(scene.guest, fact);
    await derive(fact.id);
    const derivatives = derivativesOf(deps);
    const memory = createPictureCache({ peek: () => null });
    const files = createPhotoFiles(deps, derivatives, createWatermarkedCopies(deps, derivatives), memory);
    const shown = async () => {
      const [event, photo] = await Promise.all([
        findEvent(deps.db, scene.eventId, scene.owner.userId),
        findPhoto(deps.db, fact.id, scene.owner.userId),
      ]);
      if (!event || !photo) throw new Error('the photo is there');
      return { event, photo, relation: 'organization' as const };
    };
    const call = callOf<'getPhotoThumb'>(scene.owner, {});
    const tag = async () => (await files.sendDerived(call, await shown(), 'thumb')).headers.etag;
    const first = await tag();
    for (const send of [files.sendDownload, files.sendWebSize, files.sendOriginal])
      expect(await outcome(send(call, await shown()))).toBe('409 not_ready');
    const before = await shown();
    await commit(scene.guest, fact);
    expect(await tag()).toBe(first);
    for (const send of [files.sendDownload, files.sendWebSize]) expect(await outcome(send(call, await shown()))).toBe('409 not_ready');
    await derive(fact.id);
    expect(await tag()).not.toBe(first);
    expect(await outcome(files.sendDerived(call, before, 'preview')), 'asked for with a row from before').toBe('200');
    for (const send of [files.sendDownload, files.sendWebSize, files.sendOriginal])
      expect(await outcome(send(call, await shown()))).toBe('200');
  });
});
