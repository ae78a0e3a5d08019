import { expect, test } from 'vitest';
import { contrastWords } from './contrast-words.ts';

test('a colour that is not chosen is the app’s own', () => {
  expect(contrastWords('#000000')).toEqual(['No colour is chosen: events use the app’s own.']);
});

test('a colour is told by how it reads, and what is done where it does not', () => {
  expect(contrastWords('#1d4ed8')).toEqual([
    'Words on this colour, as on posters and in emails, are white: easy to read (6.7 to 1).',
    'On light screens words in this colour are easy to read (6.7 to 1).',
    'On dark screens it is too dark for words, so they are shown lighter.',
  ]);
  expect(contrastWords('#fde68a')).toEqual([
    'Words on this colour, as on posters and in emails, are black: easy to read (16.9 to 1).',
    'On light screens it is too pale for words (1.2 to 1), so they are shown darker.',
    'On dark screens words in this colour are easy to read.',
  ]);
});

test('a second colour that can hardly be told from the first is told', () => {
  const last = (primary: string, secondary: string) => contrastWords(primary, secondary).at(-1);
  expect(last('#1d4ed8', '#2563eb')).toBe('The second colour is close to the first (1.3 to 1): its stripe is hard to see beside it.');
  expect(last('#1d4ed8', '#fde68a')).toBe('On dark screens it is too dark for words, so they are shown lighter.');
});
