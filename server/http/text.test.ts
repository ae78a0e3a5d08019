import { expect, test } from 'vitest';
import { isName, isNameLines } from '#server/http/text.ts';
import { storableText, truncateText, wellFormed } from './text.ts';

test('names in all scripts are names', () => {
  for (const name of [
    'Ana Ruiz',
    'Zoë O’Hara-Núñez',
    'Nguyễn Thị',
    '山田 太郎',
    '김민수',
    'مريم',
    'می\u200cخواهم',
    'שרה',
    'श्री\u200dमान',
    'Party 🎉',
    '👩\u200d👩\u200d👧 & co',
    'I ❤\uFE0F Pier 4',
    '👍🏽',
    '',
  ])
    expect(isName(name), JSON.stringify(name)).toBe(true);
});

test('invisible characters and direction overrides are no name', () => {
  for (const sign of [
    '\u202e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u001b',
    '\u0000',
    '\n',
    '\u2028',
    '\ue000',
    '\ud800',
    '\u{e0041}',
  ]) {
    expect(isName(`An${sign}a`), JSON.stringify(sign)).toBe(false);
    expect(isName(sign), JSON.stringify(sign)).toBe(false);
  }
  expect(isName('\u200d')).toBe(false);
  expect(isName('\u200dAna')).toBe(false);
  expect(isName('Ana\u200d')).toBe(false);
});

test('an address is a few lines that are each a name', () => {
  expect(isNameLines('Harbour Street 1\n20457 Hamburg')).toBe(true);
  expect(isNameLines('Harbour Street 1\r\n20457 Hamburg')).toBe(true);
  expect(isNameLines('')).toBe(true);
  expect(isNameLines('\n'.repeat(9))).toBe(true);
  expect(isNameLines('\n'.repeat(10))).toBe(false);
  expect(isNameLines('Harbour Street 1\nHam\u202eburg')).toBe(false);
  expect(isNameLines('Harbour Street 1\r20457 Hamburg')).toBe(false);
});

test('a text is cut between characters, not within one', () => {
  expect(truncateText(`a${'𝒜'.repeat(40)}`, 60)).toBe(`a${'𝒜'.repeat(29)}`);
  expect(truncateText('𝒜'.repeat(40), 60)).toBe('𝒜'.repeat(30));
  expect([truncateText('Harbour', 4), truncateText('𝒜', 1), truncateText('', 4)]).toEqual(['Harb', '', '']);
});

test('lone surrogates are replaced', () => {
  expect(wellFormed('a\ud835b 𝒜\udc9c')).toBe('a\ufffdb 𝒜\ufffd');
  expect(() => encodeURIComponent(wellFormed('\ud835'))).not.toThrow();
});

test('characters that cannot be stored or shown are replaced; lines and tabs remain', () => {
  expect(storableText('550 no\0 such\u0007 per\ud835son\r\n\tZoë 𝒜')).toBe('550 no\ufffd such\ufffd per\ufffdson\r\n\tZoë 𝒜');
});
