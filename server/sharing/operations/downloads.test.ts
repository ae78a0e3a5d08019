import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventSections } from '#server/db/schema/events.ts';
import { photoDownloads, photos } from '#server/db/schema/photos.ts';
import { galleryLinks, picks } from '#server/db/schema/sharing.ts';
import type { Call } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { DownloadEnded } from '#server/photos/download-archive.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { openLinkReader } from '#server/sharing/download-reader.ts';
import { openLinkAccess } from '#server/sharing/operations/authorize.ts';
import { sharedDownloadCalls } from '#server/sharing/operations/downloads.ts';
import { linkCalls } from '#server/sharing/operations/links.ts';
import { visitorCalls } from '#server/sharing/operations/picks.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, type EventWithMembers } from '#tests/support/factories/database.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';
import { allDark, lightness, openWatermarks, type TestWatermarks } from '#tests/support/watermarks.ts';
import { unzip } from '#tests/support/zip.ts';

type Schemas = components['schemas'];
type Link = Schemas['GalleryLink'];

let deps: TestDeps;
let given: TestWatermarks;
let operations: ReturnType<typeof sharedDownloadCalls> & ReturnType<typeof linkCalls> & ReturnType<typeof visitorCalls>;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarks(deps);
  const parts = { access: await openLinkAccess(deps), limits: await createRateLimits(deps) };
  operations = { ...sharedDownloadCalls(deps, parts), ...linkCalls(deps), ...visitorCalls(deps, parts) };
}, 60_000);
afterAll(() => deps.dispose(), 60_000);

async function link(scene: EventWithMembers, body: Partial<Schemas['CreateGalleryLinkRequest']> = {}): Promise<Link> {
  const given = { name: 'For the couple', scope: 'gallery' as const, downloads: 'full' as const, ...body };
  const call = callOf<'createGalleryLink'>(scene.owner, { id: scene.eventId }, { body: given });
  return answerOf(await operations.createGalleryLink(call));
}

const update = (scene: EventWithMembers, { id }: Link, body: Schemas['UpdateGalleryLinkRequest']) =>
  operations.updateGalleryLink(callOf<'updateGalleryLink'>(scene.owner, { id: scene.eventId, linkId: id }, { body }));

/** A visitor's call. */
const visit = <Id extends 'createSharedDownload' | 'getSharedDownload' | 'nameLinkVisitor'>(
  { token }: Link,
  { path = {}, body, cookies = {}, ip = '127.0.0.1' }: { path?: object; body?: object; cookies?: Record<string, string>; ip?: string } = {},
) => {
  const request = { ip, id: uuid7(), headers: {}, protocol: 'http', cookies };
  return { path: { token, ...path }, query: {}, header: {}, body, viewer: null, request, reply: {} } as unknown as Call<Id>;
};

const create = async (of: Link, body: Schemas['CreateSharedDownloadRequest'] = { picks: false }, cookies: Record<string, string> = {}) =>
  answerOf(await operations.createSharedDownload(visit<'createSharedDownload'>(of, { body, cookies })));
const read = async (of: Link, downloadId: string) =>
  answerOf(await operations.getSharedDownload(visit<'getSharedDownload'>(of, { path: { downloadId } })));

async function prepare(of: Link, { id }: { id: string }): Promise<string> {
  await photoJobs(deps, openLinkReader)['prepare-download']({ downloadId: id }, new AbortController().signal);
  const ready = await read(of, id);
  expect(ready).toMatchObject({ state: 'ready', failure: null });
  return ready.url!;
}

async function ask(url: string, ip = '127.0.0.1'): Promise<Readable> {
  const [, , , , downloadId = '', signature = '', fileName = ''] = url.split('/');
  const call = callOf<'downloadArchive'>({ userId: '' } as Viewer, { downloadId, signature, fileName });
  Object.assign(call, { viewer: null });
  Object.assign(call.request, { ip, headers: {}, server: {} as FastifyInstance });
  return ((await given.operations.downloadArchive(call)) as unknown as { stream: Readable }).stream;
}

const filesAt = async (url: string) => [...unzip(await buffer(await ask(url))).values()];

it('has the photos of the link only, in its size, with its watermark', async () => {
  const { scene, photo } = await given.withPhoto();
  await given.turnOn(scene);
  await createPhoto(deps, scene.eventId, scene.guest.userId);
  await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' });
  const selection = await link(scene, { scope: 'selection', photo_ids: [photo.id], downloads: 'web' });
  const download = await create(selection);
  expect(download).toMatchObject({ variant: 'web', state: 'preparing', photos: 1, url: null });
  const [marked, ...others] = await filesAt(await prepare(selection, download));
  expect(others).toEqual([]);
  expect((await lightness(marked!)).bottomRight).toBeGreaterThan(200);
  expect((await sharp(marked).metadata()).exif).toBeUndefined();
  // Known from then on.
  expect((await create(selection)).state).toBe('ready');
  await update(scene, selection, { watermark: false });
  const [plain] = await filesAt(await prepare(selection, await create(selection)));
  expect(await lightness(plain!)).toEqual(allDark);
  expect((await create(selection)).state).toBe('ready');
  const [row] = await deps.db.select().from(galleryLinks).where(eq(galleryLinks.id, selection.id));
  expect(row?.downloadsCount).toBe(4);
});

it('what the visitor picked', async () => {
  const { scene, photo } = await given.withPhoto();
  await createPhoto(deps, scene.eventId, scene.guest.userId);
  const album = await link(scene, { picks_limit: 5 });
  const named = await operations.nameLinkVisitor(visit<'nameLinkVisitor'>(album, { body: { name: 'Ines' } }));
  const [, secret = ''] = /^ais_visitor=([^;]*);/.exec('headers' in named ? named.headers['set-cookie'] : '') ?? [];
  const cookies = { ais_visitor: secret };
  expect(await outcome(create(album, { picks: true }, cookies))).toBe('nothing_to_download');
  await deps.db.insert(picks).values({ visitorId: answerOf(named).id, photoId: photo.id });
  expect((await create(album, { picks: true }, cookies)).photos).toBe(1);
  expect((await create(album, {}, cookies)).photos).toBe(2);
  expect(await outcome(create(album, { picks: true }))).toBe('nothing_to_download');
  expect(await outcome(create(await link(scene), { picks: true }))).toBe('no_picks');
});

it('chosen photos, of those that the link shows', async () => {
  const { scene, photo } = await given.withPhoto();
  const [other, pending] = [
    await createPhoto(deps, scene.eventId, scene.guest.userId),
    await createPhoto(deps, scene.eventId, scene.guest.userId, { status: 'pending' }),
  ];
  const { photo: foreign } = await given.withPhoto();
  const gallery = await link(scene);
  const asked = [photo.id, pending.id, foreign.id];
  expect((await create(gallery, { photo_ids: asked })).photos).toBe(1);
  expect((await create(gallery, { photo_ids: [other.id, photo.id] })).photos).toBe(2);
  expect(await outcome(create(gallery, { photo_ids: [pending.id, foreign.id] }))).toBe('nothing_to_download');
  const selection = await link(scene, { scope: 'selection', photo_ids: [photo.id] });
  expect(await outcome(create(selection, { photo_ids: [other.id] }))).toBe('nothing_to_download');
});

it('folders of sections only where visitors see the sections', async () => {
  const { scene, photo } = await given.withPhoto();
  const section = { id: uuid7(), eventId: scene.eventId, name: 'Ceremony', position: 0 };
  await deps.db.insert(eventSections).values(section);
  const { photo: other } = await given.withPhoto({ width: 500, height: 600 }, scene);
  await deps.db.update(photos).set({ sectionId: section.id }).where(eq(photos.id, photo.id));
  const foldersOf = async (of: Link) =>
    [...unzip(await buffer(await ask(await prepare(of, await create(of))))).keys()]
      .map((name) => name.split('/').slice(0, -1).join('/'))
      .toSorted();
  expect(await foldersOf(await link(scene))).toEqual(['', 'Ceremony']);
  expect(await foldersOf(await link(scene, { scope: 'selection', photo_ids: [photo.id, other.id] }))).toEqual(['', '']);
});

it('ends when the link is revoked or expires, its downloads are turned off or reduced, or its watermark changes, but not with a new password', async () => {
  const { scene, photo } = await given.withPhoto();
  await given.turnOn(scene);
  await deps.db.update(photos).set({ uploaderId: scene.owner.userId }).where(eq(photos.id, photo.id));
  const shared = await link(scene);
  const url = await prepare(shared, await create(shared));
  const sending = async () => outcome(filesAt(url));
  await update(scene, shared, { password: 'harbour' });
  expect(await sending()).toBe('done');
  const set = (changes: Partial<typeof galleryLinks.$inferInsert>) =>
    deps.db.update(galleryLinks).set(changes).where(eq(galleryLinks.id, shared.id));
  for (const [changes, back] of [
    [{ revokedAt: new Date() }, { revokedAt: null }],
    [{ expiresAt: new Date() }, { expiresAt: null }],
    [{ downloads: 'off' }, { downloads: 'full' }],
    [{ downloads: 'web' }, { downloads: 'full' }],
  ] as const) {
    await set(changes);
    expect(await sending(), JSON.stringify(changes)).toBe('download_ended');
    await set(back);
    expect(await sending()).toBe('done');
  }
  // What is being sent ends too.
  const stream = await ask(url);
  await set({ downloads: 'off' });
  await expect(buffer(stream)).rejects.toThrow(DownloadEnded);
  await set({ downloads: 'full' });
  await given.turnOn(scene, { position: 'top-left' });
  expect(await sending()).toBe('download_ended');
});

it('a photo that leaves the selection is missing', async () => {
  const { scene, photo } = await given.withPhoto();
  const other = await createPhoto(deps, scene.eventId, scene.guest.userId);
  const shared = await link(scene, { scope: 'selection', photo_ids: [photo.id, other.id] });
  const url = await prepare(shared, await create(shared));
  await update(scene, shared, { photo_ids: [other.id] });
  expect([...unzip(await buffer(await ask(url))).keys()]).toEqual(['_missing.txt']);
});

it('is refused without downloads, by another link, and beyond the limits of the link', async () => {
  const { scene } = await given.withPhoto();
  expect(await outcome(create(await link(scene, { downloads: 'off' })))).toBe('downloads_closed');
  const [one, another] = [await link(scene), await link(scene)];
  const download = await create(one);
  expect(await outcome(read(another, download.id))).toBe('not_found');
  for (let more = 1; more < 5; more += 1) await create(one);
  expect(await outcome(create(one))).toBe('download_running');
  expect((await create(another)).state).toBe('preparing');
  await deps.db.update(photoDownloads).set({ state: 'failed' }).where(eq(photoDownloads.linkId, one.id));
  await deps.db.execute(sql`insert into photo_downloads (id, event_id, link_id, variant, file_name, photos, utc_offset, state, expires_at)
    select gen_random_uuid(), event_id, link_id, variant, file_name, photos, utc_offset, state, expires_at
    from photo_downloads, generate_series(1, 55) where id = ${download.id}`);
  expect(await outcome(create(one))).toBe('too_many_requests');
});

it('leaves downloads of a link to others when one network starts many', async () => {
  const { scene } = await given.withPhoto();
  const shared = await link(scene);
  const start = (ip: string) =>
    outcome(operations.createSharedDownload(visit<'createSharedDownload'>(shared, { body: { picks: false }, ip })));
  for (let time = 0; time < 20; time += 1) {
    expect(await start('198.51.100.7')).toBe('done');
    await deps.db.update(photoDownloads).set({ state: 'failed' }).where(eq(photoDownloads.linkId, shared.id));
  }
  expect(await start('198.51.100.7')).toBe('too_many_requests');
  expect(await start('198.51.100.8')).toBe('done');
});

it('leaves connections to others when one network downloads many archives', async () => {
  const { scene } = await given.withPhoto();
  const urls = [];
  for (let archive = 0; archive < 5; archive += 1) {
    const shared = await link(scene);
    urls.push(await prepare(shared, await create(shared)));
  }
  const open: Readable[] = [];
  const begin = async (ip: string, url: string) => {
    const result = await ask(url, ip).then(
      (stream) => void open.push(stream),
      (error: unknown) => error,
    );
    return result instanceof Problem ? result.code : 'done';
  };
  const results = [];
  for (const url of urls) for (let connection = 0; connection < 4; connection += 1) results.push(await begin('198.51.100.7', url));
  expect(results).toEqual([...Array<string>(16).fill('done'), ...Array<string>(4).fill('too_many_requests')]);
  expect(await begin('198.51.100.8', urls[4]!)).toBe('done');
  // Places are given back.
  await Promise.all(open.map((stream) => new Promise((closed) => stream.once('close', closed).destroy())));
  expect(await begin('198.51.100.7', urls[4]!)).toBe('done');
  open.at(-1)?.destroy();
});
