import { expect, test } from 'vitest';
import { fileWordCases } from '#tests/support/file-word-cases.ts';
import { slugify } from './slug.ts';

test.each(fileWordCases)('%s names a file %s', (text, words) => expect(slugify(text)).toBe(words));
