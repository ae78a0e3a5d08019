import { expect, test } from 'vitest';
import { originalWords } from './original.ts';

test('an original on its way is not one that was not received', () => {
  const words = (awaits_original: boolean, original_overdue: boolean) => originalWords({ awaits_original, original_overdue });
  expect(words(false, false)).toBeNull();
  expect(words(true, false)).toMatchObject({ mark: 'Preview', state: 'preview, original on its way' });
  expect(words(true, true)).toMatchObject({ mark: 'No original', state: 'preview, original not received' });
  // On a tile of three in a row on a phone of 320 pixels there is room for a dozen letters.
  expect(Math.max(...[words(true, false), words(true, true)].map((said) => said?.mark.length ?? 0))).toBeLessThanOrEqual(12);
});
