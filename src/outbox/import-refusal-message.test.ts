import { expect, test } from 'vitest';
import { importRefusalMessage } from './import-refusal-message.ts';

test.each([
  ['280 megapixels. The limit is 100.', { reason: 'too-many-pixels', found: 280_000_000, most: 100_000_000 }],
  ['101 megapixels. The limit is 100.', { reason: 'too-many-pixels', found: 100_000_001, most: 100_000_000 }],
  ['64 MB. The limit is 50 MB.', { reason: 'too-big', found: 64 * 1024 * 1024, most: 50 * 1024 * 1024 }],
  // As an earlier release noted it.
  ['The file is larger than the server accepts.', { reason: 'too-big' }],
] as const)('%s', (words, refusal) => expect(importRefusalMessage(refusal)).toBe(words));
