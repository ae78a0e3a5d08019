// Downloads from the object storage itself: who is redirected to which file, and what the storage then sends.
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { imageFileCalls } from '#server/generation/operations/generated-images.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { openLinkAccess } from '#server/sharing/operations/authorize.ts';
import { linkCalls } from '#server/sharing/operations/links.ts';
import { sharedGalleryCalls } from '#server/sharing/operations/shared-gallery.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createModerator, createParticipant, createUser, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { openGenerator } from '#tests/support/fake-generator.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { allDark, light, lightness, type MarkedPhoto, openWatermarks, type TestWatermarks, wholeOf } from '#tests/support/watermarks.ts';

type FileOperation = 'getPhotoThumb' | 'getPhotoPreview' | 'downloadPhoto' | 'getPhotoOriginal';
interface Answer {
  status: number;
  headers: Record<string, string>;
  stream?: Readable | Buffer;
}

let s3: S3Server;
let deps: TestDeps;
let given: TestWatermarks;
/** Where browsers reach the storage. */
let publicOrigin: string;
beforeAll(async () => {
  s3 = await startS3Server();
  publicOrigin = s3.endpoint.replace('127.0.0.1', 'localhost');
  deps = await openTestDeps({ ...s3.env, S3_PREFIX: 'redirects', S3_DOWNLOADS: 'redirect', S3_PUBLIC_ENDPOINT: publicOrigin });
  given = await openWatermarks(deps);
}, 120_000);
afterAll(async () => {
  await deps.dispose();
  await s3.stop();
}, 60_000);
afterEach(() => vi.useRealTimers());

async function ask(
  id: FileOperation,
  who: Viewer,
  { eventId }: EventWithMembers,
  photo: MarkedPhoto,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const call = callOf(who, { id: eventId, photoId: photo.id });
  Object.assign(call.request.headers, headers);
  return (await (given.operations[id] as (call: unknown) => Promise<unknown>)(call)) as Answer;
}

/** The URL of a redirect. */
function urlOf({ status, headers }: Answer): string {
  expect([status, headers['cache-control'], Object.keys(headers).length]).toEqual([302, 'no-store', 2]);
  expect(headers.location).toMatch(`${publicOrigin}/`);
  return headers.location!;
}

/** As a browser follows it. */
async function follow(answer: Answer) {
  const response = await fetch(urlOf(answer));
  expect(response.status).toBe(200);
  const [type, name] = ['content-type', 'content-disposition'].map((header) => response.headers.get(header));
  return { type, name, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** What this server sends itself, to the script of a page. */
async function unredirected(...[id, who, scene, photo]: Parameters<typeof ask>) {
  const { status, headers, stream } = await ask(id, who, scene, photo, { 'sec-fetch-mode': 'cors' });
  expect(status).toBe(200);
  return { type: headers['content-type'], name: headers['content-disposition'], bytes: await wholeOf(stream!) };
}

describe('the original', () => {
  it('comes from the storage for its author and the organization, as this server would send it', async () => {
    const { scene, photo } = await given.withPhoto();
    const member = await createModerator(deps, scene);
    for (const who of [scene.owner, member, scene.guest]) {
      const file = await follow(await ask('getPhotoOriginal', who, scene, photo));
      expect(file).toEqual(await unredirected('getPhotoOriginal', who, scene, photo));
      expect([sha256(file.bytes), file.type, file.name]).toEqual([
        photo.sha256,
        'image/jpeg',
        expect.stringMatching(/^attachment; filename="/),
      ]);
    }
  });

  it('comes in parts, for those who go on with a broken download', async () => {
    const { scene, photo } = await given.withPhoto();
    const url = urlOf(await ask('getPhotoOriginal', scene.owner, scene, photo, { range: 'bytes=100-' }));
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200));
  });

  it('is refused as before: to other guests, of deleted photos, and once it is no longer kept', async () => {
    const { scene, photo } = await given.withPhoto();
    const other = viewer(await createParticipant(deps, scene.eventId));
    const stranger = viewer(await createUser(deps));
    expect(await outcome(ask('getPhotoOriginal', other, scene, photo))).toBe('forbidden');
    expect(await outcome(ask('getPhotoOriginal', stranger, scene, photo))).toBe('not_found');
    await deps.db.update(photos).set({ originalDeletedAt: new Date() }).where(eq(photos.id, photo.id));
    expect(await outcome(ask('getPhotoOriginal', scene.owner, scene, photo))).toBe('original_deleted');
    const web = await ask('downloadPhoto', scene.owner, scene, photo);
    expect([web.status, web.headers['content-disposition']]).toEqual([200, expect.stringContaining('-web.jpg')]);
    const gone = { deletedAt: new Date(), deletedBy: scene.owner.userId, inTrash: true, originalDeletedAt: null };
    await deps.db.update(photos).set(gone).where(eq(photos.id, photo.id));
    for (const id of ['getPhotoOriginal', 'downloadPhoto'] as const)
      expect(await outcome(ask(id, scene.guest, scene, photo))).toBe('photo_deleted');
  });

  it('is an error of this server if it is missing, never one of the storage', async () => {
    const { scene, photo } = await given.withPhoto();
    await deps.storage.delete(storageKeys.original(photo));
    await expect(ask('getPhotoOriginal', scene.owner, scene, photo)).rejects.toThrow('is not in the storage');
  });
});

describe('the copy in full size', () => {
  it('comes from the storage, and its pictures for the screen from this server', async () => {
    const { scene, photo } = await given.withPhoto();
    for (const who of [scene.owner, scene.guest]) {
      const file = await follow(await ask('downloadPhoto', who, scene, photo));
      expect(file).toEqual(await unredirected('downloadPhoto', who, scene, photo));
      for (const id of ['getPhotoThumb', 'getPhotoPreview'] as const)
        expect((await ask(id, who, scene, photo, { 'sec-fetch-mode': 'navigate' })).status).toBe(200);
    }
  });

  it('has the watermark for whom it belongs on it, and its URL opens no other file', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    const marked = await ask('downloadPhoto', scene.guest, scene, photo);
    expect(await lightness((await follow(marked)).bytes)).toEqual({ ...allDark, bottomRight: light });
    expect(await lightness((await follow(await ask('downloadPhoto', scene.owner, scene, photo))).bytes)).toEqual(allDark);
    const key = new URL(urlOf(marked)).pathname;
    const plain = `/${s3.env.S3_BUCKET}/redirects/${storageKeys.download(photo.id)}`;
    expect([key, plain]).toEqual([expect.stringContaining(photo.id), key.replace(/\/[^/]+(\/download\.jpg)$/, '$1')]);
    expect((await fetch(urlOf(marked).replace(key, plain))).status).toBe(403);
  });

  it('is refused to guests of an event without downloads', async () => {
    const { scene, photo } = await given.withPhoto();
    const other = viewer(await createParticipant(deps, scene.eventId));
    await deps.db.update(events).set({ allowDownloads: false }).where(eq(events.id, scene.eventId));
    expect(await outcome(ask('downloadPhoto', other, scene, photo))).toBe('downloads_closed');
  });
});

describe('a gallery link', () => {
  it('redirects visitors to the copy that it allows, and counts the download', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    const access = await openLinkAccess(deps);
    const limits = await createRateLimits(deps);
    const links = linkCalls(deps);
    const shared = sharedGalleryCalls(deps, { access, files: given.files, limits });
    const visit = async (downloads: 'full' | 'web' | 'off', headers: Record<string, string> = {}) => {
      const body = { name: 'For all', scope: 'gallery' as const, downloads };
      const link = answerOf(await links.createGalleryLink(callOf<'createGalleryLink'>(scene.owner, { id: scene.eventId }, { body })));
      const request = { ip: '127.0.0.1', id: uuid7(), headers, protocol: 'http', cookies: {} };
      const call = { path: { token: link.token, photoId: photo.id }, query: {}, header: {}, viewer: null, request, reply: {} };
      const answer = (await shared.downloadSharedPhoto(call as never)) as Answer;
      const path = { id: scene.eventId, linkId: link.id };
      const { downloads_count } = answerOf(await links.getGalleryLink(callOf<'getGalleryLink'>(scene.owner, path)));
      expect(downloads_count).toBe(1);
      return answer;
    };
    const full = await visit('full', { 'sec-fetch-mode': 'navigate', cookie: 'visitor=1', referer: 'https://photos.example.org/' });
    expect(await lightness((await follow(full)).bytes)).toEqual({ ...allDark, bottomRight: light });
    expect((await visit('full', { 'sec-fetch-mode': 'cors' })).status).toBe(200);
    expect((await visit('web')).status).toBe(200);
    expect(await outcome(visit('off'))).toBe('downloads_closed');
  });
});

describe('a generated image', () => {
  it('comes from the storage as well', async () => {
    const generator = await openGenerator(deps);
    const who = viewer(await createUser(deps));
    const { id } = await generator.create(who);
    await generator.run(id);
    const [image] = (await generator.ask('getGeneration', who, { generationId: id })).images;
    const calls = imageFileCalls(deps);
    const of = async (headers: Record<string, string>) => {
      const call = callOf<'getGeneratedImageOriginal'>(who, { imageId: image!.id });
      Object.assign(call.request.headers, headers);
      return (await calls.getGeneratedImageOriginal(call)) as Answer;
    };
    const sent = await of({ 'sec-fetch-mode': 'cors' });
    expect(await follow(await of({}))).toEqual({
      type: 'image/png',
      name: sent.headers['content-disposition'],
      bytes: await wholeOf(sent.stream!),
    });
    expect((await of({ 'if-none-match': sent.headers.etag! })).status).toBe(304);
    const another = viewer(await createUser(deps));
    const call = callOf<'getGeneratedImageOriginal'>(another, { imageId: image!.id });
    expect(await outcome(calls.getGeneratedImageOriginal(call))).toBe('not_found');
  });
});

describe('a request', () => {
  it.each<[string, Record<string, string>, number]>([
    [
      'that a browser navigates or downloads with',
      { 'sec-fetch-mode': 'navigate', cookie: 'a=b', referer: 'https://photos.example.org/' },
      302,
    ],
    ['of a program', { authorization: 'Bearer ais_token', 'user-agent': 'curl/8' }, 302],
    ['of a page’s script', { 'sec-fetch-mode': 'cors' }, 200],
    ['of a page’s picture', { 'sec-fetch-mode': 'no-cors' }, 200],
    ['of the service worker', { 'sec-fetch-mode': 'same-origin' }, 200],
    ['of an old browser with a session', { cookie: 'a=b' }, 200],
    ['of an old browser from a page', { referer: 'https://photos.example.org/' }, 200],
    ['of an old browser from another origin of the site', { origin: 'https://app.example.org' }, 200],
  ])('%s', async (_what, headers, status) => {
    const { scene, photo } = await given.withPhoto();
    const answer = await ask('getPhotoOriginal', scene.owner, scene, photo, headers);
    expect(answer.status).toBe(status);
    if (answer.stream instanceof Readable) answer.stream.destroy();
  });

  it('with the file in its cache gets no URL', async () => {
    const { scene, photo } = await given.withPhoto();
    for (const id of ['getPhotoOriginal', 'downloadPhoto'] as const) {
      const sent = await ask(id, scene.owner, scene, photo, { 'sec-fetch-mode': 'cors' });
      await wholeOf(sent.stream!);
      expect((await ask(id, scene.owner, scene, photo, { 'if-none-match': sent.headers.etag! })).status).toBe(304);
    }
  });
});

describe('the storage refuses', () => {
  it('a URL that was changed', async () => {
    const { scene, photo } = await given.withPhoto();
    const { photo: other } = await given.withPhoto({ width: 300, height: 300 }, scene);
    const url = urlOf(await ask('getPhotoOriginal', scene.owner, scene, photo));
    const [one, two] = [photo, other].map((of) => storageKeys.original(of));
    const changed = [
      url.replace(one!, two!),
      url.replace('.jpg', '.html'),
      url.replace('X-Amz-Expires=300', 'X-Amz-Expires=30000'),
      url.replace(publicOrigin, s3.endpoint),
      url.replace(/X-Amz-Signature=./, 'X-Amz-Signature=g'),
    ];
    for (const each of changed) {
      expect(each).not.toBe(url);
      expect((await fetch(each)).status, each).toBe(403);
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    // Swift takes what isn't signed for a request of its own API.
    expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(400);
    expect((await fetch(url)).status).toBe(200);
  });

  it('a URL when its five minutes are over', async () => {
    const { scene, photo } = await given.withPhoto();
    const young = urlOf(await ask('getPhotoOriginal', scene.owner, scene, photo));
    expect(new URL(young).searchParams.get('X-Amz-Expires')).toBe('300');
    expect((await fetch(young)).status).toBe(200);

    const how = { seconds: 1, contentType: 'image/jpeg', contentDisposition: 'attachment' };
    const short = (await deps.storage.presignGet(storageKeys.original(photo), how))!;
    await expect.poll(async () => (await fetch(short)).status).toBe(403);
  });
});
