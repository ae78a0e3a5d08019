// The shape of a gallery before any photo is read: how many photos there are in each stretch of time, and how the stretches are cut into the
// segments that are read at once. Pure.
import type { Timeline } from './photo.ts';

type Resolution = Timeline['resolution'];

/** Photos taken at `start` or later and before `end`, ms since 1970. */
export interface Stretch {
  start: number;
  end: number;
  count: number;
}

export interface Shape {
  resolution: Resolution;
  /** Latest first, without overlap. Some may have become empty since they were counted. */
  stretches: readonly Stretch[];
  /** The times between which photos are read at once, latest first. They stay while counts change, so that what was read stays known by its key. */
  borders: readonly number[];
  /** The number of the last change that the counts hold. */
  countedAt: number;
  /** Where the stream goes on: every change up to this one has been taken in. */
  heardTo: number;
}

/** A run of stretches that is read at once: from `from` (inclusive) to `to` (exclusive). Null: without an end in that direction. */
export interface Span {
  from: number | null;
  to: number | null;
}

/** A segment is closed when it has so many photos… */
const ENOUGH = 100;
/** …and takes no stretch that would bring it above what one answer of the server holds. */
export const MAX_PER_SEGMENT = 200;

/** Where a stretch of this length begins that holds this moment. Months are the calendar's, in UTC, as the server counts them. */
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
 * The shape that the server's answer tells.
 * @param before what was cached: its borders go on where they still fit, and so do stretches that were looked at more closely and have the
 *   same number of photos
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

/** A stretch with more photos than are read at once, which could be told more closely. */
export const isCoarse = (stretch: Stretch): boolean => stretch.count > MAX_PER_SEGMENT && stretch.end - stretch.start > 60_000;

/** Puts what was told about one coarse stretch in its place. */
export function refine(shape: Shape, coarse: Stretch, timeline: Timeline): Shape {
  const index = shape.stretches.findIndex(({ start, end }) => start === coarse.start && end === coarse.end);
  if (index === -1) return shape;
  const stretches = shape.stretches.toSpliced(index, 1, ...stretchesOf(timeline));
  return { ...shape, stretches, borders: cut(stretches, shape.borders) };
}

/** Cuts the stretches into segments of about a hundred photos. Borders that are there stay, unless a stretch lies across them. */
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
    // What lies inside a stretch that came back coarser is no border any more.
    while (next < existing.length && (existing[next] ?? 0) > start) next += 1;
    const previous = stretches[index - 1];
    if (previous && size > 0 && size + count > MAX_PER_SEGMENT) close(previous.start);
    size += count;
    // No border below the last: what is nexter than all joins the last segment.
    if (size >= ENOUGH && index < stretches.length - 1) close(start);
  });
  while (next < existing.length) close(existing[next++] ?? 0);
  return borders;
}

/** How many segments there are. */
export const spanCount = ({ borders }: Pick<Shape, 'borders'>): number => borders.length + 1;

/** Segments are numbered latest first. The first one is open towards the future, the last towards the past. */
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

/** Counts one photo more, or one less, at this moment. */
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

/** A new stretch between others, some of which may be finer, and within its segment. */
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

/** Replaces the counts of one segment by what reading it has shown. @param times of its photos, latest first */
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
