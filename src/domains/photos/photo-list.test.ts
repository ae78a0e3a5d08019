import { describe, expect, it } from 'vitest';
import { buildPhoto, buildQueuedPhoto } from '#tests/support/factories/api.ts';
import type { CachedGallery, Segment } from './apply-changes.ts';
import { createPhotoListMaker, mergeFeed, orderOf, overlayLike, type PhotoListSources } from './photo-list.ts';
import { compareByTakenAt, orderKey, type Photo } from './photo.ts';
import { inSpan, shapeOf, spanAt, spanKey } from './timeline.ts';

const minute = (value: number): number => Date.UTC(2026, 10, 20, 20, value);
const stored = (id: string, at: number, more: Partial<Photo> = {}): Photo =>
  buildPhoto({ id, taken_at: new Date(minute(at)).toISOString(), ...more });
const NO_WISHES = new Map<string, boolean>();

const shown = (...args: Parameters<typeof mergeFeed>): string[] => mergeFeed(...args).map((item) => `${item.kind} ${item.id}`);

describe('mergeFeed', () => {
  it("sorts local photos by capture time among the server's", () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    expect(shown([stored('b', 5), stored('a', 1)], waiting, NO_WISHES)).toEqual(['stored b', 'waiting w', 'stored a']);
  });

  it('uses the corrected time of a phone with a wrong clock', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(0), clockOffset: 4 * 60_000 })];
    expect(shown([stored('b', 5), stored('a', 1)], waiting, NO_WISHES)).toEqual(['stored b', 'waiting w', 'stored a']);
  });

  it('shows a delivered photo once, as stored, while its record still exists', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    const feed = shown([stored('b', 5), stored('w', 3), stored('a', 1)], waiting, NO_WISHES);
    expect(feed).toEqual(['stored b', 'stored w', 'stored a']);
  });

  it('does not move a photo while it is delivered', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: minute(3) })];
    const others = [stored('b', 5), stored('a', 1)];
    const before = mergeFeed(others, waiting, NO_WISHES).findIndex((item) => item.id === 'w');
    const after = mergeFeed([stored('b', 5), stored('w', 3), stored('a', 1)], [], NO_WISHES).findIndex((item) => item.id === 'w');
    expect(after).toBe(before);
  });

  it('shows a photo on two pages once', () => {
    expect(shown([stored('b', 5), stored('a', 1), stored('a', 1)], [], NO_WISHES)).toEqual(['stored b', 'stored a']);
  });

  it("shows local photos before the server's are loaded", () => {
    expect(shown([], [buildQueuedPhoto({ id: 'w' })], NO_WISHES)).toEqual(['waiting w']);
  });
});

describe('a pending like', () => {
  const photo = buildPhoto({ likes: 3, is_liked: false });

  it('counts at once', () => expect(overlayLike(photo, true)).toMatchObject({ likes: 4, is_liked: true }));

  it('can be removed at once', () => {
    expect(overlayLike({ ...photo, is_liked: true }, false)).toMatchObject({ likes: 2, is_liked: false });
  });

  it('is not counted twice once the server has it', () => {
    expect(overlayLike({ ...photo, likes: 4, is_liked: true }, true)).toMatchObject({ likes: 4, is_liked: true });
  });

  it('never results in a negative count', () => expect(overlayLike({ ...photo, likes: 0, is_liked: true }, false).likes).toBe(0));

  it('is applied in the feed', () => {
    const [item] = mergeFeed([photo], [], new Map([[photo.id, true]]));
    expect(item).toMatchObject({ kind: 'stored', photo: { likes: 4, is_liked: true } });
  });
});

const MINUTE = 60_000;
const night = Date.UTC(2026, 10, 20, 20);
const NONE = { pendingLikes: new Map<string, boolean>(), hidden: new Set<string>(), waiting: [] };
const nobodyWants = () => undefined;

const taken = (id: string, minute: number): Photo => buildPhoto({ id, taken_at: new Date(night + minute * MINUTE).toISOString() });

function cachedOf(photos: readonly Photo[], isRead: (segment: number) => boolean): CachedGallery {
  const counts = new Map<number, number>();
  for (const photo of photos) {
    const start = Math.floor(orderKey(photo).takenAt / MINUTE) * MINUTE;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const buckets = [...counts].map(([start, count]) => ({ start: new Date(start).toISOString(), count }));
  const shape = shapeOf({ resolution: 'minute', buckets, total: photos.length, stream_position: 1 });
  const segments = new Map<string, Segment>();
  for (let number = 0; number <= shape.borders.length; number += 1) {
    const span = spanAt(shape, number);
    const items = photos
      .filter((photo) => inSpan(span, orderKey(photo).takenAt))
      .toSorted((a, b) => compareByTakenAt(orderKey(a), orderKey(b)));
    if (isRead(number)) segments.set(spanKey(span), { items, position: 1 });
  }
  return { shape, segments };
}

const many = (count: number): Photo[] =>
  Array.from({ length: count }, (_, index) => taken(`p${String(index).padStart(4, '0')}`, index / 7));
const listOf = (sources: Partial<PhotoListSources>) => createPhotoListMaker(nobodyWants)({ cached: undefined, ...NONE, ...sources });
const idsOf = (sources: Partial<PhotoListSources>) => {
  const list = listOf(sources);
  return Array.from({ length: list.length }, (_, index) => list.at(index)?.id);
};

describe('createPhotoListMaker', () => {
  it('has the same length and order before and after photos load', () => {
    const photos = many(1000);
    const unread = listOf({ cached: cachedOf(photos, () => false) });
    const half = listOf({ cached: cachedOf(photos, (segment) => segment % 2 === 0) });
    const read = listOf({ cached: cachedOf(photos, () => true) });
    expect([unread.length, half.length, read.length]).toEqual([1000, 1000, 1000]);
    for (let index = 0; index < 1000; index += 1) {
      const item = read.at(index);
      expect(item?.id).toBe(`p${String(999 - index).padStart(4, '0')}`);
      expect(unread.at(index)).toBeUndefined();
      expect([undefined, item?.id]).toContain(half.at(index)?.id);
      expect(read.indexOf(item!.id)).toBe(index);
      expect(half.indexOf(item!.id)).toBe(half.at(index) ? index : -1);
      expect(Math.abs(unread.timeAt(index) - read.timeAt(index))).toBeLessThan(MINUTE);
    }
    expect(read.at(-1)).toBeUndefined();
    expect(read.at(1000)).toBeUndefined();
    expect(unread.runs).toEqual(read.runs);
  });

  it('nearTime finds loaded and unloaded moments', () => {
    const photos = many(1000);
    for (const isRead of [() => true, () => false]) {
      const list = listOf({ cached: cachedOf(photos, isRead) });
      expect(list.timeAt(list.nearTime(night + 50 * MINUTE))).toBeLessThanOrEqual(night + 50 * MINUTE);
      expect(list.timeAt(list.nearTime(night + 50 * MINUTE))).toBeGreaterThan(night + 48 * MINUTE);
      expect(list.nearTime(night + 9999 * MINUTE)).toBe(0);
      expect(list.nearTime(night - MINUTE)).toBe(999);
    }
  });

  it('countBefore counts the photos before a photo', () => {
    const photos = many(1000);
    const list = listOf({ cached: cachedOf(photos, (segment) => segment !== 1) });
    expect(list.countBefore(orderKey(photos[999]!))).toBe(0);
    expect(list.countBefore(orderKey(photos[0]!))).toBe(999);
    expect(list.countBefore({ takenAt: 0, id: '' })).toBe(1000);
  });

  it('is empty without photos', () => {
    const list = listOf({});
    expect([list.length, list.runs.length, list.at(0), list.indexOf('x'), list.nearTime(0)]).toEqual([0, 0, undefined, -1, 0]);
  });

  it('spansOf returns the segments of a range', () => {
    const list = listOf({ cached: cachedOf(many(1000), () => false) });
    const { first, last } = list.spansOf(0, 999);
    expect(first).toBe(0);
    expect(last).toBe(cachedOf(many(1000), () => false).shape.borders.length);
  });

  it('spansOf includes adjacent empty segments, which may be outdated', () => {
    const cached = cachedOf(many(1000), () => true);
    const keys = [...cached.segments.keys()];
    const emptied = (...numbers: number[]) =>
      new Map(
        [...cached.segments].map(([key, segment]) => [key, numbers.includes(keys.indexOf(key)) ? { ...segment, items: [] } : segment]),
      );
    const beside = listOf({ cached: { ...cached, segments: emptied(0, 2, 3) } });
    expect(beside.spansOf(0, 5)).toEqual({ first: 0, last: 3 });
    const all = listOf({ cached: { ...cached, segments: emptied(...keys.keys()) } });
    expect(all.spansOf(0, 5)).toEqual({ first: 0, last: keys.length - 1 });
  });
});

describe('local photos', () => {
  it('are placed at their corrected time, even in unloaded segments', () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: night, clockOffset: 3 * MINUTE })];
    const photos = [taken('b', 5), taken('a', 1)];
    expect(idsOf({ cached: cachedOf(photos, () => true), waiting })).toEqual(['b', 'w', 'a']);
    expect(idsOf({ cached: cachedOf(photos, () => false), waiting })).toEqual([undefined, 'w', undefined]);
    expect(listOf({ cached: cachedOf(photos, () => false), waiting }).indexOf('w')).toBe(1);
  });

  it("appear before the server's photos are known", () => {
    const waiting = [buildQueuedPhoto({ id: 'w', takenAt: night }), buildQueuedPhoto({ id: 'v', takenAt: night + 1 })];
    expect(idsOf({ waiting })).toEqual(['v', 'w']);
  });

  it('appear once after delivery, and hidden photos do not', () => {
    const photos = [taken('w', 3), taken('a', 1)];
    expect(idsOf({ cached: cachedOf(photos, () => true), waiting: [buildQueuedPhoto({ id: 'w', takenAt: night })] })).toEqual(['w', 'a']);
    expect(idsOf({ cached: cachedOf(photos, () => true), hidden: new Set(['w']) })).toEqual(['a']);
  });

  it('reuses unchanged objects', () => {
    const make = createPhotoListMaker(nobodyWants);
    const cached = cachedOf(many(300), () => true);
    const before = make({ cached, ...NONE });
    const [top, ...rest] = cached.segments;
    const changed = { ...cached, segments: new Map([[top![0], { ...top![1], items: top![1].items.slice(1) }], ...rest]) };
    const after = make({ cached: changed, ...NONE });
    expect(after.at(298)).toBe(before.at(299));
    const wished = make({ cached, ...NONE, pendingLikes: new Map([['p0000', true]]) });
    expect(wished.at(299)).toMatchObject({ photo: { is_liked: true, likes: 1 } });
    expect(wished.at(298)).toBe(before.at(298));
  });

  it('equals a merge of plain lists', () => {
    const photos = many(500);
    const waiting = Array.from({ length: 40 }, (_, index) =>
      buildQueuedPhoto({ id: `w${index}`, takenAt: night + index * 2 * MINUTE + 17 }),
    );
    const list = listOf({ cached: cachedOf(photos, () => true), waiting });
    const plain = mergeFeed(photos.toReversed(), waiting, NONE.pendingLikes);
    expect(Array.from({ length: list.length }, (_, index) => list.at(index))).toEqual(plain);
    for (const [index, item] of plain.entries()) expect(list.countBefore(orderOf(item))).toBe(index);
  });
});
