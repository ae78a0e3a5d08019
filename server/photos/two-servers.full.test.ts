// Uploads whose requests reach different servers: over one bucket without a shared folder, and over one folder that processes of one machine share.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { photos, uploads as records } from '#server/db/schema/photos.ts';
import { BucketUploadStore } from '#server/photos/bucket-uploads.ts';
import { discardUpload } from '#server/photos/discard-upload.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { openUploadFiles } from '#server/photos/uploads.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { type Guest, joinAsGuest, startInstance, type AppInstance } from '#tests/support/app-instances.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUpload, eventWithMembers, listUploadFiles, photoRequest } from '#tests/support/factories/database.ts';

const MB = 1024 * 1024;
const kinds = inject('bucket') === undefined ? (['bucket', 'files'] as const) : (['bucket'] as const);

describe.each(kinds)('two servers over the same %s', (kind) => {
  let deps: TestDeps;
  let a: AppInstance;
  let b: AppInstance;
  let eventId: string;
  let guest: Guest;
  let tus: Record<string, string>;
  let jpeg: Buffer;
  beforeAll(async () => {
    deps = await openTestDeps({ MAX_OPEN_UPLOADS: '50' });
    a = await startInstance(deps, kind);
    b = await startInstance(deps, kind);
    ({ eventId } = await eventWithMembers(deps));
    guest = await joinAsGuest(a, eventId);
    tus = { ...guest.headers, 'tus-resumable': '1.0.0' };
    jpeg = await sharp(randomBytes(640 * 480 * 3), { raw: { width: 640, height: 480, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer();
  }, 120_000);
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await a.close();
    await b.close();
    await deps.dispose();
  }, 60_000);

  /** A JPEG of so many bytes. */
  const photoOf = (bytes: number) => Buffer.concat([jpeg, randomBytes(bytes - jpeg.length)]);
  const create = async (at: AppInstance, bytes: number | null, body?: Buffer) => {
    const length: Record<string, string> = bytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(bytes) };
    const response = await fetch(`${at.origin}/api/v1/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        ...length,
        'upload-metadata': `event ${btoa(eventId)}`,
        ...(body && { 'content-type': 'application/offset+octet-stream' }),
      },
      ...(body && { body: new Uint8Array(body) }),
    });
    expect(response.status).toBe(201);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  };
  const url = (at: AppInstance, id: string) => `${at.origin}/api/v1/uploads/${id}`;
  const append = (at: AppInstance, id: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
    fetch(url(at, id), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
      body: new Uint8Array(bytes),
    });
  const offsetAt = async (at: AppInstance, id: string) => {
    const response = await fetch(url(at, id), { method: 'HEAD', headers: tus });
    return response.status === 200 ? Number(response.headers.get('upload-offset')) : response.status;
  };
  const commit = async (at: AppInstance, fact: ReturnType<typeof photoRequest>) => {
    const response = await fetch(`${at.origin}/api/v1/event/${eventId}/photos`, {
      method: 'POST',
      headers: { ...guest.headers, 'content-type': 'application/json' },
      body: JSON.stringify(fact),
    });
    return response.status;
  };
  const stored = async (photo: { id: string; sha256: string }) => {
    const object = await deps.storage.get(storageKeys.original(photo));
    return object && buffer(object.stream);
  };
  const left = (id: string) => listUploadFiles(b.deps).then((names) => names.filter((name) => name.includes(id)));
  /** Sends the head of a request and a part of its body, and no end. */
  const begin = (at: AppInstance, id: string, part: Buffer, announced: number) => {
    const { port } = new URL(at.origin);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const head = Object.entries({ ...headers, host: `127.0.0.1:${port}`, 'content-length': String(announced) });
    socket.write(`PATCH /api/v1/uploads/${id} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(part);
    return socket;
  };
  /** The same, until the server has all of it. */
  const hang = async (at: AppInstance, id: string, part: Buffer, announced: number) => {
    const before = await at.bytesOnDisk();
    const socket = begin(at, id, part, announced);
    await expect.poll(async () => (await at.bytesOnDisk()) - before).toBe(part.length);
    return socket;
  };

  it('take chunks by turns, report one offset, and commit on the one that received least', async () => {
    const photo = photoOf(jpeg.length + 3 * MB);
    const id = await create(a, photo.length);
    let offset = 0;
    for (const [index, bytes] of [1, 10, 300_000, 5, 2 * MB, photo.length].entries()) {
      const part = photo.subarray(offset, offset + bytes);
      const answer = await append(index % 2 === 0 ? a : b, id, offset, part);
      offset += part.length;
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(offset)]);
      expect([await offsetAt(a, id), await offsetAt(b, id)]).toEqual([offset, offset]);
    }
    const fact = photoRequest(id, photo);
    expect(await commit(b, fact)).toBe(201);
    expect((await stored(fact))?.equals(photo)).toBe(true);
    expect(await left(id)).toEqual([]);
    expect(await commit(a, fact), 'sent again to the other one').toBe(200);
  });

  it('refuse bytes for another offset, and take those that follow a cut in the middle of a body', async () => {
    const photo = photoOf(jpeg.length + 100_000);
    const id = await create(a, photo.length);
    const socket = await hang(a, id, photo.subarray(0, 70_000), photo.length);
    socket.destroy();
    expect(await offsetAt(b, id)).toBe(70_000);
    expect((await append(a, id, 60_000, photo.subarray(60_000))).status).toBe(409);
    expect((await append(b, id, 70_000, photo.subarray(70_000))).status).toBe(204);
    const fact = photoRequest(id, photo);
    expect(await commit(a, fact)).toBe(201);
    expect((await stored(fact))?.equals(photo)).toBe(true);
  });

  it('let a phone resume on one while its old connection to the other hangs half-open', async () => {
    const photo = photoOf(jpeg.length + 100_000);
    const id = await create(a, photo.length);
    const socket = await hang(a, id, photo.subarray(0, 50_000), photo.length);
    expect(await offsetAt(b, id)).toBe(50_000);
    expect((await append(b, id, 50_000, photo.subarray(50_000))).status).toBe(204);
    socket.destroy();
    const fact = photoRequest(id, photo);
    expect(await commit(b, fact)).toBe(201);
    expect((await stored(fact))?.equals(photo)).toBe(true);
  });

  it('make one photo of commits that reach both at once, and of an upload whose length was left open', async () => {
    for (let round = 0; round < 3; round += 1) {
      const photo = photoOf(jpeg.length + 1000);
      const id = await create(round % 2 === 0 ? a : b, null);
      expect((await append(a, id, 0, photo.subarray(0, 1000))).status).toBe(204);
      expect((await append(b, id, 1000, photo.subarray(1000), { 'upload-length': String(photo.length) })).status).toBe(204);
      const fact = photoRequest(id, photo);
      const statuses = await Promise.all([a, b, a, b].map((server) => commit(server, fact)));
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 201]);
      expect((await stored(fact))?.equals(photo)).toBe(true);
      expect(await deps.db.select().from(photos).where(eq(photos.id, fact.id))).toHaveLength(1);
      expect(await left(id)).toEqual([]);
    }
  });

  it('forget an upload that was cancelled on the other one', async () => {
    const id = await create(a, 1000);
    expect((await append(a, id, 0, Buffer.alloc(10))).status).toBe(204);
    expect((await fetch(url(b, id), { method: 'DELETE', headers: tus })).status).toBe(204);
    expect(await left(id)).toEqual([]);
    expect([await offsetAt(a, id), (await append(a, id, 10, Buffer.alloc(10))).status]).toEqual([404, 404]);
  });

  /** Runs `then` at the point at which a commit on the first server has moved the bytes, and written nothing yet. */
  const afterMove = (then: () => Promise<unknown>) => {
    const { storage } = deps;
    const [adopt, copy] = [storage.adopt.bind(storage), storage.copy.bind(storage)];
    vi.spyOn(storage, 'adopt').mockImplementation(async (key, file) => {
      await adopt(key, file);
      await then();
    });
    vi.spyOn(storage, 'copy').mockImplementation(async (from, to) => {
      const isCopied = await copy(from, to);
      await then();
      return isCopied;
    });
  };

  it('leave nothing of a photo whose commit was cut and whose upload was cancelled then', async () => {
    for (const bytes of [jpeg.length + 1000, jpeg.length + 9 * MB]) {
      const photo = photoOf(bytes);
      const fact = photoRequest(await create(a, photo.length, photo), photo);
      afterMove(() => Promise.reject(new Error('the database went away')));
      expect(await commit(a, fact)).toBe(500);
      vi.restoreAllMocks();
      expect((await stored(fact))?.equals(photo)).toBe(true);
      await fetch(url(b, fact.upload_id), { method: 'DELETE', headers: tus });
      // Of what was moved away, the answer is the library's: that it is gone.
      await expect.poll(() => deps.storage.size(storageKeys.original(fact))).toBeNull();
      expect(await left(fact.upload_id)).toEqual([]);
      expect(await offsetAt(a, fact.upload_id)).toBe(404);
    }
  });

  it('make no photo of an upload that another server discarded during the commit', async () => {
    for (const bytes of [jpeg.length + 1000, jpeg.length + 9 * MB]) {
      const photo = photoOf(bytes);
      const fact = photoRequest(await create(a, photo.length, photo), photo);
      afterMove(() => discardUpload(b.deps, openUploadFiles(b.deps), { id: fact.upload_id }));
      expect(await commit(a, fact)).toBe(404);
      vi.restoreAllMocks();
      expect(await deps.db.select().from(photos).where(eq(photos.id, fact.id))).toEqual([]);
      expect(await deps.storage.size(storageKeys.original(fact))).toBeNull();
      // The phone sends it again.
      const again = { ...fact, upload_id: await create(b, photo.length, photo) };
      expect(await commit(a, again)).toBe(201);
      expect((await stored(fact))?.equals(photo)).toBe(true);
    }
  });

  if (kind === 'files') return;
  describe('without a folder in common', () => {
    const recordOf = async (id: string) => (await deps.db.select().from(records).where(eq(records.id, id)))[0];

    it('send a usual photo to the bucket once, and copy it there without reading it', async () => {
      const [put, get, copy] = (['adopt', 'get', 'copy'] as const).map((method) => vi.spyOn(deps.storage, method));
      const photo = photoOf(4 * MB);
      for (const id of [await create(a, photo.length, photo), await create(a, photo.length)]) {
        if ((await offsetAt(b, id)) === 0) expect((await append(a, id, 0, photo)).status).toBe(204);
        const fact = photoRequest(id, photo);
        expect(await commit(b, fact)).toBe(201);
        expect([put?.mock.calls.length, get?.mock.calls.length, copy?.mock.calls.length]).toEqual([1, 0, 1]);
        vi.clearAllMocks();
        expect((await stored(fact))?.equals(photo)).toBe(true);
        vi.clearAllMocks();
      }
    });

    it('count every 8 MB of a long body, and commit what is in several pieces', async () => {
      const photo = photoOf(18 * MB);
      const id = await create(a, photo.length);
      const socket = begin(a, id, photo.subarray(0, 17 * MB), photo.length);
      await expect.poll(async () => (await recordOf(id))?.received).toBe(16 * MB);
      socket.destroy();
      const offset = await offsetAt(b, id);
      expect(offset).toBeGreaterThanOrEqual(16 * MB);
      expect((await append(b, id, offset, photo.subarray(offset))).status).toBe(204);
      const fact = photoRequest(id, photo);
      expect(await commit(a, fact)).toBe(201);
      expect((await stored(fact))?.equals(photo)).toBe(true);
      expect(await left(id)).toEqual([]);
    });

    it('make few objects of single bytes', async () => {
      const id = await create(a, 500);
      const sent = randomBytes(40);
      for (let offset = 0; offset < sent.length; offset += 1)
        expect((await append(offset % 2 === 0 ? a : b, id, offset, sent.subarray(offset, offset + 1))).status).toBe(204);
      const pieces = (await recordOf(id))?.pieces ?? [];
      expect(pieces.length).toBeLessThanOrEqual(7);
      expect((await left(id)).sort()).toEqual(pieces.map(({ key }) => key).sort());
      const bytes = await Promise.all(pieces.map(async ({ key }) => buffer((await deps.storage.get(key))!.stream)));
      expect(Buffer.concat(bytes).equals(sent)).toBe(true);
    });

    it('count nothing of a writer that lost its lease', async () => {
      const id = await create(a, 1000);
      const { storage } = deps;
      const adopt = storage.adopt.bind(storage);
      vi.spyOn(storage, 'adopt').mockImplementationOnce(async (key, file) => {
        await adopt(key, file);
        await deps.db.update(records).set({ lease: uuid7() }).where(eq(records.id, id));
      });
      expect((await append(a, id, 0, Buffer.alloc(600))).status).toBe(409);
      expect(await left(id)).toEqual([]);
      await deps.db
        .update(records)
        .set({ leasedUntil: sql`now() - interval '1 second'` })
        .where(eq(records.id, id));
      expect(await offsetAt(b, id)).toBe(0);
      expect((await append(b, id, 0, Buffer.alloc(600))).status).toBe(204);
    });

    it('keep a piece that may be counted when the database doesn’t answer', async () => {
      const id = await create(a, 1000);
      const { db, storage } = deps;
      const adopt = storage.adopt.bind(storage);
      vi.spyOn(storage, 'adopt').mockImplementationOnce(async (key, file) => {
        await adopt(key, file);
        vi.spyOn(a.deps.db, 'update').mockImplementationOnce(() => {
          throw new Error('the connection was lost');
        });
      });
      expect((await append(a, id, 0, Buffer.alloc(600))).status).toBe(500);
      expect(await left(id)).toHaveLength(1);
      expect(await offsetAt(b, id)).toBe(0);
      await db.delete(records).where(eq(records.id, id));
    });

    it('count the bytes of one of two writers at the same place, also without leases', async () => {
      const id = await create(a, 1000);
      const stores = [a, b].map(({ deps: own }) => new BucketUploadStore(own, () => null));
      const sent = [Buffer.alloc(600, 1), Buffer.alloc(600, 2)];
      const written = await Promise.allSettled(stores.map((store, index) => store.write(Readable.from([sent[index]]), id, 0)));
      expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [piece, ...others] = await left(id);
      expect([await recordOf(id), others]).toMatchObject([{ received: 600, pieces: [{ key: piece, bytes: 600 }] }, []]);
      const winner = sent[written.findIndex(({ status }) => status === 'fulfilled')];
      expect((await buffer((await deps.storage.get(piece ?? ''))!.stream)).equals(winner!)).toBe(true);
    });

    it('count what arrived before a body broke', async () => {
      const id = await create(a, 1000);
      const store = new BucketUploadStore(a.deps, () => null);
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(400);
          throw new Error('the connection broke');
        })(),
      );
      await expect(store.write(broken, id, 0)).rejects.toThrow('the connection broke');
      expect(await offsetAt(b, id)).toBe(400);
    });

    it('have no upload any more that was removed while its bytes arrived', async () => {
      const id = await create(a, 1000);
      const { storage } = deps;
      const adopt = storage.adopt.bind(storage);
      vi.spyOn(storage, 'adopt').mockImplementationOnce(async (key, file) => {
        await adopt(key, file);
        await discardUpload(b.deps, openUploadFiles(b.deps), { id });
      });
      expect((await append(a, id, 0, Buffer.alloc(600))).status).toBe(404);
      expect(await left(id)).toEqual([]);
    });

    it('remove files that arrived before there was a bucket, and leave young ones', async () => {
      const server = await startInstance(deps, 'bucket');
      const folder = path.join(server.deps.config.dataDir, 'uploads');
      await mkdir(folder, { recursive: true });
      const yesterday = new Date(Date.now() - 25 * 3600_000);
      for (const name of ['old', 'young']) await writeFile(path.join(folder, name), 'bytes');
      await utimes(path.join(folder, 'old'), yesterday, yesterday);
      await create(server, 100, Buffer.alloc(50));
      expect(await readdir(folder)).toEqual(['young']);
      await server.close();
    });

    it('begin again what a server without the bucket received', async () => {
      const local = { ...deps, config: { ...deps.config, s3: null } };
      const id = await createUpload(local, guest.id, Buffer.from('half'), 1000, eventId);
      expect([await offsetAt(a, id), (await append(b, id, 4, Buffer.alloc(10))).status]).toEqual([404, 404]);
      expect(await commit(a, photoRequest(id, photoOf(jpeg.length)))).toBe(404);
    });

    it('end with one photo, whatever a commit that was cut has left', async () => {
      const photo = photoOf(jpeg.length);
      // After the copy: pieces and original are there.
      const copied = photoRequest(await create(a, photo.length, photo), photo);
      const [piece] = await left(copied.upload_id);
      await deps.storage.copy(piece ?? '', storageKeys.original(copied));
      expect(await commit(b, copied)).toBe(201);
      // After the removal of the pieces, by a server whose lease another one took: the original is there.
      const moved = photoRequest(await create(a, photo.length, photo), photo);
      const [other] = await left(moved.upload_id);
      await deps.storage.copy(other ?? '', storageKeys.original(moved));
      await deps.storage.delete(other ?? '');
      expect(await commit(b, moved)).toBe(201);
      // The same of several pieces, which no server has hashed.
      const joined = photoRequest(await createUpload(b.deps, guest.id, photo, photo.length, eventId), photo);
      const [whole] = await left(joined.upload_id);
      await deps.storage.copy(whole ?? '', storageKeys.original(joined));
      await deps.storage.delete(whole ?? '');
      expect(await commit(b, joined)).toBe(201);
      // The bytes are gone, as after a restore: the phone sends them again.
      const lost = photoRequest(await create(a, photo.length, photo), photo);
      for (const key of await left(lost.upload_id)) await deps.storage.delete(key);
      expect(await commit(b, lost)).toBe(404);
      for (const fact of [copied, moved, joined]) expect((await stored(fact))?.equals(photo)).toBe(true);
    });

    it('sweep pieces that no upload names, a day after they were written', async () => {
      const id = await create(a, 1000);
      const ago = (hours: number) => uuid7(Date.now() - hours * 3600_000);
      const named = storageKeys.uploadPiece(id, ago(50));
      const swept = [storageKeys.uploadPiece(id, ago(25)), storageKeys.uploadPiece('0'.repeat(32), ago(25))];
      const young = [storageKeys.uploadPiece(id, ago(23)), storageKeys.uploadPiece('0'.repeat(32), ago(23))];
      for (const key of [named, ...swept, ...young]) await deps.storage.put(key, Buffer.from('x'));
      await deps.db
        .update(records)
        .set({ received: 1, pieces: [{ key: named, bytes: 1 }] })
        .where(eq(records.id, id));
      await photoJobs(b.deps)['sweep-uploads']({}, new AbortController().signal);
      const there = await listUploadFiles(b.deps);
      expect([named, ...young].filter((key) => !there.includes(key))).toEqual([]);
      expect(swept.filter((key) => there.includes(key))).toEqual([]);
      expect(await offsetAt(a, id)).toBe(1);
      expect((await append(a, id, 1, Buffer.alloc(9))).status).toBe(204);
    });
  });
});
