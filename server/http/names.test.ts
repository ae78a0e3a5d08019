import { expect, test } from 'vitest';
import { isName, isNameLines } from '#server/http/names.ts';

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

test('what is not seen, or turns the text about, is none', () => {
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
