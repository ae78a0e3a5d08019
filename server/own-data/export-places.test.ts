import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ExportPlaces } from './export-places.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

function begin(places: ExportPlaces, userId: string) {
  const { giveTo, moved } = places.take(userId);
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  giveTo(stream);
  return { stream, moved };
}

test('one whose reader takes nothing for a minute is ended, and one that goes on is not', () => {
  const places = new ExportPlaces();
  const still = begin(places, 'still');
  const going = begin(places, 'going');
  for (let seconds = 0; seconds < 300; seconds += 30) {
    vi.advanceTimersByTime(30_000);
    going.moved();
  }
  expect([still.stream.destroyed, going.stream.destroyed]).toEqual([true, false]);
});

test('an account has one at a time, and another when that has ended', async () => {
  const places = new ExportPlaces();
  const { stream } = begin(places, 'one');
  expect(() => places.take('one')).toThrow('being downloaded already');
  stream.destroy();
  await new Promise((done) => stream.once('close', done));
  expect(() => places.take('one')).not.toThrow();
});

test('twenty that stand still keep nobody else out', () => {
  const places = new ExportPlaces();
  const first = begin(places, '0');
  for (let n = 1; n < 20; n += 1) begin(places, String(n));
  expect(() => begin(places, 'another')).toThrow('Many people are downloading their data right now. Wait 60 seconds.');
  vi.advanceTimersByTime(10_000);
  begin(places, 'another');
  expect(first.stream.destroyed).toBe(true);
});

test('twenty that go on do', () => {
  const places = new ExportPlaces();
  const all = Array.from({ length: 20 }, (_, n) => begin(places, String(n)));
  vi.advanceTimersByTime(30_000);
  for (const { moved } of all) moved();
  expect(() => begin(places, 'another')).toThrow('Many people');
  expect(all.some(({ stream }) => stream.destroyed)).toBe(false);
});
