// The table that people read.
import type { Judged } from './bench.ts';

const LEGEND = `Ratio: what was measured divided by the limit, or the limit divided by it where it is a minimum, so more than 1 misses the limit. Without a limit:
divided by what it is compared with. p50: half of the measurements are at most that; p95: 95 of 100 are.`;

/** With a legend. */
export function formatTable(lines: readonly Judged[]): string {
  const rows = [
    ['Bench', 'What', 'Measured', 'Limit', 'Compared with', 'Ratio', 'Result', 'Least … p50 … p95 … most'],
    ...lines.map((line) => [
      line.bench,
      line.what,
      withUnit(line.value, line.unit),
      formatLimit(line),
      line.peer ? `${withUnit(line.peer.value, line.unit)} ${line.peer.what}` : '',
      line.ratio === null ? '' : line.ratio.toFixed(2),
      line.verdict,
      line.spread ? [line.spread.least, line.spread.p50, line.spread.p95, line.spread.most].map(round).join(' … ') : '',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const alignedRight = new Set([2, 5]);
  const [header, ...body] = rows.map((row) =>
    row
      .map((cell, column) => (alignedRight.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return [header, widths.map((width) => '-'.repeat(width)).join('  '), ...body, '', LEGEND].join('\n');
}

function formatLimit({ limit, peer, unit }: Judged): string {
  if (!limit) return '';
  if ('times' in limit) return `at most ${withUnit(limit.times * peer!.value, unit)} (${limit.times} ×)`;
  return 'most' in limit ? `at most ${withUnit(limit.most, unit)}` : `at least ${withUnit(limit.least, unit)}`;
}

const withUnit = (value: number, unit: string): string => `${round(value)} ${unit}`.trimEnd();

const round = (value: number): string => {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};
