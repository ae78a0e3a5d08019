import { expect, test } from 'vitest';
import { truncateText, storableText, wellFormed } from './text.ts';

test('a text is cut between characters, not within one', () => {
  expect(truncateText(`a${'𝒜'.repeat(40)}`, 60)).toBe(`a${'𝒜'.repeat(29)}`);
  expect(truncateText('𝒜'.repeat(40), 60)).toBe('𝒜'.repeat(30));
  expect([truncateText('Harbour', 4), truncateText('𝒜', 1), truncateText('', 4)]).toEqual(['Harb', '', '']);
});

test('what is half a character is marked', () => {
  expect(wellFormed('a\ud835b 𝒜\udc9c')).toBe('a\ufffdb 𝒜\ufffd');
  expect(() => encodeURIComponent(wellFormed('\ud835'))).not.toThrow();
});

test('what cannot be stored or shown is marked, lines and tabs stay', () => {
  expect(storableText('550 no\0 such\u0007 per\ud835son\r\n\tZoë 𝒜')).toBe('550 no\ufffd such\ufffd per\ufffdson\r\n\tZoë 𝒜');
});
