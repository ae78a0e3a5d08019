import { expect, test } from 'vitest';
import { sizeWords } from './size-words.ts';

test('sizes in words', () => {
  expect([0, 999, 1000, 412_300, 12_340_000, 902_340_112, 1_340_000_000, 250_000_000_000].map((bytes) => sizeWords(bytes))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '412 kB',
    '12.3 MB',
    '902 MB',
    '1.3 GB',
    '250 GB',
  ]);
});
