import { expect, test } from 'vitest';
import { importRefusalWords } from './import-card.tsx';

test.each([
  ['280 megapixels; at most 100 are taken.', { reason: 'too-many-pixels', found: 280_000_000, most: 100_000_000 }],
  ['101 megapixels; at most 100 are taken.', { reason: 'too-many-pixels', found: 100_000_001, most: 100_000_000 }],
  ['64 MB; at most 50 MB are taken.', { reason: 'too-big', found: 64 * 1024 * 1024, most: 50 * 1024 * 1024 }],
  // As an earlier release noted it.
  ['The file is larger than the server takes.', { reason: 'too-big' }],
] as const)('%s', (words, refusal) => expect(importRefusalWords(refusal)).toBe(words));
