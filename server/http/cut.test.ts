import { expect, test } from 'vitest';
import { cutText, storableText, wellFormed } from './cut.ts';

test('a text is cut between characters, not within one', () => {
  expect(cutText(`a${'𝒜'.repeat(40)}`, 60)).toBe(`a${'𝒜'.repeat(29)}`);
  expect(cutText('𝒜'.repeat(40), 60)).toBe('𝒜'.repeat(30));
  expect([cutText('Harbour', 4), cutText('𝒜', 1), cutText('', 4)]).toEqual(['Harb', '', '']);
});

test('what is half a character is marked', () => {
  expect(wellFormed('a\ud835b 𝒜\udc9c')).toBe('a\ufffdb 𝒜\ufffd');
  expect(() => encodeURIComponent(wellFormed('\ud835'))).not.toThrow();
});

test('what cannot be stored or shown is marked, lines and tabs stay', () => {
  expect(storableText('550 no\0 such\u0007 per\ud835son\r\n\tZoë 𝒜')).toBe('550 no\ufffd such\ufffd per\ufffdson\r\n\tZoë 𝒜');
});
