import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from './problem.ts';
import { StreamSlots } from './stream-slots.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

const newSlots = (perOwner = 1) =>
  new StreamSlots({
    perOwner,
    ownerIsBusy: () => new Problem(409, 'export_running', 'Your data is already being downloaded.'),
    crowded: 'Many people are downloading their data right now',
  });

function begin(places: StreamSlots, userId: string) {
  const { attach, moved } = places.acquire(userId);
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  attach(stream);
  return { stream, moved };
}

test('a stalled export is ended after a minute, and an active one is not', () => {
  const places = newSlots();
  const still = begin(places, 'still');
  const going = begin(places, 'going');
  for (let seconds = 0; seconds < 300; seconds += 30) {
    vi.advanceTimersByTime(30_000);
    going.moved(1);
  }
  expect([still.stream.destroyed, going.stream.destroyed]).toEqual([true, false]);
});

test('an account has one at a time, and another when that has ended', async () => {
  const places = newSlots();
  const { stream } = begin(places, 'one');
  expect(() => places.acquire('one')).toThrow('already being downloaded');
  stream.destroy();
  await new Promise((done) => stream.once('close', done));
  expect(() => places.acquire('one')).not.toThrow();
});

test('an owner has as many at a time as allowed', async () => {
  const places = newSlots(2);
  const { stream } = begin(places, 'one');
  begin(places, 'one');
  expect(() => places.acquire('one')).toThrow('already being downloaded');
  expect(() => places.acquire('two')).not.toThrow();
  stream.destroy();
  await new Promise((done) => stream.once('close', done));
  expect(() => places.acquire('one')).not.toThrow();
});

const MEGABYTE = 1_000_000;
const CROWDED = 'Many people are downloading their data right now. Wait 60 seconds.';
const beginMany = (places: StreamSlots, count: number, name = '') => Array.from({ length: count }, (_, n) => begin(places, `${name}${n}`));

test('twenty idle ones do not block others', () => {
  const places = newSlots();
  beginMany(places, 20);
  expect(() => begin(places, 'another')).toThrow(CROWDED);
  vi.advanceTimersByTime(10_000);
  begin(places, 'another');
});

test('twenty active ones do', () => {
  const places = newSlots();
  const all = beginMany(places, 20);
  for (let seconds = 0; seconds < 60; seconds += 10) {
    vi.advanceTimersByTime(10_000);
    for (const { moved } of all) moved(MEGABYTE);
    expect(() => begin(places, 'another')).toThrow(CROWDED);
  }
  expect(all.some(({ stream }) => stream.destroyed)).toBe(false);
});

test('twenty slow ones neither block others nor are ended: so reads a phone on a bad connection', () => {
  const places = newSlots();
  const slow = beginMany(places, 20);
  const drip = () => {
    vi.advanceTimersByTime(9_000);
    for (const { moved } of slow) moved(100);
  };
  drip();
  drip();
  const others = beginMany(places, 20, 'another');
  for (const { moved } of others) moved(MEGABYTE);
  expect(() => begin(places, 'late')).toThrow(CROWDED);
  for (let n = 0; n < 100; n += 1) drip();
  expect(slow.some(({ stream }) => stream.destroyed)).toBe(false);
});

test('repeated restarts do not take slots either', async () => {
  const places = newSlots();
  let first = beginMany(places, 20);
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(9_000);
    const closed = first.map(({ stream }) => new Promise((done) => stream.once('close', done)));
    for (const { stream } of first) stream.destroy();
    await Promise.all(closed);
    first = beginMany(places, 20);
    begin(places, `another${round}`).stream.destroy();
  }
});

test('with all slots in use, the slowest gives way', () => {
  const places = newSlots();
  const all: ReturnType<typeof begin>[] = [];
  for (let round = 0; round < 5; round += 1) {
    all.push(...beginMany(places, 20, `${round}-`));
    vi.advanceTimersByTime(10_000);
    for (const { moved } of all) moved(5_000);
  }
  all.forEach(({ moved }, n) => moved(n === 42 ? 0 : 20_000));
  begin(places, 'another');
  expect(all.flatMap(({ stream }, n) => (stream.destroyed ? [n] : []))).toEqual([42]);
});
