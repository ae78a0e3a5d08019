// Requests with a lost connection, as on bad Wi-Fi, end and release their reservations.
import net from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, test, vi } from 'vitest';
import { openLocalUploadStore } from '#server/photos/local-uploads.ts';
import { createUploadLocks } from '#server/photos/upload-locks.ts';
import { createUploads, type Uploads } from '#server/photos/uploads.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, createUser } from '#tests/support/factories/database.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a commit that waits too long for its upload is refused, and the next gets the lock', async () => {
  vi.useFakeTimers();
  const locks = createUploadLocks();
  let finish = () => {};
  const first = locks.hold('upload-1', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = expect(locks.hold('upload-1', () => Promise.resolve())).rejects.toMatchObject({
    status: 423,
    code: 'upload_busy',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await second;
  finish();
  await first;
  expect(await locks.hold('upload-1', () => Promise.resolve('mine'))).toBe('mine');
});

it('nobody waits longer because the clock was set back', async () => {
  vi.useFakeTimers();
  const locks = createUploadLocks();
  let finish = () => {};
  const first = locks.hold('upload-1', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = locks.hold('upload-1', () => Promise.resolve()).catch((error: unknown) => error);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await Promise.race([second, Promise.resolve('still waits')])).toMatchObject({ status: 423 });
  finish();
  await first;
});

let deps: TestDeps;
let app: FastifyInstance;
let uploads: Uploads;
let port: number;
/** Of the request before. */
let answered: Promise<string> | undefined;

beforeAll(async () => {
  deps = await openTestDeps();
  uploads = createUploads(deps);
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.patch('/api/v1/uploads/:id', async (request, reply) => {
    answered = uploads.answer(request, reply).then(() => 'ended');
    return reply;
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

test.each([
  ['of announced length', 'Content-Length: 400000'],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('a request %s that is cut in its middle ends', async (_how, length) => {
  answered = undefined;
  const id = await createUpload(deps, await createUser(deps), Buffer.from('begun'), 500_000);
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `PATCH /api/v1/uploads/${id} HTTP/1.1\r\nHost: localhost\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 5\r\n` +
      `Content-Type: application/offset+octet-stream\r\n${length}\r\n\r\n`,
  );
  await expect.poll(() => answered !== undefined).toBe(true);
  await pause(20);
  socket.destroy();
  expect(await Promise.race([Promise.resolve(answered), pause(10_000, 'still waits')])).toBe('ended');
  // The lock is free: the phone resumes the upload.
  expect(await uploads.withLock(id, async () => uploads.find(id))).toMatchObject({ remainingBytes: 499_995, isComplete: false });
});

test('an upload that was removed after it was looked up is gone, and no fault of the server', async () => {
  const id = await createUpload(deps, await createUser(deps), Buffer.from('begun'), 500_000);
  const store = openLocalUploadStore(deps.config.dataDir);
  await uploads.remove(id);
  await expect(store.write(Readable.from([Buffer.from('more')]), id, 5)).rejects.toMatchObject({ status: 404 });
});
