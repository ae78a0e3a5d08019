// The shape of a gallery before photos load: counts per stretch of time, and the division into segments that load together. Pure.
import type { Timeline } from './photo.ts';

type Resolution = Timeline['resolution'];

/** Photos taken from `start` (inclusive) to `end` (exclusive), ms since 1970. */
export interface Stretch {
  start: number;
  end: number;
  count: number;
}

export interface Shape {
  resolution: Resolution;
  /** Latest first, without overlap. Some may have become empty. */
  stretches: readonly Stretch[];
  /** The boundaries of segments, latest first. Stable while counts change, because cached segments are keyed by them. */
  borders: readonly number[];
  /** The sequence number of the last change included in the counts. */
  countedAt: number;
  /** The stream position: all changes up to this one are applied. */
  heardTo: number;
}

/** The time range of a segment, from `from` (inclusive) to `to` (exclusive). Null if unbounded. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** A segment closes at this many photos… */
const ENOUGH = 100;
/** …or before a stretch that would exceed the limit of one request. */
export const MAX_PER_SEGMENT = 200;

/** The start of the stretch that contains this moment. Months are calendar months in UTC, as on the server. */
function stretchStart(resolution: Resolution, at: number): number {
  const date = new Date(at);
  if (resolution === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const length = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }[resolution];
  return Math.floor(at / length) * length;
}

function stretchEnd(resolution: Resolution, start: number): number {
  const date = new Date(start);
  if (resolution === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return start + { minute: 60_000, hour: 3_600_000, day: 86_400_000 }[resolution];
}

export function stretchAt(resolution: Resolution, at: number, count: number): Stretch {
  const start = stretchStart(resolution, at);
  return { start, end: stretchEnd(resolution, start), count };
}

const stretchesOf = ({ resolution, buckets }: Timeline): Stretch[] =>
  buckets.map(({ start, count }) => stretchAt(resolution, Date.parse(start), count)).sort((a, b) => b.start - a.start);

/**
 * The shape of a timeline.
 * @param before the cached shape: its borders are reused where they fit, and so are refined stretches with an unchanged number of photos
 */
export function shapeOf(timeline: Timeline, before?: Shape): Shape {
  const stretches = before ? keepRefined(stretchesOf(timeline), before.stretches) : stretchesOf(timeline);
  return {
    resolution: timeline.resolution,
    stretches,
    borders: cut(stretches, before?.borders ?? []),
    countedAt: timeline.stream_position,
    heardTo: before?.heardTo ?? timeline.stream_position,
  };
}

function keepRefined(fresh: readonly Stretch[], before: readonly Stretch[]): Stretch[] {
  let at = 0;
  return fresh.flatMap((stretch) => {
    while (at < before.length && (before[at]?.start ?? 0) >= stretch.end) at += 1;
    const inside: Stretch[] = [];
    for (let next = before[at]; next && next.start >= stretch.start; next = before[at]) {
      inside.push(next);
      at += 1;
    }
    const isUnchanged = inside.length > 1 && countOf(inside) === stretch.count;
    return isUnchanged ? inside : [stretch];
  });
}

export const countOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, { count }) => sum + count, 0);

/** Whether a stretch exceeds one request and can be refined. */
export const isCoarse = (stretch: Stretch): boolean => stretch.count > MAX_PER_SEGMENT && stretch.end - stretch.start > 60_000;

/** Replaces a coarse stretch by its finer timeline. */
export function refine(shape: Shape, coarse: Stretch, timeline: Timeline): Shape {
  const index = shape.stretches.findIndex(({ start, end }) => start === coarse.start && end === coarse.end);
  if (index === -1) return shape;
  const stretches = shape.stretches.toSpliced(index, 1, ...stretchesOf(timeline));
  return { ...shape, stretches, borders: cut(stretches, shape.borders) };
}

/** Divides stretches into segments of about a hundred photos. Existing borders remain unless a stretch spans them. */
export function cut(stretches: readonly Stretch[], existing: readonly number[]): number[] {
  const borders: number[] = [];
  let size = 0;
  let next = 0;
  const close = (at: number) => {
    if (borders.at(-1) !== at) borders.push(at);
    size = 0;
  };
  stretches.forEach(({ start, end, count }, index) => {
    while (next < existing.length && (existing[next] ?? 0) >= end) close(existing[next++] ?? 0);
    // A border within a stretch that became coarser is dropped.
    while (next < existing.length && (existing[next] ?? 0) > start) next += 1;
    const previous = stretches[index - 1];
    if (previous && size > 0 && size + count > MAX_PER_SEGMENT) close(previous.start);
    size += count;
    // No border after the oldest stretch: older photos belong to the last segment.
    if (size >= ENOUGH && index < stretches.length - 1) close(start);
  });
  while (next < existing.length) close(existing[next++] ?? 0);
  return borders;
}

export const spanCount = ({ borders }: Pick<Shape, 'borders'>): number => borders.length + 1;

/** Segments are numbered latest first. The first is open to the future, the last to the past. */
export function spanAt({ borders }: Pick<Shape, 'borders'>, index: number): Span {
  return { from: borders[index] ?? null, to: index === 0 ? null : (borders[index - 1] ?? null) };
}

export function spanOf(shape: Pick<Shape, 'borders'>, at: number): number {
  let low = 0;
  let high = shape.borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at >= (shape.borders[middle] ?? -Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const spanKey = ({ from, to }: Span): string => `${from ?? ''}/${to ?? ''}`;

export const inSpan = ({ from, to }: Span, at: number): boolean => (from === null || at >= from) && (to === null || at < to);

/** Adds or removes one photo at this moment. */
export function countAt(shape: Shape, at: number, by: 1 | -1): Shape {
  const index = shape.stretches.findIndex(({ start }) => start <= at);
  const found = shape.stretches[index];
  if (found && at < found.end) {
    const count = Math.max(0, found.count + by);
    return { ...shape, stretches: shape.stretches.with(index, { ...found, count }) };
  }
  if (by < 0) return shape;
  const added = clip(stretchAt(shape.resolution, at, 1), shape.stretches, shape.borders, at);
  return { ...shape, stretches: shape.stretches.toSpliced(index === -1 ? shape.stretches.length : index, 0, added) };
}

/** Fits a new stretch between its neighbors and within its segment. */
function clip(added: Stretch, stretches: readonly Stretch[], borders: readonly number[], at: number): Stretch {
  let { start, end } = added;
  for (const other of stretches) {
    if (other.start > at) end = Math.min(end, other.start);
    else start = Math.max(start, other.end);
  }
  for (const border of borders) {
    if (border > at) end = Math.min(end, border);
    else start = Math.max(start, border);
  }
  return { ...added, start, end };
}

/** Replaces the counts of a loaded segment. @param times of its photos, latest first */
export function recount(shape: Shape, span: Span, times: readonly number[]): Shape {
  const before = shape.stretches.filter(({ start }) => !inSpan(span, start));
  const inside = shape.stretches.filter(({ start }) => inSpan(span, start)).map((stretch) => ({ ...stretch, count: 0 }));
  let next = 0;
  const outside: number[] = [];
  for (const at of times) {
    while (next < inside.length && (inside[next]?.start ?? 0) > at) next += 1;
    const stretch = inside[next];
    if (stretch && at >= stretch.start && at < stretch.end) stretch.count += 1;
    else outside.push(at);
  }
  const stretches = [...before, ...inside].sort((a, b) => b.start - a.start);
  return outside.reduce<Shape>((counted, at) => countAt(counted, at, 1), { ...shape, stretches });
}
