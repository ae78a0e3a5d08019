// A third-party tus client: the upload endpoint follows the protocol in all that the client supports.
import { randomBytes } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import { beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { createPhoto, photoRequest, originalHash, type Person } from '#tests/support/api.ts';
import { picture, sha256 } from '#tests/support/pictures.ts';
import { base, fixture } from './fixture.ts';

let member: Person;
beforeAll(async () => {
  member = (await fixture()).people.member;
}, 120_000);

const KB = 1024;

/** Runs an upload to its end, or until `stopAfter` bytes were taken. Returns its URL. */
function send(bytes: Buffer, options: UploadOptions, stopAfter = Infinity): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: new URL('/api/v1/uploads', base).href,
      metadata: { event: demoEvents.live },
      headers: { authorization: `Bearer ${member.token}`, 'x-account': member.id },
      retryDelays: null,
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= stopAfter && accepted < bytes.length) void upload.abort().then(() => resolve(upload.url ?? ''));
      },
    });
    upload.start();
  });
}

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

test('uploads in chunks, is interrupted, resumes, and the photo has its bytes', async () => {
  const shot = await picture();
  // Behind a JPEG's end anything may follow: enough of it for several chunks.
  const bytes = Buffer.concat([shot.bytes, randomBytes(300 * KB)]);
  const url = await send(bytes, { chunkSize: 64 * KB }, 128 * KB);
  const head = await member.call('HEAD', new URL(url, base).pathname, { headers: { 'tus-resumable': '1.0.0' } });
  expect(Number(head.headers.get('upload-offset'))).toBeGreaterThanOrEqual(128 * KB);
  expect(Number(head.headers.get('upload-offset'))).toBeLessThan(bytes.length);
  await send(bytes, { chunkSize: 64 * KB, uploadUrl: url });
  const fact = photoRequest({ bytes, sha256: sha256(bytes), contentType: 'image/jpeg' }, idOf(url));
  expect((await createPhoto(member, demoEvents.live, fact)).status).toBe(201);
  expect(await originalHash(member, demoEvents.live, fact.id)).toBe(sha256(bytes));
});

test('uploads a small photo with its creation, in one request', async () => {
  const shot = await picture();
  let requests = 0;
  const url = await send(shot.bytes, { uploadDataDuringCreation: true, onAfterResponse: () => void (requests += 1) });
  expect(requests).toBe(1);
  expect((await createPhoto(member, demoEvents.live, photoRequest(shot, idOf(url)))).status).toBe(201);
});
