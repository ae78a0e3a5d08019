import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventParticipants, events, eventSections } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photoDownloadEntries, photoDownloads, photos } from '#server/db/schema/photos.ts';
import { DownloadEnded } from '#server/photos/download-archive.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import type { NewPhoto } from '#server/photos/photos-repository.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';
import { allDark, lightness, openWatermarks, type TestWatermarks } from '#tests/support/watermarks.ts';
import { unzip } from '#tests/support/zip.ts';

let deps: TestDeps;
let given: TestWatermarks;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarks(deps);
}, 60_000);
afterAll(() => deps.dispose(), 60_000);

const app = {} as FastifyInstance;
const fileOf = (text: string) => Buffer.from(`${text} `.repeat(20_000));

/** Photos with originals of known bytes, one a minute, by the guest. */
async function withOriginals(count: number, overrides: Partial<NewPhoto> = {}, by: 'guest' | 'owner' = 'guest') {
  const scene = await eventWithMembers(deps);
  const taken: (NewPhoto & { id: string; file: Buffer })[] = [];
  for (let index = 0; index < count; index += 1) taken.push(await addOriginal(scene, index, overrides, by));
  return { scene, taken };
}

async function addOriginal(scene: EventWithMembers, index: number, overrides: Partial<NewPhoto> = {}, by: 'guest' | 'owner' = 'guest') {
  const file = fileOf(`photo ${index}`);
  const photo = await createPhoto(deps, scene.eventId, scene[by].userId, {
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    crc32: crc32(file),
    fileName: 'IMG_0001.JPG',
    takenAt: new Date(Date.UTC(2026, 10, 20, 20, index)),
    ...overrides,
  });
  await deps.storage.put(storageKeys.original(photo), file);
  return { ...photo, file };
}

const create = async (
  who: Viewer,
  { eventId }: EventWithMembers,
  body: { variant: 'full' | 'original'; photo_ids?: string[]; section_id?: string },
) => answerOf(await given.operations.createDownload(callOf<'createDownload'>(who, { id: eventId }, { body })));

const read = async (who: Viewer, { eventId }: EventWithMembers, id: string) =>
  answerOf(await given.operations.getDownload(callOf<'getDownload'>(who, { id: eventId, downloadId: id })));

interface Sent {
  status: number;
  headers: Record<string, string>;
  stream: Readable;
}

/** Asks as a download manager does: by the address alone. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Sent> {
  const [, , , , downloadId = '', signature = '', fileName = ''] = url.split('/');
  const call = callOf<'downloadArchive'>({ userId: '' } as Viewer, { downloadId, signature, fileName });
  Object.assign(call, { viewer: null });
  Object.assign(call.request, { headers, server: app });
  return (await given.operations.downloadArchive(call)) as unknown as Sent;
}

const bytesOf = async ({ stream }: Sent): Promise<Buffer> => buffer(stream);
const rangeOf = async (url: string, range: string) => bytesOf(await ask(url, { range }));

const remove = (photo: { id: string }) =>
  deps.db
    .update(photos)
    .set({ deletedAt: sql`now()`, inTrash: true })
    .where(eq(photos.id, photo.id));

const missingOf = (zip: ReadonlyMap<string, Buffer>) => zip.get('_missing.txt')?.toString().trim().split('\r\n').slice(2) ?? [];

it('originals are ready at once, in the order they were taken, with unique names', async () => {
  const { scene, taken } = await withOriginals(3);
  const download = await create(scene.owner, scene, { variant: 'original' });
  expect(download).toMatchObject({ state: 'ready', photos: 3, prepared: 3, file_name: 'unit-night-originals.zip' });
  const sent = await ask(download.url ?? '');
  expect([sent.status, sent.headers['accept-ranges'], sent.headers['content-length']]).toEqual([200, 'bytes', String(download.bytes)]);
  const zip = await bytesOf(sent);
  expect(zip.length).toBe(download.bytes);
  const files = unzip(zip);
  expect([...files.keys()]).toEqual(['IMG_0001.JPG', 'IMG_0001-2.JPG', 'IMG_0001-3.JPG']);
  expect([...files.values()].map((file, index) => file.equals(taken[index]!.file))).toEqual([true, true, true]);
});

it('all photos of a section', async () => {
  const { scene, taken } = await withOriginals(3);
  const [, second, third] = taken;
  const section = async (name: string, audience: 'everyone' | 'organization', photo: { id: string }) => {
    const id = uuid7();
    await deps.db.insert(eventSections).values({ id, eventId: scene.eventId, name, audience, position: 0 });
    await deps.db.update(photos).set({ sectionId: id }).where(eq(photos.id, photo.id));
    return id;
  };
  const [open, hidden] = [await section('Ceremony', 'everyone', second!), await section('Family', 'organization', third!)];
  const filesOf = async (section_id: string) => {
    const { photos: count, url } = await create(scene.owner, scene, { variant: 'original', section_id });
    return [count, ...unzip(await bytesOf(await ask(url ?? ''))).values()].map((file) => (file instanceof Buffer ? file.toString() : file));
  };
  expect(await filesOf(open)).toEqual([1, second!.file.toString()]);
  expect(await filesOf(hidden)).toEqual([1, third!.file.toString()]);
  const elsewhere = await outcome(create(scene.owner, scene, { variant: 'original', section_id: uuid7() }));
  expect(elsewhere).toBe('nothing_to_download');
});

it('photos of sections are in folders of their names, which are safe, unique, and known to the reader', async () => {
  const { scene } = await withOriginals(1);
  const sectionOf = async (name: string, position: number, audience: 'everyone' | 'organization' = 'everyone') => {
    const id = uuid7();
    await deps.db.insert(eventSections).values({ id, eventId: scene.eventId, name, position, audience });
    return id;
  };
  const ceremony = await sectionOf('Ceremony', 0);
  for (const [index, sectionId] of [
    ceremony,
    ceremony,
    await sectionOf('../Food/Drinks: "all"..', 1),
    await sectionOf('ceremony', 2),
    await sectionOf(' . ', 3),
    await sectionOf('Couple only', 4, 'organization'),
  ].entries())
    await addOriginal(scene, index + 1, { sectionId });
  const namesFor = async (who: Viewer, photo_ids?: string[]) => {
    const { url } = await create(who, scene, { variant: 'original', ...(photo_ids && { photo_ids }) });
    return [...unzip(await bytesOf(await ask(url!))).keys()];
  };
  const shared = [
    'IMG_0001.JPG',
    'Ceremony/IMG_0001.JPG',
    'Ceremony/IMG_0001-2.JPG',
    '_Food_Drinks_ _all_/IMG_0001.JPG',
    'ceremony-2/IMG_0001.JPG',
    'Section/IMG_0001.JPG',
  ];
  expect(await namesFor(scene.owner)).toEqual([...shared, 'Couple only/IMG_0001.JPG']);
  // Their own photos are in no folder of a section that they don't know.
  expect(await namesFor(scene.guest)).toEqual([...shared, 'IMG_0001-2.JPG']);
  const inCeremony = await deps.db.select({ id: photos.id }).from(photos).where(eq(photos.sectionId, ceremony));
  expect(
    await namesFor(
      scene.owner,
      inCeremony.map(({ id }) => id),
    ),
  ).toEqual(['IMG_0001.JPG', 'IMG_0001-2.JPG']);
});

it('any range continues the archive', async () => {
  const { scene } = await withOriginals(3);
  const { url, bytes } = await create(scene.owner, scene, { variant: 'original' });
  const zip = await bytesOf(await ask(url!));
  const middle = Math.floor(bytes! * 0.6);
  expect((await rangeOf(url!, `bytes=${middle}-`)).equals(zip.subarray(middle))).toBe(true);
  expect((await rangeOf(url!, 'bytes=100-250000')).equals(zip.subarray(100, 250_001))).toBe(true);
  const tail = await ask(url!, { range: 'bytes=-30' });
  expect([tail.status, tail.headers['content-range'], tail.headers['content-length']]).toEqual([
    206,
    `bytes ${bytes! - 30}-${bytes! - 1}/${bytes!}`,
    '30',
  ]);
  expect((await bytesOf(tail)).equals(zip.subarray(-30))).toBe(true);
  await expect(ask(url!, { range: `bytes=${bytes}-` })).rejects.toMatchObject({ status: 416 });
});

it('a range of another version is answered with the whole', async () => {
  const { scene } = await withOriginals(2);
  const { url } = await create(scene.owner, scene, { variant: 'original' });
  const first = await ask(url!);
  await bytesOf(first);
  const statusWith = async (known: string) => {
    const sent = await ask(url!, { range: 'bytes=50-', 'if-range': known });
    sent.stream.destroy();
    return sent.status;
  };
  expect(await statusWith(first.headers.etag!)).toBe(206);
  expect(await statusWith(first.headers['last-modified']!)).toBe(206);
  expect(await statusWith('"another"')).toBe(200);
});

it('a photo deleted meanwhile becomes a line, and the resumed archive fits what was sent before', async () => {
  const { scene, taken } = await withOriginals(4);
  const { url, bytes } = await create(scene.owner, scene, { variant: 'original' });
  const cut = taken[0]!.bytes + 5000;
  const start = await rangeOf(url!, `bytes=0-${cut - 1}`);
  // Half of the second is sent already.
  for (const photo of [taken[1]!, taken[3]!]) await remove(photo);
  const zip = Buffer.concat([start, await rangeOf(url!, `bytes=${cut}-`)]);
  expect(zip.length).toBe(bytes);
  const files = unzip(zip);
  expect([...files.keys()]).toEqual(['IMG_0001.JPG', 'IMG_0001-3.JPG', '_missing.txt']);
  expect(files.get('IMG_0001-3.JPG')?.equals(taken[2]!.file)).toBe(true);
  expect(missingOf(files)).toEqual(['IMG_0001-2.JPG', 'IMG_0001-4.JPG']);
});

it('a photo that was missing stays missing when it is restored', async () => {
  const { scene, taken } = await withOriginals(2);
  const { url } = await create(scene.owner, scene, { variant: 'original' });
  await remove(taken[0]!);
  const zip = await bytesOf(await ask(url!));
  await deps.db.update(photos).set({ deletedAt: null }).where(eq(photos.id, taken[0]!.id));
  expect((await bytesOf(await ask(url!))).equals(zip)).toBe(true);
});

it('a file that is gone or has another length is missing', async () => {
  const { scene, taken } = await withOriginals(3);
  const { url } = await create(scene.owner, scene, { variant: 'original' });
  await deps.storage.delete(storageKeys.original(taken[0]!));
  await deps.storage.put(storageKeys.original(taken[1]!), Buffer.from('another'));
  const files = unzip(await bytesOf(await ask(url!)));
  expect(missingOf(files)).toEqual(['IMG_0001.JPG', 'IMG_0001-2.JPG']);
});

it('a photo deleted after the directory was sent ends the connection, and begins another version', async () => {
  const { scene, taken } = await withOriginals(2);
  const { url, bytes } = await create(scene.owner, scene, { variant: 'original' });
  const tail = await ask(url!, { range: 'bytes=-10' });
  await bytesOf(tail);
  await remove(taken[1]!);
  await expect(rangeOf(url!, 'bytes=0-')).rejects.toThrow(DownloadEnded);
  // A client with the end of the first version begins again.
  const again = await ask(url!, { range: 'bytes=500-', 'if-range': tail.headers.etag! });
  expect(again.status).toBe(200);
  expect(again.headers.etag).not.toBe(tail.headers.etag);
  expect(again.headers['last-modified']).not.toBe(tail.headers['last-modified']);
  const zip = await bytesOf(again);
  expect(zip.length).toBe(bytes);
  expect(missingOf(unzip(zip))).toEqual(['IMG_0001-2.JPG']);
});

it('participants get copies with the watermark and without GPS, the organization without either', async () => {
  const { scene, photo } = await given.withPhoto();
  await given.turnOn(scene);
  const jobs = photoJobs(deps);
  const readOnly = async (who: Viewer) => {
    const download = await create(who, scene, { variant: 'full' });
    expect(download).toMatchObject({ state: 'preparing', prepared: 0, bytes: null, url: null });
    await jobs['prepare-download']({ downloadId: download.id }, new AbortController().signal);
    const ready = await read(who, scene, download.id);
    expect(ready).toMatchObject({ state: 'ready', prepared: 1 });
    const files = [...unzip(await bytesOf(await ask(ready.url!)))];
    expect(files.map(([name]) => name)).toEqual([`2026-11-20_21-00-00_Ana-Test_${photo.id.slice(-4)}.jpg`]);
    return files[0]![1];
  };
  const [guests, owners] = [await readOnly(scene.guest), await readOnly(scene.owner)];
  expect((await lightness(guests)).bottomRight).toBeGreaterThan(200);
  expect(await lightness(owners)).toEqual(allDark);
  expect((await sharp(guests).metadata()).exif).toBeUndefined();
  // Known from then on.
  expect((await create(scene.guest, scene, { variant: 'full' })).state).toBe('ready');
});

it('copies wait for photos whose originals were not looked at: what was approved is a proof', async () => {
  const { scene, photo } = await given.withPhoto();
  // One that can't be opened.
  await addOriginal(scene, 1);
  const set = (changes: Partial<NewPhoto>) => deps.db.update(photos).set(changes).where(eq(photos.id, photo.id));
  const prepare = (downloadId: string) => photoJobs(deps)['prepare-download']({ downloadId }, new AbortController().signal);
  const begin = async (who: Viewer) => {
    await set({ showsProof: true, status: 'approved', uploaderId: scene.owner.userId });
    const { id } = await create(who, scene, { variant: 'full' });
    await prepare(id);
    expect(await read(who, scene, id)).toMatchObject({ state: 'preparing', prepared: 1 });
    return async () => {
      await prepare(id);
      const { url } = await read(who, scene, id);
      return missingOf(unzip(await bytesOf(await ask(url!)))).length;
    };
  };
  const missingForGuest = await begin(scene.guest);
  await set({ showsProof: false, status: 'pending' });
  expect(await missingForGuest(), 'it was something else').toBe(2);

  const missingAtLast = await begin(scene.owner);
  await deps.db.update(photoDownloads).set({ createdAt: new Date(Date.now() - 121_000) });
  expect(await missingAtLast(), 'its job failed for good').toBe(2);

  const missingForOwner = await begin(scene.owner);
  await set({ showsProof: false });
  expect(await missingForOwner()).toBe(1);

  await set({ showsProof: true });
  const { id } = await create(scene.owner, scene, { variant: 'original' });
  await prepare(id);
  expect(await read(scene.owner, scene, id), 'the files as they were taken').toMatchObject({ state: 'ready', prepared: 2 });
});

it('a photo that cannot be opened is missing from the start', async () => {
  const { scene } = await withOriginals(1);
  const download = await create(scene.owner, scene, { variant: 'full' });
  await photoJobs(deps)['prepare-download']({ downloadId: download.id }, new AbortController().signal);
  const ready = await read(scene.owner, scene, download.id);
  expect(missingOf(unzip(await bytesOf(await ask(ready.url!)))).length).toBe(1);
});

it('a photo whose original is on its way is counted and named as screens name it', async () => {
  const { scene } = await withOriginals(2);
  const takenAt = new Date(Date.UTC(2026, 10, 20, 20, 7, 30));
  await addOriginal(scene, 7, { awaitsOriginal: true, crc32: null, fileName: null, takenAt });
  await addOriginal(scene, 8, { awaitsOriginal: true, crc32: null, fileName: 'DSC_8.JPG', takenAt });
  await deps.db.update(events).set({ timeZone: 'Europe/Berlin' }).where(eq(events.id, scene.eventId));
  const download = await create(scene.owner, scene, { variant: 'original' });
  await photoJobs(deps)['prepare-download']({ downloadId: download.id }, new AbortController().signal);
  const ready = await read(scene.owner, scene, download.id);
  expect(ready).toMatchObject({ state: 'ready', photos: 4, missing_photos: 2, awaited_photos: 2 });
  const zip = await bytesOf(await ask(ready.url!));
  expect(zip.length).toBe(ready.bytes);
  const files = unzip(zip);
  expect([...files.keys()]).toEqual(['IMG_0001.JPG', 'IMG_0001-2.JPG', '_missing.txt']);
  expect(missingOf(files)).toEqual([
    expect.stringMatching(/^\S.*, taken 2026-11-20 21:07:30 \(original on its way\)$/),
    expect.stringMatching(/^DSC_8\.JPG, \S.*, taken 2026-11-20 21:07:30 \(original on its way\)$/),
  ]);
  // Once the original is there, the archive still lacks it.
  await deps.db.update(photos).set({ awaitsOriginal: false }).where(eq(photos.eventId, scene.eventId));
  expect(await read(scene.owner, scene, download.id)).toMatchObject({ missing_photos: 2, awaited_photos: 0 });
});

it('originals of others are the organization’s', async () => {
  const { scene, taken } = await withOriginals(1, {}, 'owner');
  const own = await addOriginal(scene, 5);
  const body = { variant: 'original' as const };
  expect(await outcome(create(scene.guest, scene, { ...body, photo_ids: [taken[0]!.id, own.id] }))).toBe('forbidden');
  expect((await create(scene.guest, scene, body)).photos).toBe(1);
  expect((await create(scene.owner, scene, body)).photos).toBe(2);
});

it('everything leaves out what the reader may not download; a selection refuses it', async () => {
  const { scene, taken } = await withOriginals(3, {}, 'owner');
  await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, taken[0]!.id));
  await remove(taken[1]!);
  const body = { variant: 'full' as const };
  expect((await create(scene.guest, scene, body)).photos).toBe(1);
  const choose = (photo: { id: string }) => outcome(create(scene.guest, scene, { ...body, photo_ids: [photo.id] }));
  expect([await choose(taken[0]!), await choose(taken[1]!)]).toEqual(['not_found', 'photo_deleted']);
  await deps.db.update(events).set({ allowDownloads: false }).where(eq(events.id, scene.eventId));
  expect([await choose(taken[2]!), await outcome(create(scene.guest, scene, body))]).toEqual(['downloads_closed', 'downloads_closed']);
  const other = await eventWithMembers(deps);
  expect(await outcome(create(other.owner, other, body))).toBe('nothing_to_download');
  expect(await outcome(create(other.owner, other, { ...body, photo_ids: [taken[2]!.id] }))).toBe('not_found');
  expect(await outcome(create(other.owner, scene, body))).toBe('not_found');
});

it('rights that end while it is sent end the connection', async () => {
  const { scene } = await withOriginals(150, {}, 'owner');
  const copy = { copyBytes: 5, copyCrc32: crc32(Buffer.from('photo')) };
  await deps.db.update(photos).set(copy).where(eq(photos.eventId, scene.eventId));
  for (const photo of await deps.db.select({ id: photos.id }).from(photos).where(eq(photos.eventId, scene.eventId)))
    await deps.storage.put(storageKeys.download(photo.id), Buffer.from('photo'));
  const { url } = await create(scene.guest, scene, { variant: 'full' });
  expect(unzip(await bytesOf(await ask(url!))).size).toBe(150);
  const sent = await ask(url!);
  await deps.db
    .update(eventParticipants)
    .set({ removedAt: new Date() })
    .where(and(eq(eventParticipants.eventId, scene.eventId), eq(eventParticipants.userId, scene.guest.userId)));
  await expect(bytesOf(sent)).rejects.toThrow(DownloadEnded);
  await expect(ask(url!)).rejects.toMatchObject({ status: 410, code: 'download_ended' });
});

it('rights that end within one large file end the connection of a slow reader', async () => {
  const { scene, taken } = await withOriginals(1);
  const large = Buffer.alloc(3_000_000, 'photo');
  const sum = { bytes: large.length, crc32: crc32(large) };
  await deps.db.update(photos).set(sum).where(eq(photos.id, taken[0]!.id));
  await deps.storage.put(storageKeys.original(taken[0]!), large);
  const begin = async () => {
    const { url, bytes } = await create(scene.owner, scene, { variant: 'original' });
    const { stream } = await ask(url!);
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    return { bytes, chunks, first: [(await chunks.next()).value as Buffer, (await chunks.next()).value as Buffer] };
  };
  const rest = async ({ chunks, first }: Awaited<ReturnType<typeof begin>>) => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) first.push(next.value);
    return Buffer.concat(first);
  };
  const [deleted, ended] = [await begin(), await begin()];
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    await remove(taken[0]!);
    const zip = await rest(deleted);
    expect(zip.length).toBe(deleted.bytes);
    expect([...unzip(zip).keys()]).toEqual(['_missing.txt']);
    expect(zip.subarray(1_000_000, 2_900_000).equals(Buffer.alloc(1_900_000))).toBe(true);
    await deps.db.update(memberships).set({ status: 'suspended' }).where(eq(memberships.userId, scene.owner.userId));
    await expect(rest(ended)).rejects.toThrow(DownloadEnded);
  } finally {
    vi.useRealTimers();
  }
});

it('downloads that were switched off, and another watermark, end it', async () => {
  const { scene, photo } = await given.withPhoto();
  await given.turnOn(scene);
  await deps.db.update(photos).set({ uploaderId: scene.owner.userId }).where(eq(photos.id, photo.id));
  const download = await create(scene.guest, scene, { variant: 'full' });
  await photoJobs(deps)['prepare-download']({ downloadId: download.id }, new AbortController().signal);
  const { url } = await read(scene.guest, scene, download.id);
  const allow = (allowDownloads: boolean) => deps.db.update(events).set({ allowDownloads }).where(eq(events.id, scene.eventId));
  await allow(false);
  await expect(ask(url!)).rejects.toMatchObject({ code: 'download_ended' });
  await allow(true);
  (await ask(url!)).stream.destroy();
  await given.turnOn(scene, { position: 'top-left' });
  await expect(ask(url!)).rejects.toMatchObject({ code: 'download_ended' });
});

it('needs its signature, and expires', async () => {
  const { scene } = await withOriginals(1);
  const download = await create(scene.owner, scene, { variant: 'original' });
  const [, , , , , signature = ''] = download.url!.split('/');
  const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  await expect(ask(download.url!.replace(signature, forged))).rejects.toMatchObject({ status: 404 });
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    await expect(ask(download.url!)).rejects.toMatchObject({ status: 410, code: 'download_expired' });
  } finally {
    vi.useRealTimers();
  }
  const past = new Date(Date.now() - 1000);
  await deps.db.update(photoDownloads).set({ expiresAt: past }).where(eq(photoDownloads.id, download.id));
  // The time is signed.
  await expect(ask(download.url!)).rejects.toMatchObject({ status: 404 });
  await photoJobs(deps)['sweep-downloads']({}, new AbortController().signal);
  const left = await deps.db.$count(photoDownloadEntries, eq(photoDownloadEntries.downloadId, download.id));
  expect(left).toBe(0);
});

it('belongs to the person who created it, who can cancel it', async () => {
  const { scene } = await withOriginals(1);
  const download = await create(scene.owner, scene, { variant: 'original' });
  expect(await outcome(read(scene.guest, scene, download.id))).toBe('not_found');
  const cancel = (who: Viewer) =>
    outcome(given.operations.cancelDownload(callOf<'cancelDownload'>(who, { id: scene.eventId, downloadId: download.id })));
  expect([await cancel(scene.guest), await cancel(scene.owner)]).toEqual(['not_found', 'done']);
  await expect(ask(download.url!)).rejects.toMatchObject({ status: 404 });
});

it('canceled while its directory is sent, it ends with an error and never short of its length', async () => {
  const { scene } = await withOriginals(2);
  const { id, url } = await create(scene.owner, scene, { variant: 'original' });
  const { stream } = await ask(url!, { range: 'bytes=-30' });
  await deps.db.delete(photoDownloads).where(eq(photoDownloads.id, id));
  await expect(buffer(stream)).rejects.toThrow(DownloadEnded);
});

it('two are prepared at a time', async () => {
  const { scene } = await withOriginals(1);
  const body = { variant: 'full' as const };
  await create(scene.guest, scene, body);
  await create(scene.guest, scene, body);
  expect(await outcome(create(scene.guest, scene, body))).toBe('download_running');
});

it('a person who cancels each download starts thirty in an hour', async () => {
  const { scene } = await withOriginals(1);
  const start = async () => {
    const { id } = await create(scene.guest, scene, { variant: 'original' });
    await given.operations.cancelDownload(callOf<'cancelDownload'>(scene.guest, { id: scene.eventId, downloadId: id }));
  };
  for (let count = 0; count < 30; count += 1) await start();
  expect(await outcome(start())).toBe('too_many_requests');
});

it('a person has four connections', async () => {
  const { scene } = await withOriginals(1);
  const { url } = await create(scene.owner, scene, { variant: 'original' });
  const open = await Promise.all(Array.from({ length: 4 }, () => ask(url!)));
  await expect(ask(url!)).rejects.toMatchObject({ status: 429 });
  for (const { stream } of open) {
    const closed = new Promise((done) => stream.once('close', done));
    stream.destroy();
    await closed;
  }
  (await ask(url!)).stream.destroy();
});
