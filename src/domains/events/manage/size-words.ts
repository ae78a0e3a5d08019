const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "0 byte", "412 kB", "1.3 GB". */
export function sizeWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const format = { style: 'unit', unit: UNITS[power], maximumFractionDigits: power > 1 && value < 100 ? 1 : 0 } as const;
  return new Intl.NumberFormat(undefined, format).format(value);
}
