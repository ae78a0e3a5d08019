// Each photo has its own process, with low priority and without privileges.
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDerivatives, type DerivablePhoto } from '#server/media/derivatives.ts';
import { createDerivePool, forkChild } from '#server/media/derive-pool.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { storageKeys, type Storage } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

let folder: string;
let storage: Storage;
const log = pino({ level: 'silent' });
const config = { maxPhotoPixels: 5_000_000 };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-derive-'));
  storage = await openLocalStorage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keep = async (bytes: Buffer, contentType = 'image/jpeg'): Promise<DerivablePhoto> => {
  const photo = { id: uuid7(), sha256: createHash('sha256').update(bytes).digest('hex'), contentType, orientation: 0 };
  await storage.put(storageKeys.original(photo), bytes);
  return photo;
};
const blank = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#d00' } })
    .jpeg()
    .toBuffer();

describe('a deriving process', () => {
  it('runs with low priority, drops root privileges, and still reads every format', async () => {
    const started: ChildProcess[] = [];
    const pool = createDerivePool({ spare: 0 }, () => {
      const child = forkChild();
      started.push(child);
      return child;
    });
    const own = createDerivatives({ config, log, storage }, pool);
    const photo = await keep(await blank());
    expect(await own.derive(photo)).toMatchObject({ state: 'ready' });
    const before = started[0]?.stdin?.listenerCount('error');
    await own.derive(photo);
    expect(started).toHaveLength(1);
    expect(started[0]?.stdin?.listenerCount('error'), 'each photo leaves nothing behind').toBe(before);
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const refused = { state: 'unreadable', unreadableReason: expect.stringMatching(/file type/) as string };
    expect(await own.derive(await keep(drawing, 'image/png')), 'a drawing that calls itself a photo').toEqual(refused);
    const pid = started[0]!.pid!;
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [];
    expect(new Set([pid, ...threads].map((thread) => os.getPriority(thread))), 'the priorities of its threads').toEqual(new Set([10]));
    if (process.getuid?.() === 0) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      expect(/^Uid:\s+(\d+)\s+(\d+)/m.exec(status)?.slice(1)).toEqual(['65534', '65534']);
      expect(/^Gid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534');
      expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+$/);
    }
    own.close();
  }, 60_000);

  it('works on one photo, so that a heavy one delays no other', async () => {
    const starts = { count: 0 };
    const [file, release] = [path.join(folder, 'slow.mjs'), path.join(folder, 'release')];
    // Blocks its whole process, as a decoder without threads does.
    writeFileSync(
      file,
      `import fs from 'node:fs'; const moment = new Int32Array(new SharedArrayBuffer(4)); process.on('message', (ask) => {
      if (ask.task.contentType === 'image/png') while (!fs.existsSync(${JSON.stringify(release)})) Atomics.wait(moment, 0, 0, 20);
      process.send({ id: ask.id, rssBytes: 1, result: { kind: 'unreadable', reason: 'seen' } }); })`,
    );
    const pool = createDerivePool({}, () => {
      starts.count++;
      return fork(file, [], { serialization: 'advanced', execArgv: [], stdio: ['pipe', 'ignore', 'pipe', 'ipc'] });
    });
    const own = createDerivatives({ config, log, storage }, pool);
    const heavy = [await keep(Buffer.from('h1'), 'image/png'), await keep(Buffer.from('h2'), 'image/png')].map((photo) =>
      own.derive(photo),
    );
    await own.derive(await keep(Buffer.from('light')));
    expect(starts.count).toBe(3);
    writeFileSync(release, '');
    await Promise.all(heavy);
    own.close();
  }, 60_000);

  it('that cannot be started is not restarted in a loop while others work', async () => {
    const starts = { count: 0 };
    const file = path.join(folder, 'late.mjs');
    writeFileSync(
      file,
      `process.on('message', (ask) => setTimeout(() => process.send({ id: ask.id, rssBytes: 1, result: { kind: 'unreadable', reason: 'seen' } }), 300))`,
    );
    const pool = createDerivePool({ concurrency: 2 }, () => {
      starts.count++;
      if (starts.count > 50) throw new Error('started again and again');
      // As if the machine had no more processes: Node reports it synchronously.
      return starts.count === 1
        ? fork(file, [], { serialization: 'advanced', execArgv: [], stdio: ['pipe', 'ignore', 'pipe', 'ipc'] })
        : fork(file, [], { execPath: '/nowhere/node', serialization: 'advanced', stdio: ['pipe', 'ignore', 'pipe', 'ipc'] });
    });
    const own = createDerivatives({ config, log, storage }, pool);
    expect(await own.derive(await keep(Buffer.from('first')))).toMatchObject({ unreadableReason: 'seen' });
    expect(starts.count).toBe(2);
    own.close();
  }, 60_000);

  it.each([
    ['processes', () => fork('nothing.mjs', [], { execPath: '/nowhere/node', stdio: ['pipe', 'ignore', 'pipe', 'ipc'] })],
    [
      'memory',
      () => {
        throw new Error('spawn ENOMEM');
      },
    ],
  ])(
    'that cannot be started because %s ran out does not blame the photo',
    async (_what, cannot) => {
      const starts = { count: 0 };
      const file = path.join(folder, 'dies.mjs');
      writeFileSync(file, `process.on('message', () => process.kill(process.pid, 'SIGKILL'))`);
      const pool = createDerivePool({ concurrency: 1, spare: 0 }, () => {
        starts.count++;
        return starts.count === 1
          ? fork(file, [], { serialization: 'advanced', execArgv: [], stdio: ['pipe', 'ignore', 'pipe', 'ipc'] })
          : cannot();
      });
      const own = createDerivatives({ config, log, storage }, pool);
      const photos = await Promise.all([keep(Buffer.from('one')), keep(Buffer.from('two'))]);
      for (const { status, reason } of (await Promise.allSettled(photos.map((photo) => own.derive(photo)))) as PromiseRejectedResult[]) {
        expect([status, reason]).toEqual(['rejected', expect.objectContaining({ name: 'ChildCrash', blame: 'others' })]);
      }
      own.close();
    },
    20_000,
  );
});
