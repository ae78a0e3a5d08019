import { Worker } from 'node:worker_threads';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { intakeByThread } from '#server/photos/intake.ts';

const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
const direct = {
  inspect: async (file: string) => ({ bytes: file.length, sha256: 'direct', crc32: 0, header: null }),
  adopt: async () => undefined,
};
let thread: Worker;
afterEach(async () => {
  await thread.terminate();
  logged.length = 0;
});

/** @param code what the thread does with an `ask` */
function open(code: string) {
  thread = new Worker(`const { parentPort } = require('worker_threads'); parentPort.on('message', (ask) => { ${code} });`, { eval: true });
  return intakeByThread(thread, log, direct);
}

test('each response reaches its caller in any order', async () => {
  const intake = open(
    `setTimeout(() => parentPort.postMessage({ id: ask.id, result: { bytes: 1, sha256: ask.args[0], header: null } }), 20 - ask.id)`,
  );
  const answers = await Promise.all(['a', 'b', 'c'].map((file) => intake.inspect(file)));
  expect(answers.map(({ sha256 }) => sha256)).toEqual(['a', 'b', 'c']);
});

test('system errors are passed on', async () => {
  const intake = open(`parentPort.postMessage({ id: ask.id, error: { message: 'no space left', code: 'ENOSPC' } })`);
  await expect(intake.adopt('key', 'file')).rejects.toMatchObject({ message: 'no space left', code: 'ENOSPC' });
});

test('when the thread ends, pending calls are rejected and later ones run without it', async () => {
  const intake = open(`throw new Error('out of memory')`);
  await expect(intake.inspect('first')).rejects.toThrow('out of memory');
  expect(await intake.inspect('second')).toMatchObject({ sha256: 'direct' });
  expect(logged).toEqual(['the thread that takes photos in has ended; the server’s own does it from now on']);
});
