// Tasks in a process that dies, hangs or refuses.
import { ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTaskProcess, type TaskProcess, type TaskProcessLimits } from '#server/generation/builtin/task-process.ts';

let folder: string;
let lane: TaskProcess;
let starts: number;
const limits = { taskMs: 20_000, idleMs: 60_000, recycleBytes: Infinity, maxBytes: Infinity };
const work = { signal: new AbortController().signal, onProgress: () => undefined };
const ask = (prompt: string) => ({ prompt, negativePrompt: '', size: { width: 64, height: 64 }, seed: 1 });

/** A process that obeys the prompt. */
const obedient = `process.on('message', ({ id, name, ask: { prompt } = {} }) => {
  if (name === 'cancel') return process.send({ id, kind: 'refused', code: 'interrupted', message: 'cancelled' });
  if (prompt === 'wait') return;
  if (prompt === 'die') process.exit(3);
  if (prompt === 'hang') while (true);
  const answer = { bytes: Buffer.from(prompt), contentType: 'image/png' };
  process.send(prompt === 'break' ? { id, kind: 'refused', code: null, message: 'broken', cause: null } : { id, kind: 'answer', answer });
});`;

const open = (changes: Partial<TaskProcessLimits> = {}) => {
  lane = openTaskProcess({ ...limits, ...changes }, () => {
    starts++;
    return fork(path.join(folder, 'child.mjs'), [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  });
};
beforeEach(() => {
  starts = 0;
  folder = mkdtempSync(path.join(tmpdir(), 'ais-lane-'));
  writeFileSync(path.join(folder, 'child.mjs'), obedient);
});
afterEach(() => {
  lane.close();
  rmSync(folder, { recursive: true, force: true });
});

it('reports a crash as retryable, and runs the next task in a new process', async () => {
  open();
  const [dies, next] = [lane.run('illustrate', ask('die'), work), lane.run('illustrate', ask('next'), work)];
  await expect(dies).rejects.toMatchObject({ code: 'provider_error', retryable: true });
  expect(String((await next).bytes)).toBe('next');
  expect(starts).toBe(2);
  await expect(lane.run('illustrate', ask('break'), work)).rejects.toMatchObject({ code: 'provider_error', retryable: true });
  expect(starts, 'a refusal is no death').toBe(2);
});

it('ends what hangs: when it is cancelled, when it takes too long, and when the server stops', async () => {
  // Nothing but being cancelled ends this one before the test does.
  open({ taskMs: 60_000 });
  const ending = new AbortController();
  const cancelled = lane.run('illustrate', ask('hang'), { ...work, signal: ending.signal });
  const next = lane.run('illustrate', ask('next'), work);
  ending.abort(new Error('cancelled'));
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(String((await next).bytes)).toBe('next');
  lane.close();

  open({ taskMs: 1000 });
  const late = lane.run('illustrate', ask('hang'), work);
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  const [stopped, waiting] = [lane.run('illustrate', ask('hang'), work), lane.run('illustrate', ask('after'), work)];
  lane.close();
  await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
  await expect(lane.run('illustrate', ask('late'), work)).rejects.toMatchObject({ code: 'interrupted' });
});

it('lets a cancelled task end by itself, and kills it after the grace', async () => {
  open({ cancelGraceMs: 60_000 });
  const ending = new AbortController();
  const waits = lane.run('illustrate', ask('wait'), { ...work, signal: ending.signal });
  const next = lane.run('illustrate', ask('next'), work);
  ending.abort(new Error('cancelled'));
  await expect(waits).rejects.toThrow('cancelled');
  expect(String((await next).bytes)).toBe('next');
  expect(starts, 'the process goes on').toBe(1);
  lane.close();

  open({ cancelGraceMs: 200 });
  const stuck = new AbortController();
  const hangs = lane.run('illustrate', ask('hang'), { ...work, signal: stuck.signal });
  const after = lane.run('illustrate', ask('after'), work);
  stuck.abort(new Error('cancelled'));
  await expect(hangs).rejects.toThrow('cancelled');
  expect(String((await after).bytes)).toBe('after');
  expect(starts).toBe(3);
});

it('limits the memory of a task that says so, which is no crash to repeat', async () => {
  open();
  const large = lane.run('illustrate', ask('wait'), work, { maxBytes: 1 });
  await expect(large).rejects.toMatchObject({ code: 'provider_error', retryable: false });
  expect(String((await lane.run('illustrate', ask('next'), work)).bytes)).toBe('next');
});

it('replaces a process that a task left too large, and ends one that grows beyond all bounds', async () => {
  open({ recycleBytes: 1 });
  await lane.run('illustrate', ask('one'), work);
  await lane.run('illustrate', ask('two'), work);
  expect(starts).toBe(2);
  lane.close();
  open({ maxBytes: 1 });
  await expect(lane.run('illustrate', ask('hang'), work)).rejects.toMatchObject({ code: 'provider_error', retryable: true });
});

it.each([
  [
    'file descriptors',
    () => {
      // What Node makes of it: a child that cannot be sent anything, and an error a moment later.
      const child = new ChildProcess();
      process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
      return child;
    },
  ],
  [
    'memory',
    () => {
      throw new Error('spawn ENOMEM');
    },
  ],
])(
  'rejects jobs as retryable if a process cannot be started because %s ran out',
  async (_what, cannot) => {
    lane = openTaskProcess(limits, () => {
      starts++;
      if (starts > 1) return cannot();
      return fork(path.join(folder, 'child.mjs'), [], {
        serialization: 'advanced',
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
    });
    const told = await Promise.allSettled(['die', 'one', 'two'].map((prompt) => lane.run('illustrate', ask(prompt), work)));
    const passing = { status: 'rejected', reason: expect.objectContaining({ code: 'provider_error', retryable: true }) as unknown };
    expect(told).toEqual([passing, passing, passing]);
  },
  10_000,
);
