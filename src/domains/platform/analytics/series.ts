// What the charts show: which numbers belong together, their names and their units.
import { formatBytes, formatCount } from '#src/lib/format.ts';
import type { AnalyticsItem } from './queries.ts';

export interface Series {
  name: string;
  of: (item: AnalyticsItem) => number | null;
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

/** Of things there is no half. */
export const isOfThings = ({ format }: ChartSpec): boolean => format === formatCount;

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
    note: 'Delivered by the day they arrived, taken by the day of the shutter; photos that were deleted since are included.',
    series: [
      { name: 'Delivered', of: (item) => item.delivered },
      { name: 'Taken', of: (item) => item.captured },
    ],
    format: formatCount,
    shape: 'line',
  },
  {
    title: 'Time from shutter to gallery, p50',
    note: 'Half of the photos that the camera took were no slower. Waiting for approval is left out; off by less than 5 %.',
    series: [{ name: 'p50', of: (item) => item.p50_seconds }],
    format: formatSeconds,
    shape: 'line',
  },
  {
    title: 'Time from shutter to gallery, p95',
    note: '95 of 100 photos that the camera took were no slower. Waiting for approval is left out; off by less than 5 %.',
    series: [{ name: 'p95', of: (item) => item.p95_seconds }],
    format: formatSeconds,
    shape: 'line',
  },
  {
    title: 'People',
    note: 'Active: people with logged activity.',
    series: [
      { name: 'Active', of: (item) => item.active_people },
      { name: 'Joined an event', of: (item) => item.joined },
    ],
    format: formatCount,
    shape: 'line',
  },
  { title: 'Sign-ups', series: [{ name: 'Sign-ups', of: (item) => item.sign_ups }], format: formatCount, shape: 'columns' },
  { title: 'Events that began', series: [{ name: 'Events', of: (item) => item.events }], format: formatCount, shape: 'columns' },
  {
    title: 'Generated images',
    series: [
      { name: 'Made', of: (item) => item.images },
      { name: 'Failed requests', of: (item) => item.failed_generations },
    ],
    format: formatCount,
    shape: 'line',
  },
  {
    title: 'Storage',
    note: 'Photos and generated images, at the end of each period; known since it is counted.',
    series: [{ name: 'Stored', of: (item) => item.stored_bytes }],
    format: formatBytes,
    shape: 'line',
  },
];
