// The program that compares a memory card with lists (public/check-card.mjs): what it may never say is that a file is stored that is not.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, '../public/check-card.mjs');
const PHONE = 'File name,Bytes,SHA-256,Captured (UTC),Status,Photo ID,Stored (UTC),Event,Device';
const OFFICE = 'File name,Status,Bytes,SHA-256,Original received,Original deleted (UTC),Likes,ID';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let folder: string;
let card: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-card-'));
  card = path.join(folder, 'card');
  mkdirSync(card);
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => writeFileSync(path.join(card, name), text);
let lists = 0;
function list(heads: string, rows: readonly string[], ending = '\r\n'): string {
  const at = path.join(folder, `list-${(lists += 1)}.csv`);
  writeFileSync(at, `\uFEFF${[heads, ...rows].join(ending)}${ending}`);
  return at;
}
const phone = (text: string, status = 'Stored on the server', id = 'id-1', name = 'IMG_1.JPG') =>
  `${name},${text.length},${sha256(text)},2026-11-20 18:30:05,${status},${id},${status === 'Stored on the server' ? '2026-11-20 18:31:00' : ''},Gala,phone 3F2A`;
const office = (text: string, { status = 'Approved', received = 'Yes', deleted = '', id = 'id-1' } = {}) =>
  `IMG_1.JPG,${status},${text.length},${sha256(text)},${received},${deleted},0,${id}`;

const run = (given: string[]) =>
  new Promise<{ code: number; said: string[] }>((resolve) => {
    execFile(process.execPath, given, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}`.trimEnd().split('\n') }),
    );
  });
const check = (...given: string[]) => run([PROGRAM, card, ...given]);

describe('a list', () => {
  it.each([
    ['Windows', '\r\n'],
    ['Unix, as an editor may save it', '\n'],
  ])('with the line endings of %s is read', async (_of, ending) => {
    file('IMG_1.JPG', 'one');
    file('odd.JPG', 'two');
    const odd = phone('two', undefined, 'id-2', '"\'=1+1;""x"",\r\nמסיבה\n.JPG"');
    expect(await check(list(PHONE, [odd, phone('one')], ending))).toEqual({
      code: 0,
      said: ['2 of 2 files are stored (Gala, phone 3F2A)'],
    });
  });

  it.each([
    ['within a cell of a name', PHONE, phone('two', undefined, 'id-2', '"odd'), 5],
    ['after the status', PHONE, phone('two'), phone('two').indexOf('id-1')],
    [
      'before the day on which the original was deleted',
      OFFICE,
      office('two', { deleted: '2026-12-01 00:00:00' }),
      office('two').indexOf(',0,'),
    ],
  ])('that ends %s is not compared: its download was cut', async (_where, heads, row, length) => {
    file('IMG_1.JPG', 'one');
    file('IMG_2.JPG', 'two');
    const whole = heads === PHONE ? phone('one') : office('one');
    const at = list(heads, [whole]);
    writeFileSync(at, row.slice(0, length), { flag: 'a' });
    expect(await check(at)).toEqual({ code: 2, said: [`${at} is incomplete or was changed. Export it again.`] });
  });
});

describe('lists that disagree', () => {
  it.each([
    ['the organization has deleted the original since', office('one', { deleted: '2026-12-01 00:00:00' }), 'Original deleted'],
    ['a restored server has only the preview', office('one', { received: 'No' }), 'Original not received'],
    ['the file is damaged', office('one', { status: 'Unreadable', id: 'another' }), 'Unreadable'],
  ])('about a phone’s stored photo: %s', async (_what, row, status) => {
    file('IMG_1.JPG', 'one');
    for (const of of [
      [list(PHONE, [phone('one')]), list(OFFICE, [row])],
      [list(OFFICE, [row]), list(PHONE, [phone('one')])],
    ])
      expect((await check(...of)).said[0]).toBe(`IMG_1.JPG: ${status}`);
  });

  it('about the photo that a server lost: it is not stored, in whichever order they come', async () => {
    file('IMG_1.JPG', 'one');
    const of = [list(PHONE, [phone('one')]), list(PHONE, [phone('one', 'Lost by the server')])];
    expect(await check(...of)).toMatchObject({ code: 1, said: ['IMG_1.JPG: Lost by the server', expect.stringMatching(/^0 of 1/)] });
    expect((await check(...of.toReversed())).code).toBe(1);
  });

  it('because one is older, or another phone brought the file as well, do not deny what is stored', async () => {
    file('IMG_1.JPG', 'one');
    const stored = list(PHONE, [phone('one')]);
    for (const other of [
      phone('one', 'Waiting on this device'),
      phone('one', 'Not checked yet'),
      phone('one', 'Lost by the server', 'id-2'),
      office('one', { id: 'id-2', deleted: '2026-12-01 00:00:00' }),
    ])
      expect((await check(list(other.includes('phone') ? PHONE : OFFICE, [other]), stored)).code, other).toBe(0);
  });
});

it('the list of the organization says of nothing that it is stored before it was checked', async () => {
  file('IMG_1.JPG', 'one');
  expect((await check(list(OFFICE, [office('one', { status: 'Not checked yet' })]))).said[0]).toBe('IMG_1.JPG: Not checked yet');
});

/** In the program: as a card that is damaged, of which a file and a folder can't be read. */
const DAMAGED = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { createReadStream, readdirSync } = fs;
  fs.createReadStream = (file) => createReadStream(file.endsWith('broken.JPG') ? '/proc/self/mem' : file);
  fs.readdirSync = (folder, ...rest) => {
    if (folder.endsWith('101CANON')) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    return readdirSync(folder, ...rest);
  };
  syncBuiltinESMExports();
`)}`;

it('what can’t be read or compared is named by its path, and the rest is compared', async () => {
  file('IMG_1.JPG', 'one');
  for (const name of ['100CANON', '101CANON']) mkdirSync(path.join(card, name));
  file('100CANON/IMG_1.JPG', 'other');
  file('broken.JPG', 'one');
  symlinkSync('IMG_1.JPG', path.join(card, 'link.JPG'));
  const { code, said } = await run(['--import', DAMAGED, PROGRAM, card, list(PHONE, [phone('one')])]);
  expect(code).toBe(1);
  expect(said.toSorted()).toEqual([
    '1 of 5 files are stored (Gala, phone 3F2A)',
    '100CANON/IMG_1.JPG: not in the list',
    '101CANON: can’t be read (EIO)',
    'broken.JPG: can’t be read (EIO)',
    'link.JPG: a link, not compared',
  ]);
});
