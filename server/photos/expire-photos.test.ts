// The retention of an event from its first warning to the files, on a real database. The job is given its clock.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventChanges, eventCounters, events, photoRetention } from '#server/db/schema/events.ts';
import { mails } from '#server/db/schema/mail.ts';
import { notices } from '#server/db/schema/notices.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photoDownloads, photoLikes, photoReports, photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { createArchive } from '#server/own-data/archive.ts';
import { expirePhotos } from '#server/photos/expire-photos.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { photoSourceOf } from '#server/photos/operations/files.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { answerOf, askEvents, type Ask, callOf, outcome } from '#tests/support/operations.ts';
import { allDark, light, lightness, openWatermarks, type TestWatermarks, wholeOf } from '#tests/support/watermarks.ts';
import { unzip } from '#tests/support/zip.ts';

let deps: TestDeps;
let given: TestWatermarks;
let ask: Ask;
let picture: Buffer;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarks(deps);
  ask = askEvents(deps);
  picture = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#202428' } })
    .jpeg()
    .toBuffer();
}, 120_000);
afterAll(async () => {
  derivativesOf(deps).close();
  await deps.dispose();
}, 60_000);

const DAY = 24 * 3_600_000;
const end = Date.UTC(2026, 2, 1, 20);
/** Days after the end of the event. */
const day = (days: number) => new Date(end + days * DAY);
const signal = new AbortController().signal;

const run = (today: number, parts: Partial<Parameters<typeof expirePhotos>[0]> = {}) =>
  expirePhotos({ ...deps, derivatives: derivativesOf(deps), ...parts }, signal, day(today));
/** Warnings at their times, and the deletion. */
const runAll = async (from: number, to = from + 14) => {
  for (const today of [from, to - 2, to]) await run(today);
};

interface Kept {
  id: string;
  sha256: string;
}

const ended = (overrides: Partial<typeof events.$inferInsert> = {}) =>
  eventWithMembers(deps, { name: 'Harbour', status: 'ended', startsAt: day(-1), endedAt: day(0), retentionDays: 90, ...overrides });

const madeKeys = [storageKeys.thumb, storageKeys.preview, storageKeys.download];
/** The files of the first photo: all photos are the same picture. */
let made: Buffer[] | undefined;

async function makeFiles(photo: { id: string; sha256: string; contentType: string; orientation: number }): Promise<void> {
  if (made) {
    for (const [index, keyOf] of madeKeys.entries()) await deps.storage.put(keyOf(photo.id), made[index]!);
    return;
  }
  const derivatives = derivativesOf(deps);
  await derivatives.derive(photo);
  await derivatives.ensureDownload(photo);
  made = await Promise.all(madeKeys.map(async (keyOf) => buffer((await deps.storage.get(keyOf(photo.id)))!.stream)));
}

/** A photo with its files, which arrived on a day. */
async function addPhoto(scene: EventWithMembers, by: string, overrides: Partial<typeof photos.$inferInsert> = {}): Promise<Kept> {
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const photo = {
    ...photoRow(scene.eventId, by),
    sha256,
    bytes: picture.length,
    width: 2000,
    height: 2000,
    uploadedAt: day(-0.1),
    ...overrides,
  };
  await deps.db.insert(photos).values(photo);
  await deps.storage.put(storageKeys.original(photo), picture);
  if (photo.state === 'ready') await makeFiles(photo);
  const counters = { eventId: scene.eventId, photosCount: 1, photosBytes: photo.bytes };
  const [before] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
  const sum = { photosCount: (before?.photosCount ?? 0) + 1, photosBytes: (before?.photosBytes ?? 0) + photo.bytes };
  await deps.db.insert(eventCounters).values(counters).onConflictDoUpdate({ target: eventCounters.eventId, set: sum });
  return { id: photo.id, sha256 };
}

const rowOf = async ({ id }: { id: string }) => (await deps.db.select().from(photos).where(eq(photos.id, id)))[0];
const keptUntil = async ({ eventId }: EventWithMembers) =>
  (await deps.db.select().from(events).where(eq(events.id, eventId)))[0]?.photosKeptUntil ?? null;
const bytesOf = async ({ eventId }: EventWithMembers) =>
  (await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, eventId)))[0]?.photosBytes;
const mailsTo = async (userId: string) =>
  (
    await deps.db
      .select()
      .from(mails)
      .where(eq(mails.recipient, `${userId}@unit.test`))
      .orderBy(asc(mails.createdAt), asc(mails.id))
  ).map(({ subject, content }) => `${subject}\n${content}`);
const noticesOf = (userId: string) => deps.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(asc(notices.createdAt));
const trailOf = async ({ eventId }: EventWithMembers) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, eventId)).orderBy(asc(auditLog.id))).map(
    ({ action, actorId, detail }) => ({ action, actorId, detail }),
  );
const change = (scene: EventWithMembers, body: object) => ask('updateEvent', scene.owner, { id: scene.eventId }, { body });
/** The job that removes files, an hour later. */
const removeFiles = async (ids: string[]) => {
  await deps.db
    .update(photos)
    .set({ originalDeletedAt: new Date(Date.now() - 3_600_000) })
    .where(inArray(photos.id, ids));
  await photoJobs(deps)['sweep-deleted-photos']({}, signal);
};

describe('warnings', () => {
  it('reach the admins and everyone with photos, once each, in the app and by email', async () => {
    const scene = await ended({ timeZone: 'Europe/Berlin' });
    const guest = await createUser(deps, { email: null });
    await createParticipant(deps, scene.eventId, { userId: guest, role: 'guest' });
    const onlooker = await createParticipant(deps, scene.eventId);
    await addPhoto(scene, scene.guest.userId);
    await addPhoto(scene, scene.guest.userId);
    await addPhoto(scene, guest);
    await run(75);
    expect([await keptUntil(scene), await mailsTo(scene.owner.userId)]).toEqual([day(90), []]);
    for (const today of [76, 76.04, 77, 88, 88.1]) await run(today);
    expect(await mailsTo(scene.guest.userId)).toEqual([
      expect.stringMatching(
        /^Original photos of Harbour will be deleted\nThe originals of your 2 photos of Harbour will be deleted on Saturday, May 30, 2026 at 10:00 PM GMT\+2\. .*stays in the gallery\.[^]*download your photos[^]*\/event\/[-0-9a-f]+\/gallery/,
      ),
      expect.stringMatching(/^Reminder: Original photos of Harbour will be deleted\n/),
    ]);
    const [first = ''] = await mailsTo(scene.owner.userId);
    expect(first).toMatch(/-- \nUnit · /);
    expect(first).toMatch(/originals of 3 photos[^]*download all photos before then, or change “Keep photos”[^]*\?tab=settings/);
    for (const userId of [scene.owner.userId, scene.guest.userId, guest]) {
      const told = await noticesOf(userId);
      expect(told.map(({ kind, link }) => [kind, link?.includes(scene.eventId)])).toEqual([
        ['photo_retention', true],
        ['photo_retention', true],
      ]);
      expect(told[0]?.body).toContain('May 30, 2026');
    }
    expect([await mailsTo(scene.owner.userId), await mailsTo(onlooker), await noticesOf(onlooker)].map(({ length }) => length)).toEqual([
      2, 0, 0,
    ]);
  });

  it('are sent anew when a photo arrives late, and nothing is deleted before', async () => {
    const scene = await ended();
    const photo = await addPhoto(scene, scene.guest.userId);
    for (const today of [76, 88]) await run(today);
    const late = await addPhoto(scene, scene.owner.userId, { uploadedAt: day(89) });
    await run(90);
    expect([await keptUntil(scene), (await rowOf(photo))?.originalDeletedAt]).toEqual([day(179), null]);
    await runAll(165, 179);
    for (const each of [photo, late]) expect((await rowOf(each))?.originalDeletedAt).toEqual(day(179));
    expect(await mailsTo(scene.guest.userId)).toHaveLength(4);
  });

  it('begin again when the setting changes: a shorter time ends two weeks after people were told', async () => {
    vi.setSystemTime(day(60));
    const scene = await ended();
    await addPhoto(scene, scene.guest.userId);
    expect(await change(scene, { photo_retention_days: 30 })).toMatchObject({
      photo_retention_days: 30,
      photos_kept_until: day(74).toISOString(),
    });
    await run(60.5);
    expect(await keptUntil(scene)).toEqual(day(74.5));
    await run(72.5);
    expect(await change(scene, { photo_retention_days: 20, photo_retention_scope: 'everything' })).toMatchObject({
      photos_kept_until: day(74).toISOString(),
    });
    await run(74.5);
    expect([await keptUntil(scene), await mailsTo(scene.guest.userId)]).toEqual([
      day(88.5),
      [expect.stringMatching(/^Original/), expect.stringMatching(/^Reminder/), expect.stringMatching(/^Photos of Harbour/)],
    ]);
    expect(await change(scene, { photo_retention_days: null })).toMatchObject({ photos_kept_until: null });
    await runAll(500);
    expect(await trailOf(scene)).toMatchObject([{ action: 'event.update' }, { action: 'event.update' }, { action: 'event.update' }]);
    vi.useRealTimers();
  });

  it('are not sent for events that are on, deleted, or of a suspended organization, nor by other people', async () => {
    const suspended = await ended();
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, suspended.organizationId));
    const scenes = [await ended({ status: 'live' }), await ended({ deletedAt: day(5) }), await ended({ retentionDays: null }), suspended];
    for (const scene of scenes) await addPhoto(scene, scene.guest.userId);
    await runAll(500);
    for (const scene of scenes) expect([await mailsTo(scene.guest.userId), await keptUntil(scene)]).toEqual([[], null]);
    const scene = await ended();
    expect(await outcome(ask('updateEvent', scene.guest, { id: scene.eventId }, { body: { photo_retention_days: 1 } }))).toBe('forbidden');
  });
});

it('tells the date to people who take part, not to visitors', async () => {
  const scene = await ended({ type: 'public' });
  await addPhoto(scene, scene.guest.userId);
  await run(1);
  const until = async (who: Viewer) => (await ask('getEvent', who, { id: scene.eventId })).photos_kept_until;
  const visitor = viewer(await createUser(deps), { permissions: { view_events: true } });
  expect([await until(scene.owner), await until(scene.guest), await until(visitor)]).toEqual([
    day(90).toISOString(),
    day(90).toISOString(),
    null,
  ]);
});

it('stops where a photo arrives while others are deleted', async () => {
  const scene = await ended();
  const photo = await addPhoto(scene, scene.guest.userId);
  for (const today of [76, 88]) await run(today);
  let late: Kept | undefined;
  const storage = {
    ...deps.storage,
    size: async (key: string) => {
      if (key.includes(photo.id)) late ??= await addPhoto(scene, scene.owner.userId, { uploadedAt: day(89.9) });
      return deps.storage.size(key);
    },
  };
  await run(90, { storage });
  expect([late !== undefined, (await rowOf(photo))?.originalDeletedAt, await keptUntil(scene)]).toEqual([true, null, day(179.9)]);
});

describe('originals', () => {
  it('go after their time, with an audit entry, their bytes and their files; pictures, likes and the web size stay', async () => {
    const scene = await ended();
    const photo = await addPhoto(scene, scene.guest.userId);
    await deps.db.insert(photoLikes).values({ photoId: photo.id, userId: scene.owner.userId });
    await given.turnOn(scene);
    await given.get(scene.guest, scene, photo, 'download');
    await given.setMark(scene, { enabled: false });
    await runAll(76, 90);
    expect(await trailOf(scene)).toEqual([
      { action: 'event.delete_originals', actorId: null, detail: { photos: 1, bytes: picture.length } },
    ]);
    expect([await bytesOf(scene), await keptUntil(scene), (await rowOf(photo))?.deletedAt]).toEqual([0, null, null]);
    const changes = await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, scene.eventId)).orderBy(asc(eventChanges.seq));
    expect(changes.slice(-2)).toMatchObject([{ kind: 'changed', photoId: photo.id }, { kind: 'event' }]);
    // The files of what is still being read stay for a while.
    expect(await deps.storage.size(storageKeys.original(photo))).toBe(picture.length);
    await removeFiles([photo.id]);
    const sizes = await Promise.all([storageKeys.original(photo), storageKeys.download(photo.id)].map((key) => deps.storage.size(key)));
    expect(sizes).toEqual([null, null]);
    expect(await deps.db.select().from(photoLikes).where(eq(photoLikes.photoId, photo.id))).toHaveLength(1);
    expect(await outcome(given.send(scene.guest, scene, photo, 'original'))).toBe('original_deleted');
    const web = await wholeOf((await given.send(scene.owner, scene, photo, 'download')).stream);
    expect((await sharp(web).metadata()).width).toBe(1600);
    // Once more, nothing is left to do.
    await runAll(110, 124);
    expect(await trailOf(scene)).toHaveLength(1);
  });

  it('are not needed for another watermark, for images made of photos, nor for the data of a person', async () => {
    const scene = await ended();
    const photo = await addPhoto(scene, scene.guest.userId, { fileName: 'IMG_1.HEIC' });
    await runAll(76, 90);
    await removeFiles([photo.id]);
    await given.turnOn(scene);
    for (const variant of ['thumb', 'preview', 'download'] as const) {
      const { bytes } = await given.get(scene.guest, scene, photo, variant);
      expect(await lightness(bytes)).toEqual({ ...allDark, bottomRight: light });
    }
    const source = await photoSourceOf(deps)(scene.owner, scene.eventId, photo.id);
    expect([source, await deps.storage.size(source.key)]).toEqual([
      { key: storageKeys.preview(photo.id), width: 1600, height: 1600 },
      expect.any(Number),
    ]);
    await photoJobs(deps)['derive-photo']({ photoId: photo.id }, signal);
    expect((await rowOf(photo))?.state).toBe('ready');
    const own = unzip(await buffer(createArchive(deps, scene.guest.userId, () => undefined)));
    const [name = '', file] = [...own].find(([path]) => path.startsWith('photos/')) ?? [];
    expect([name.endsWith('-IMG_1-web.jpg'), (await sharp(file).metadata()).width]).toEqual([true, 1600]);
    expect(JSON.parse(own.get('photos.json')?.toString() ?? '')).toMatchObject([
      { file: name, originalDeletedAt: expect.any(String) as string },
    ]);
  });

  it('that are gone are in web size in archives, with the length that was promised', async () => {
    const scene = await ended();
    const gone = await addPhoto(scene, scene.guest.userId, { fileName: 'IMG_1.JPG' });
    await runAll(76, 90);
    await removeFiles([gone.id]);
    const kept = await addPhoto(scene, scene.guest.userId, {
      fileName: 'IMG_2.JPG',
      uploadedAt: day(91),
      takenAt: new Date('2026-11-21T20:00:00Z'),
    });
    const archive = async (who: Viewer, variant: 'web' | 'full' | 'original') => {
      const made = answerOf(
        await given.operations.createDownload(callOf<'createDownload'>(who, { id: scene.eventId }, { body: { variant } })),
      );
      await photoJobs(deps)['prepare-download']({ downloadId: made.id }, signal);
      const path = { id: scene.eventId, downloadId: made.id };
      const ready = answerOf(await given.operations.getDownload(callOf<'getDownload'>(who, path)));
      const [, , , , downloadId = '', signature = '', fileName = ''] = (ready.url ?? '').split('/');
      const call = callOf<'downloadArchive'>({ userId: '' } as Viewer, { downloadId, signature, fileName });
      Object.assign(call, { viewer: null });
      Object.assign(call.request, { server: {} as FastifyInstance });
      const sent = (await given.operations.downloadArchive(call)) as unknown as { stream: Readable };
      const zip = await buffer(sent.stream);
      expect([zip.length, ready.web_size_photos]).toEqual([ready.bytes, variant === 'web' ? 0 : 1]);
      return [...unzip(zip)];
    };
    const originals = await archive(scene.owner, 'original');
    expect(originals.map(([name]) => name)).toEqual(['IMG_1-web.jpg', 'IMG_2.JPG']);
    expect(originals[1]?.[1].equals(picture)).toBe(true);
    expect((await sharp(originals[0]?.[1]).metadata()).width).toBe(1600);
    expect((await archive(scene.owner, 'full')).map(([name]) => name)).toEqual([
      expect.stringMatching(/^2026-11-20_.*-web\.jpg$/),
      expect.stringMatching(/^2026-11-21_.*(?<!-web)\.jpg$/),
    ]);
    expect(await archive(scene.owner, 'web')).toHaveLength(2);
    // Pictures in place of originals have the watermark for people outside of the organization.
    await given.turnOn(scene);
    const own = await archive(scene.guest, 'original');
    expect(own[1]?.[1].equals(picture)).toBe(true);
    expect((await lightness(own[0]?.[1] ?? Buffer.alloc(0))).bottomRight).toBeGreaterThan(200);
    expect((await rowOf(kept))?.originalDeletedAt).toBeNull();
  });

  it('stay while a preview is missing that can’t be made, while a photo is prepared, reported or unreadable, and while a download runs', async () => {
    const scene = await ended();
    const by = scene.guest.userId;
    const fine = await addPhoto(scene, by);
    const underived = await addPhoto(scene, by);
    const broken = await addPhoto(scene, by);
    const processing = await addPhoto(scene, by, { state: 'processing' });
    const unreadable = await addPhoto(scene, by, { state: 'unreadable' });
    const reported = await addPhoto(scene, by);
    await deps.db.insert(photoReports).values({ id: uuid7(), eventId: scene.eventId, photoId: reported.id, reason: 'not_here' });
    for (const { id } of [underived, broken]) await deps.storage.delete(storageKeys.preview(id));
    await deps.storage.put(storageKeys.original(broken), Buffer.from('not a picture'));
    for (const today of [76, 88]) await run(today);
    const download = {
      id: uuid7(),
      eventId: scene.eventId,
      userId: by,
      variant: 'original',
      fileName: 'photos.zip',
      photos: 1,
      utcOffset: 0,
      createdAt: day(89),
      expiresAt: new Date(Date.now() + DAY),
    } as const;
    await deps.db.insert(photoDownloads).values(download);
    await run(90);
    expect((await rowOf(fine))?.originalDeletedAt).toBeNull();
    await deps.db.update(photoDownloads).set({ createdAt: day(90.1) });
    await run(90.2);
    const gone = async (list: Kept[]) => Promise.all(list.map(async (photo) => (await rowOf(photo))?.originalDeletedAt !== null));
    expect(await gone([fine, underived, broken, processing, unreadable, reported])).toEqual([true, true, false, false, false, false]);
    expect(await deps.storage.size(storageKeys.preview(underived.id))).toEqual(expect.any(Number));
    await deps.db.update(photoReports).set({ decidedAt: new Date(), decision: 'kept' }).where(eq(photoReports.photoId, reported.id));
    await deps.db.update(photos).set({ state: 'ready' }).where(eq(photos.id, processing.id));
    await run(91);
    expect(await gone([broken, processing, unreadable, reported])).toEqual([false, true, false, true]);
    expect(await trailOf(scene)).toMatchObject([{ detail: { photos: 2 } }, { detail: { photos: 2 } }]);
  });

  it('a run that is cut between batches is continued, and audited once', async () => {
    const scene = await ended();
    const list = await Promise.all([1, 2, 3].map(() => addPhoto(scene, scene.guest.userId)));
    for (const today of [76, 88]) await run(today);
    const stopping = new AbortController();
    const derivatives = derivativesOf(deps);
    // The server stops while these photos are looked at: their rows are the last that is written.
    const storage = {
      ...deps.storage,
      size: async (key: string) => {
        if (list.some(({ id }) => key.includes(id))) stopping.abort();
        return deps.storage.size(key);
      },
    };
    await expirePhotos({ ...deps, storage, derivatives }, stopping.signal, day(90));
    const marked = (await Promise.all(list.map(rowOf))).filter((row) => row?.originalDeletedAt).length;
    expect([marked, await trailOf(scene)]).toEqual([3, []]);
    for (const photo of list) expect(await deps.storage.size(storageKeys.original(photo))).toBe(picture.length);
    await run(90.1);
    expect(await trailOf(scene)).toEqual([
      { action: 'event.delete_originals', actorId: null, detail: { photos: 3, bytes: 3 * picture.length } },
    ]);
    // Cut between the files of one photo: the next run removes the rest.
    const ids = list.map(({ id }) => id);
    vi.spyOn(deps.storage, 'delete').mockRejectedValueOnce(new Error('cut'));
    await expect(removeFiles(ids)).rejects.toThrow('cut');
    vi.restoreAllMocks();
    await photoJobs(deps)['sweep-deleted-photos']({}, signal);
    for (const photo of list) {
      expect(await deps.storage.size(storageKeys.original(photo))).toBeNull();
      expect(await deps.storage.size(storageKeys.preview(photo.id))).toEqual(expect.any(Number));
    }
  });
});

describe('everything', () => {
  it('goes to the trash, from where the organization restores it; a restored photo begins its time anew', async () => {
    const scene = await ended({ retentionScope: 'everything' });
    const photo = await addPhoto(scene, scene.guest.userId);
    const unreadable = await addPhoto(scene, scene.guest.userId, { state: 'unreadable' });
    await deps.db.update(events).set({ coverPhotoId: photo.id }).where(eq(events.id, scene.eventId));
    await runAll(76, 90);
    for (const each of [photo, unreadable]) expect(await rowOf(each)).toMatchObject({ inTrash: true, deletedBy: null });
    expect([await bytesOf(scene), await trailOf(scene)]).toEqual([
      0,
      [{ action: 'event.expire_photos', actorId: null, detail: { photos: 2, bytes: 2 * picture.length } }],
    ]);
    expect((await deps.db.select().from(events).where(eq(events.id, scene.eventId)))[0]?.coverPhotoId).toBeNull();
    const restore = (who: Viewer) =>
      given.operations.restorePhotos(callOf<'restorePhotos'>(who, { id: scene.eventId }, { body: { ids: [photo.id] } }));
    expect(answerOf(await restore(scene.guest))).toMatchObject({ restored: [], refused: [photo.id] });
    expect(answerOf(await restore(scene.owner))).toMatchObject({ restored: [{ id: photo.id }], refused: [] });
    expect([(await rowOf(photo))?.restoredAt, await bytesOf(scene)]).toEqual([expect.any(Date), picture.length]);
    await run(90.1);
    expect(await rowOf(photo)).toMatchObject({ deletedAt: null });
    expect((await keptUntil(scene))?.getTime()).toBeGreaterThan(day(90).getTime());
  });

  it('includes photos whose originals went before, which take no room', async () => {
    const scene = await ended();
    const photo = await addPhoto(scene, scene.guest.userId);
    await runAll(76, 90);
    await deps.db.update(events).set({ retentionScope: 'everything' }).where(eq(events.id, scene.eventId));
    await deps.db.update(photoRetention).set({ firstSentAt: null }).where(eq(photoRetention.eventId, scene.eventId));
    await runAll(100, 114);
    expect([await bytesOf(scene), (await rowOf(photo))?.inTrash]).toEqual([0, true]);
    expect((await trailOf(scene)).at(-1)).toMatchObject({ action: 'event.expire_photos', detail: { photos: 1, bytes: 0 } });
  });
});
