import { pluralize } from './format.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "0 bytes", "412 kB", "12.3 MB", "902 MB": decimal, like the settings of phones. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  if (power === 0) return pluralize(Math.round(bytes), 'byte', 'bytes');
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = power > 1 && value < 100 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: UNITS[power - 1], maximumFractionDigits }).format(value);
}
