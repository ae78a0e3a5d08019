// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { formatTime } from '#src/lib/format.ts';
import type { CheckedCounts } from '#src/outbox/receipts.ts';
import { statusOf } from './upload-status.tsx';

const counts = (part: Partial<CheckedCounts>): CheckedCounts => {
  return {
    shot: 0,
    imported: 0,
    waiting: 0,
    parked: 0,
    stored: 0,
    importsStored: 0,
    lost: 0,
    damaged: 0,
    undecoded: 0,
    current: true,
    ...part,
  };
};

test.each<[Partial<CheckedCounts>, string, string]>([
  [{}, 'none', 'Ready to shoot'],
  [{ shot: 4, waiting: 4 }, 'waiting', '4 waiting'],
  [{ shot: 2019, waiting: 2000, stored: 19 }, 'waiting', '2,000 waiting'],
  [{ shot: 19, stored: 19 }, 'stored', '19'],
  [{ shot: 5, waiting: 3, parked: 2, stored: 2 }, 'stuck', '2 need attention'],
  [{ shot: 5, waiting: 1, parked: 1, stored: 4 }, 'stuck', '1 needs attention'],
  [{ shot: 7, stored: 2, lost: 5 }, 'stuck', '5 lost by the server'],
  [{ shot: 7, waiting: 4, stored: 2, lost: 1 }, 'waiting', '4 waiting'],
  [{ shot: 7, stored: 7, damaged: 1 }, 'stuck', '1 damaged file'],
  [{ shot: 7, stored: 7, undecoded: 2 }, 'unknown', 'Checking imports…'],
  [{ shot: 7, stored: 7, asOf: 1 }, 'unknown', `Stored as of ${formatTime(1)}`],
  [{ shot: 7, stored: 7, asOf: 0 }, 'unknown', 'Checking…'],
])('%o is %s: %s', (part, kind, words) => {
  expect(statusOf(counts(part), false)).toEqual({ kind, words });
});

test('sending is shown as such while it goes on, not what needs attention', () => {
  const words = (part: Partial<CheckedCounts>) => statusOf(counts(part), false, null, true, true).words;
  expect(words({ shot: 2019, waiting: 2000, stored: 19 })).toBe('Sending, 2,000 left');
  expect(words({ shot: 5, waiting: 2, parked: 1 })).toBe('1 needs attention');
  expect(words({ shot: 19, stored: 19 })).toBe('19');
});

test('"all stored" is not shown while anything is waiting, parked, in progress, lost or unknown', () => {
  for (const shot of [0, 1, 7])
    for (const waiting of [0, 1, 7])
      for (const [parked, lost] of [
        [0, 0],
        [1, 0],
        [0, 1],
      ] as const)
        for (const certain of [true, false])
          for (const saving of [true, false]) {
            const known = counts({
              shot: shot + waiting + lost,
              waiting,
              parked: Math.min(parked, waiting),
              stored: shot,
              lost,
              current: certain,
            });
            const { kind } = statusOf(known, saving);
            expect(kind === 'stored').toBe(waiting === 0 && lost === 0 && certain && !saving && shot > 0);
          }
  expect(statusOf(undefined, false).kind).toBe('unknown');
});

test('numbers that a refusing storage does not give are not counted for ever', () => {
  expect(statusOf(undefined, false, 'newer')).toEqual({ kind: 'stuck', words: 'Update needed' });
  expect(statusOf(undefined, false, 'broken')).toEqual({ kind: 'stuck', words: 'Storage failed' });
});

test('"Saving…" is not shown for refused shots', () => {
  expect(statusOf(counts({}), true, 'full')).toEqual({ kind: 'stuck', words: 'Not saved' });
  expect(statusOf(counts({}), true).words).toBe('Saving…');
});

test('is ready to shoot only with a picture of the camera', () => {
  expect(statusOf(counts({}), false, null, true).words).toBe('Ready to shoot');
  expect(statusOf(counts({}), false, null, false)).toEqual({ kind: 'none', words: 'No photos yet' });
});
