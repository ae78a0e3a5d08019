// The charts of platform analytics: their series, names and units.
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount } from '#src/lib/format.ts';
import type { AnalyticsItem } from './queries.ts';

interface Series {
  name: string;
  value: (item: AnalyticsItem) => number | null;
}

export interface ChartSpec {
  title: string;
  /** Explains in a sentence how the values are counted. */
  note?: string;
  series: readonly Series[];
  /** Formats a value for the axis and the table. */
  format: (value: number) => string;
  /** Counts are columns, durations are lines. */
  shape: 'columns' | 'line';
}

/** Up to this many values, each one is drawn as a point. */
const FEW = 31;

/** Indexes to draw as points: all if there are few, else those without a neighbor, which a line would not show. */
export function pointsOf(values: readonly (number | null | undefined)[]): number[] {
  const isKnown = (index: number) => typeof values[index] === 'number';
  const known = values.map((_, index) => index).filter(isKnown);
  return known.length <= FEW ? known : known.filter((index) => !isKnown(index - 1) && !isKnown(index + 1));
}

/** If there are two series, the first one is drawn as columns and the second as a line. Equal values stay visible that way. */
export const isColumns = ({ shape, series }: ChartSpec, index: number): boolean =>
  shape === 'columns' || (series.length > 1 && index === 0);

/** Whether all values are missing or zero. */
export const isFlat = ({ series }: ChartSpec, items: readonly AnalyticsItem[]): boolean =>
  items.every((item) => series.every(({ value }) => !value(item)));

/** Counts have whole steps on the axis. */
export const isCount = ({ format }: ChartSpec): boolean => format === formatCount;

export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const charts: readonly ChartSpec[] = [
  {
    title: 'Photos',
    note: 'Delivered by upload day, taken by capture day. Includes photos deleted since.',
    series: [
      { name: 'Delivered', value: (item) => item.delivered },
      { name: 'Taken', value: (item) => item.captured },
    ],
    format: formatCount,
    shape: 'line',
  },
  {
    title: 'Shutter to gallery, median',
    note: 'Photos taken with the camera, excluding time waiting for approval. Accurate to within 5%.',
    series: [{ name: 'Median', value: (item) => item.p50_seconds }],
    format: formatSeconds,
    shape: 'line',
  },
  {
    title: 'Shutter to gallery, 95th percentile',
    note: 'Photos taken with the camera, excluding time waiting for approval. Accurate to within 5%.',
    series: [{ name: '95th percentile', value: (item) => item.p95_seconds }],
    format: formatSeconds,
    shape: 'line',
  },
  {
    title: 'People',
    note: 'Active: people with logged activity.',
    series: [
      { name: 'Active', value: (item) => item.active_people },
      { name: 'Joined an event', value: (item) => item.joined },
    ],
    format: formatCount,
    shape: 'line',
  },
  { title: 'Sign-ups', series: [{ name: 'Sign-ups', value: (item) => item.sign_ups }], format: formatCount, shape: 'columns' },
  { title: 'Events started', series: [{ name: 'Events', value: (item) => item.events }], format: formatCount, shape: 'columns' },
  {
    title: 'Generated images',
    series: [
      { name: 'Created', value: (item) => item.images },
      { name: 'Failed requests', value: (item) => item.failed_generations },
    ],
    format: formatCount,
    shape: 'line',
  },
  {
    title: 'Storage',
    note: 'Photos and generated images at the end of each period, since counting began.',
    series: [{ name: 'Stored', value: (item) => item.stored_bytes }],
    format: formatBytes,
    shape: 'line',
  },
];

/**
 * Replaces an invalid browser language by English. Some browsers report "C" if the system has no locale, and libraries that format numbers
 * with
 * it throw.
 */
export function replaceInvalidLanguage(navigator: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
