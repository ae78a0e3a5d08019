import { expect, test } from 'vitest';
import { contrastMessages } from './contrast-messages.ts';

test('a colour that is not chosen is the app’s own', () => {
  expect(contrastMessages('#000000')).toEqual(['No color is set. Events use the default.']);
});

test('a colour is told by how it reads, and what is done where it does not', () => {
  expect(contrastMessages('#1d4ed8')).toEqual([
    'Text on this color, as on posters and in emails, is white: easy to read (6.7 to 1).',
    'Text in this color is easy to read on light screens (6.7 to 1).',
    'This color is too dark for text on dark screens, so text is shown lighter.',
  ]);
  expect(contrastMessages('#fde68a')).toEqual([
    'Text on this color, as on posters and in emails, is black: easy to read (16.9 to 1).',
    'This color is too light for text on light screens (1.2 to 1), so text is shown darker.',
    'Text in this color is easy to read on dark screens.',
  ]);
});

test('a second colour that can hardly be told from the first is told', () => {
  const last = (primary: string, secondary: string) => contrastMessages(primary, secondary).at(-1);
  expect(last('#1d4ed8', '#2563eb')).toBe('The secondary color is close to the primary (1.3 to 1), so the stripe is hard to see.');
  expect(last('#1d4ed8', '#fde68a')).toBe('This color is too dark for text on dark screens, so text is shown lighter.');
});
