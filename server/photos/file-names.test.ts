import { expect, test } from 'vitest';
import { archivedCopyName, createUniqueNames, downloadName, sanitizeFileName, originalName, utcOffsetOf } from './file-names.ts';

// Taken by a phone with its clock at UTC.
const photo = { id: '0199aa00-0000-7000-8000-00000000beef', takenAt: new Date('2026-11-20T23:14:07.500Z'), tzOffset: 0 };

test('a download is named by the event’s time zone', () => {
  expect(downloadName({ name: 'Harbour Lights', timeZone: 'Europe/Berlin' }, photo)).toBe('harbour-lights-2026-11-21-001407-beef');
  expect(downloadName({ name: 'Harbour Lights', timeZone: 'America/New_York' }, photo)).toBe('harbour-lights-2026-11-20-181407-beef');
  // In summer time, and at midnight, which is no hour 24.
  const summer = { ...photo, takenAt: new Date('2026-07-20T22:00:09Z') };
  expect(downloadName({ name: 'Harbour Lights', timeZone: 'Europe/Berlin' }, summer)).toBe('harbour-lights-2026-07-21-000009-beef');
});

test('a long name is cut between characters', () => {
  for (const name of [`a${'𝒜'.repeat(40)}`, `x${'𠮷'.repeat(45)}`]) {
    const file = downloadName({ name, timeZone: null }, photo);
    expect(decodeURIComponent(encodeURIComponent(file))).toBe(file);
  }
});

test('without a time zone of the event, by the phone’s clock', () => {
  expect(downloadName({ name: '🎉', timeZone: null }, { ...photo, tzOffset: 60 })).toBe('photo-2026-11-21-001407-beef');
});

test('the event’s name may be in any script', () => {
  expect(downloadName({ name: 'हार्बर लाइट्स', timeZone: 'Asia/Kolkata' }, photo)).toBe('हार्बर-लाइट्स-2026-11-21-044407-beef');
});

test.each([
  ['IMG_1234.JPG', 'IMG_1234.JPG'],
  ['DSC_0001 (2).jpeg', 'DSC_0001 (2).jpeg'],
  ['cafe\u0301 विवाह.heic', 'café विवाह.heic'],
  ['C:\\DCIM\\100CANON\\IMG_1.CR3', 'IMG_1.CR3'],
  ['../../etc/passwd', 'passwd'],
  ['a\u202egpj.exe\u0000\n:b?.jpg', 'agpj.exe _b_.jpg'],
  [' .hidden. ', 'hidden'],
  ['con.jpg', '_con.jpg'],
  ['CON.tar.jpg', '_CON.tar.jpg'],
  ['half\ud83d.jpg', 'half.jpg'],
  [`${'x'.repeat(300)}.HEIC`, `${'x'.repeat(104)}.HEIC`],
  ['. .', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j of a device becomes %j', (sent, expected) => expect(sanitizeFileName(sent)).toBe(expected));

test('an original is called as its camera called it, with the extension of its type', () => {
  const event = { name: 'Harbour Lights', timeZone: 'Europe/Berlin' };
  const name = (fileName: string | null, contentType: string) => originalName(event, { ...photo, fileName, contentType });
  expect(name('IMG_1234.JPG', 'image/jpeg')).toBe('IMG_1234.JPG');
  expect(name('DSC_1.HIF', 'image/heic')).toBe('DSC_1.HIF');
  expect(name('IMG_1234.HEIC', 'image/jpeg')).toBe('IMG_1234.jpg');
  expect(name('scan 3.5', 'image/png')).toBe('scan 3.5.png');
  expect(name('Screenshot_2026.05.01', 'image/jpeg')).toBe('Screenshot_2026.05.01.jpg');
  expect(name(null, 'image/heic')).toBe('harbour-lights-2026-11-21-001407-beef-original.heic');
});

test('a copy in an archive is named by time and photographer', () => {
  const name = (photographer: string, timeZone: string | null = 'Asia/Jerusalem') => archivedCopyName({ timeZone }, photo, photographer);
  expect(name('Noa Levi')).toBe('2026-11-21_01-14-07_Noa-Levi_beef.jpg');
  expect(name('Noa Levi', null)).toBe('2026-11-20_23-14-07_Noa-Levi_beef.jpg');
  expect(name('A\u030asa ../<b>')).toBe('2026-11-21_01-14-07_Åsa-b_beef.jpg');
  expect(name('🎉')).toBe('2026-11-21_01-14-07_beef.jpg');
  expect(name('נועה '.repeat(50))).toMatch(/^2026-11-21_01-14-07_[נועה-]+_beef\.jpg$/);
  expect(Buffer.byteLength(name('נועה '.repeat(50)))).toBeLessThan(200);
});

test('names are unique where case and the form of letters are ignored', () => {
  const unique = createUniqueNames(['_missing.txt']);
  expect(
    ['IMG_1.JPG', 'img_1.jpg', 'img_1-2.jpg', 'IMG_1.JPG', '_MISSING.txt', 'Å', 'A\u030a', 'straße.jpg', 'STRASSE.jpg'].map(unique),
  ).toEqual([
    'IMG_1.JPG',
    'img_1-2.jpg',
    'img_1-2-2.jpg',
    'IMG_1-3.JPG',
    '_MISSING-2.txt',
    'Å',
    'A\u030a-2',
    'straße.jpg',
    'STRASSE-2.jpg',
  ]);
});

test('the wall clock of an event is so many minutes from UTC', () => {
  const at = (iso: string) => ({ takenAt: new Date(iso), tzOffset: 60 });
  expect(utcOffsetOf('Europe/Berlin', at('2026-07-20T22:00:09.700Z'))).toBe(120);
  expect(utcOffsetOf('Asia/Kolkata', at('2026-07-20T22:00:09.700Z'))).toBe(330);
  expect(utcOffsetOf('America/New_York', at('2026-01-01T00:00:00Z'))).toBe(-300);
  expect(utcOffsetOf(null, at('2026-01-01T00:00:00Z'))).toBe(60);
});
