import { expect, test } from 'vitest';
import { fileWordCases } from '#tests/support/file-words.ts';
import { fileWords } from './file-words.ts';

test.each(fileWordCases)('%s names a file %s', (text, words) => expect(fileWords(text)).toBe(words));
