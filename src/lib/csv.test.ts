import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { BOM, csvRecord, csvTime } from './csv.ts';

test('writes what the server’s files would contain', () => {
  const rows = [
    ['IMG_1.JPG', 5, 'a,b', null],
    ['=cmd|calc', -3, 'says "hi"', ''],
    ['+1', '-1', '@x', '\tx'],
    ['＝1', '＋1', '－1', '＠1'],
    ['\rx', 'a\nb', 'a;=1', ' padded '],
    ['=HYPERLINK("x","y");z', 0, 'é日本', 'plain'],
  ];
  const options = {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /;/,
    quote_record_delimiter: true,
  } as const;
  expect(BOM + rows.map(csvRecord).join('')).toBe(stringify(rows, options));
});

test('writes times that spreadsheet programs read', () => {
  expect(csvTime(Date.parse('2026-11-20T21:14:07.900Z'))).toBe('2026-11-20 21:14:07');
});
