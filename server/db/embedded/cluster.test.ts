import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostmaster, isListening } from './cluster.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-postmaster-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['no file', null],
  ['an empty file', ''],
  ['the number of another program', `${process.pid}\n/data\n0\n5432\n/sockets\n\n0 0\nready   \n`],
  ['the number of no process', '4194303\n/data\n0\n5432\n/sockets\n\n0 0\nready   \n'],
])('%s is no running database', (_what, content) => {
  if (content !== null) writeFileSync(path.join(folder, 'postmaster.pid'), content);
  expect(findPostmaster(folder)).toBeNull();
});

test('a socket with a full queue is listening; a missing or stale one is not', async () => {
  const file = path.join(folder, 'busy.sock');
  expect(await isListening(file)).toBe(false);
  const script = `require('node:net').createServer().listen({ path: ${JSON.stringify(file)}, backlog: 1 }, () => { console.log('listens'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); })`;
  const busy = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const queued: net.Socket[] = [];
  try {
    await once(busy.stdout, 'data');
    const refused = new Promise<string | undefined>((resolve) => {
      for (let number = 0; number < 4; number += 1)
        queued.push(net.connect(file).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code)));
    });
    expect(await refused).toBe('EAGAIN');
    expect(await isListening(file)).toBe(true);
  } finally {
    for (const socket of queued) socket.destroy();
    busy.kill('SIGKILL');
    await once(busy, 'exit');
  }
  expect(await isListening(file)).toBe(false);
});
