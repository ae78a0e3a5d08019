import { expect, test } from 'vitest';
import { fileWordCases } from '#tests/support/file-word-cases.ts';
import { attachment, fileNameSlug } from './content-disposition.ts';

test.each(fileWordCases)('%s names a file %s', (text, words) => expect(fileNameSlug(text)).toBe(words));

const header = (name: string) => {
  const { 'content-disposition': text = '' } = attachment(name);
  const [, plain, encoded = ''] = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.%-]+)$/.exec(String(text)) ?? [];
  return { plain, name: decodeURIComponent(encoded) };
};

test.each([
  ['harbour-lights.jpg', 'harbour-lights.jpg'],
  ['Åsa-Jón-brúðkaup.jpg', 'Asa-Jon-brudkaup.jpg'],
  ['straße-łódź-ışık.csv', 'strasse-lodz-isik.csv'],
  ['हार्बर-2026-11-20-211407-beef.jpg', '2026-11-20-211407-beef.jpg'],
  ['港の光-qr.png', 'qr.png'],
  ['港の光.heic', 'file.heic'],
  ['a"b\\c%41.jpg', 'a-b-c-41.jpg'],
  ['noending', 'noending'],
  ['‥／‥／evil.jpg', 'evil.jpg'],
  ['℀ vs ：.jpg', 'a-c vs.jpg'],
])('%s is sent whole, and as %s to old programs', (name, plain) => expect(header(name)).toEqual({ plain, name }));

test('a name is sent composed, and without halves of characters', () => {
  expect(header('cafe\u0301.jpg')).toEqual({ plain: 'cafe.jpg', name: 'café.jpg' });
  expect(header('a\ud83d.jpg').name).toBe('a\ufffd.jpg');
});
