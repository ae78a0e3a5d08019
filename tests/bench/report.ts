// The table that people read, and the file that machines do.
import type { Judged, Limit } from './bench.ts';

export function printTable(lines: readonly Judged[]): void {
  const rows = [
    ['bench', 'what', 'measured', 'limit or peer', 'ratio', 'verdict', 'least … p50 … p95 … most'],
    ...lines.map((line) => [
      line.bench,
      line.what,
      `${round(line.value)} ${line.unit}`,
      formatComparison(line),
      line.ratio === null ? '' : line.ratio.toFixed(2),
      line.verdict,
      line.spread ? [line.spread.least, line.spread.p50, line.spread.p95, line.spread.most].map(round).join(' … ') : '',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const alignedRight = new Set([2, 4]);
  for (const [number, row] of rows.entries()) {
    const cells = row.map((cell, column) => (alignedRight.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)));
    console.log(cells.join('  ').trimEnd());
    if (number === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  }
}

function formatComparison({ limit, peer, unit }: Judged): string {
  const held = peer ? `${peer.what}: ${round(peer.value)} ${unit}` : '';
  return [limit ? formatLimit(limit, unit) : '', held].filter((part) => part !== '').join(' · ');
}

function formatLimit(limit: Limit, unit: string): string {
  if ('times' in limit) return `at most ${limit.times} × peer`;
  return 'most' in limit ? `at most ${limit.most} ${unit}` : `at least ${limit.least} ${unit}`;
}

const round = (value: number): string => {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};
