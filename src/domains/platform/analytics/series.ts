// What the charts show: which numbers belong together, their names and their units.
import { formatBytes, formatCount } from '#src/lib/format.ts';
import type { AnalyticsItem } from './queries.ts';

interface Series {
  name: string;
  value: (item: AnalyticsItem) => number | null;
}

export interface ChartSpec {
  title: string;
  /** What is counted how, in one sentence. */
  note?: string;
  series: readonly Series[];
  /** A value in words: on the axis and in the table. */
  format: (value: number) => string;
  /** Counts stand as columns, what lasts as a line. */
  shape: 'columns' | 'line';
}

/** So many values are seen as points, each by itself. */
const FEW = 31;

/** Which values stand as points: all of few, else those without a neighbour, of which no line would tell. */
export function pointsOf(values: readonly (number | null | undefined)[]): number[] {
  const isKnown = (index: number) => typeof values[index] === 'number';
  const known = values.map((_, index) => index).filter(isKnown);
  return known.length <= FEW ? known : known.filter((index) => !isKnown(index - 1) && !isKnown(index + 1));
}

/** Two series may have the same values: the first is drawn as columns and the second as a line before them, so that both are seen. */
export const isColumns = ({ shape, series }: ChartSpec, index: number): boolean =>
  shape === 'columns' || (series.length > 1 && index === 0);

/** Whether there is nothing to draw: no value, or nothing but zeros. */
export const isFlat = ({ series }: ChartSpec, items: readonly AnalyticsItem[]): boolean =>
  items.every((item) => series.every(({ value }) => !value(item)));

/** Of things there is no half. */
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
 * Some browsers report a language that is none, such as "C" where the system has no locale. Libraries that format numbers in it throw, so it is
 * replaced by English.
 */
export function replaceInvalidLanguage(navigator: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
