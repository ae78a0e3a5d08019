// What `npm run bench` prints (tests/bench).
import { expect, test } from 'vitest';
import { judge, type Figure } from '#tests/bench/bench.ts';
import { describeProgress, describeTotal, listBenches } from '#tests/bench/plan.ts';
import { formatTable } from '#tests/bench/report.ts';

const figures: Figure[] = [
  { what: 'p95, a page', value: 12, unit: 'ms', limit: { times: 1.5 }, peer: { what: 'at 1,000', value: 10 } },
  { what: 'p95, a search', value: 16, unit: 'ms', limit: { times: 1.5 }, peer: { what: 'at 1,000', value: 10 } },
  { what: 'memory', value: 25, unit: 'MB', limit: { most: 50 } },
  { what: 'photos', value: 10, unit: '/s', limit: { least: 8 }, peer: { what: 'by fetch', value: 16 } },
  { what: 'lost photos', value: 0, unit: '', limit: { most: 0 } },
  { what: 'other lost photos', value: 1, unit: '', limit: { most: 0 } },
  { what: 'throughput', value: 300, unit: 'MB/s', peer: { what: 'by plain reads', value: 600 } },
];

test('each ratio above 1 misses its limit, whatever kind of limit it is', () => {
  const judged = figures.map((figure) => judge('bench', figure));
  expect(judged.map(({ ratio, verdict }) => [ratio?.toFixed(2), verdict])).toEqual([
    ['0.80', 'kept'],
    ['1.07', 'missed'],
    ['0.50', 'kept'],
    ['0.80', 'kept'],
    ['0.00', 'kept'],
    ['Infinity', 'missed'],
    ['0.50', 'no limit'],
  ]);
});

test('the table says what was measured, what is allowed, and what it is compared with', () => {
  const rows = formatTable(figures.map((figure) => judge('bench', figure))).split('\n');
  const cells = rows.map((row) => row.split(/ {2,}/));
  expect(cells[0]).toEqual(['Bench', 'What', 'Measured', 'Limit', 'Compared with', 'Ratio', 'Result', 'Least … p50 … p95 … most']);
  expect(cells[2]).toEqual(['bench', 'p95, a page', '12 ms', 'at most 15 ms (1.5 ×)', '10 ms at 1,000', '0.80', 'kept']);
  expect(cells[4]).toEqual(['bench', 'memory', '25 MB', 'at most 50 MB', '0.50', 'kept']);
  expect(cells[5]).toEqual(['bench', 'photos', '10 /s', 'at least 8 /s', '16 /s by fetch', '0.80', 'kept']);
  expect(cells[8]).toEqual(['bench', 'throughput', '300 MB/s', '600 MB/s by plain reads', '0.50', 'no limit']);
  expect(rows.join('\n')).toContain('more than 1 misses the limit');
});

test('a run says how long it takes, and how far it is', () => {
  const benches = [
    { name: 'streams', description: 'memory of streams', minutes: 3 },
    { name: 'logs', description: 'a long log', minutes: 71 },
  ];
  expect(describeTotal(benches)).toBe('2 benches, about 1 h 15 min on two quiet cores');
  expect(describeTotal(benches.slice(0, 1))).toBe('1 bench, about 3 min on two quiet cores');
  expect(describeProgress(benches, 0)).toBe('1 of 2: streams, about 3 min, then about 1 h 10 min for the others\n  memory of streams');
  expect(describeProgress(benches, 1)).toBe('2 of 2: logs, about 1 h 10 min\n  a long log');
  expect(listBenches(benches).split('\n')).toEqual([
    '  streams         about 3 min   memory of streams',
    '  logs            about 1 h 10 min  a long log',
  ]);
});
