import { expect, test } from 'vitest';
import { describeWait, mergePicks } from './picks.ts';

const pick = (id: string, note = '') => ({ photo_id: id, note, created_at: '2026-11-21T10:00:00.000Z' });

test('changes under way are shown above what the server knows, the latest last', () => {
  const picks = mergePicks(
    [pick('a', 'crop'), pick('b')],
    [
      { photoId: 'a', note: null },
      { photoId: 'c', note: '' },
      { photoId: 'b', note: 'black and white' },
      { photoId: 'c', note: null },
      { photoId: 'c', note: 'bright' },
    ],
  );
  expect([...picks]).toEqual([
    ['b', 'black and white'],
    ['c', 'bright'],
  ]);
});

test.each([
  [0, '1 second'],
  [45, '45 seconds'],
  [100, '2 minutes'],
  [3 * 3600, '3 hours'],
])('%i seconds are %s', (seconds, words) => expect(describeWait(seconds)).toBe(words));
