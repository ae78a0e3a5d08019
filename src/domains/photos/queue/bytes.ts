const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "812 kB", "2.4 MB", "31 GB": decimal, as phones' settings count. */
export function bytesOf(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 10 && unit > 1 ? 1 : 0;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: units[unit], maximumFractionDigits: digits }).format(value);
}
