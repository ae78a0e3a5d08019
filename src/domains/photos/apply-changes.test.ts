import { describe, expect, it } from 'vitest';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { isFullTier } from '#tests/support/tier.ts';
import {
  applyChange,
  findCachedPhoto,
  putPhoto,
  removePhoto,
  mergeSegment,
  mergeShape,
  updatePhoto,
  type CachedGallery,
  type GalleryReader,
} from './apply-changes.ts';
import { compareByTakenAt, orderKey, type Photo, type PhotoChange, type Timeline } from './photo.ts';
import { countOf, inSpan, shapeOf, spanAt, spanKey, spanOf, type Span } from './timeline.ts';

const MINUTE = 60_000;
const night = Date.UTC(2026, 10, 20, 20);
const at = (minute: number): string => new Date(night + minute * MINUTE).toISOString();
const taken = (id: string, minute: number, more: Partial<Photo> = {}): Photo => buildPhoto({ id, taken_at: at(minute), ...more });
const ALL: GalleryReader = { matches: () => true, pendingLikes: new Set() };

const sorted = (photos: readonly Photo[]): Photo[] => photos.toSorted((a, b) => compareByTakenAt(orderKey(a), orderKey(b)));

function timelineOf(photos: readonly Photo[], position: number): Timeline {
  const counts = new Map<number, number>();
  for (const photo of photos) {
    const minute = Math.floor(orderKey(photo).takenAt / MINUTE) * MINUTE;
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const buckets = [...counts].map(([start, count]) => ({ start: new Date(start).toISOString(), count }));
  return { resolution: 'minute', buckets, total: photos.length, stream_position: position };
}

const segmentOf = (photos: readonly Photo[], span: Span, position: number) => ({
  items: sorted(photos.filter((photo) => inSpan(span, orderKey(photo).takenAt))),
  position,
});

/** A gallery with all photos loaded, up to change 10. */
function gallery(...photos: Photo[]): CachedGallery {
  const shape = shapeOf(timelineOf(photos, 10));
  const spans = Array.from({ length: shape.borders.length + 1 }, (_, index) => spanAt(shape, index));
  return { shape, segments: new Map(spans.map((span) => [spanKey(span), segmentOf(photos, span, 10)])) };
}

const ids = ({ shape, segments }: CachedGallery): string[] =>
  Array.from({ length: shape.borders.length + 1 }, (_, index) => segments.get(spanKey(spanAt(shape, index)))?.items ?? [])
    .flat()
    .map(({ id }) => id);
const counted = (cached: CachedGallery): number => countOf(cached.shape.stretches);

const tell = (seq: number, kind: PhotoChange['kind'], photo: Photo | string, likes: number | null = null): PhotoChange => ({
  seq,
  kind,
  photo_id: typeof photo === 'string' ? photo : photo.id,
  photo: typeof photo === 'string' ? null : photo,
  likes,
  is_liked: null,
});

describe('a photo from the stream', () => {
  it('is inserted by capture time, not arrival', () => {
    const cached = gallery(taken('c', 9), taken('b', 5), taken('a', 1));
    expect(ids(applyChange(cached, tell(11, 'added', taken('x', 7)), ALL))).toEqual(['c', 'x', 'b', 'a']);
    expect(ids(applyChange(cached, tell(11, 'added', taken('x', 12)), ALL))).toEqual(['x', 'c', 'b', 'a']);
    expect(ids(applyChange(cached, tell(11, 'added', taken('x', 0)), ALL))).toEqual(['c', 'b', 'a', 'x']);
  });

  it('is ordered by id, later first, among photos of the same millisecond', () => {
    expect(ids(applyChange(gallery(taken('c', 5), taken('a', 5)), tell(11, 'added', taken('b', 5)), ALL))).toEqual(['c', 'b', 'a']);
  });

  it('appears in an empty gallery without loading a segment', () => {
    const empty: CachedGallery = { shape: shapeOf(timelineOf([], 10)), segments: new Map() };
    const cached = applyChange(empty, tell(11, 'added', taken('a', 1)), ALL);
    expect(ids(cached)).toEqual(['a']);
    expect(counted(cached)).toBe(1);
  });

  it('is inserted once, however often it is received', () => {
    const once = applyChange(gallery(taken('a', 1)), tell(11, 'added', taken('b', 5)), ALL);
    const twice = applyChange(once, tell(12, 'changed', taken('b', 5, { likes: 3 })), ALL);
    expect(ids(applyChange(twice, tell(11, 'added', taken('b', 5)), ALL))).toEqual(['b', 'a']);
    expect(findCachedPhoto(twice, 'b')?.likes).toBe(3);
    expect(counted(twice)).toBe(2);
  });

  it('moves when its time is corrected', () => {
    const cached = gallery(taken('c', 9), taken('b', 5), taken('a', 1));
    expect(ids(applyChange(cached, tell(11, 'changed', taken('c', 3)), ALL))).toEqual(['b', 'c', 'a']);
  });

  it('is counted anew when its corrected time is in a part that is not loaded', () => {
    const many = Array.from({ length: 400 }, (_, index) => taken(`p${index}`, index));
    const whole = gallery(...many);
    const span = spanAt(whole.shape, 0);
    const cached = { ...whole, segments: new Map([[spanKey(span), whole.segments.get(spanKey(span))!]]) };
    expect(applyChange(cached, tell(11, 'changed', taken('p399', 398)), ALL).unsure).toBe(false);
    expect(applyChange(cached, tell(11, 'changed', taken('p399', 0)), ALL).unsure).toBe(true);
  });

  it('is skipped if the filter excludes it, and removed once the filter does', () => {
    const pending: GalleryReader = { matches: ({ status }) => status === 'pending', pendingLikes: new Set() };
    const cached = gallery(taken('a', 1, { status: 'pending' }));
    expect(ids(applyChange(cached, tell(11, 'added', taken('b', 5)), pending))).toEqual(['a']);
    const approved = applyChange(cached, tell(11, 'changed', taken('a', 1, { status: 'approved' })), pending);
    expect(ids(approved)).toEqual([]);
    expect(counted(approved)).toBe(0);
  });

  it('does not return if a later read shows that it was removed', () => {
    const cached = gallery(taken('a', 1));
    const [key] = cached.segments.keys();
    const later = { ...cached, segments: new Map([[key!, { items: [taken('a', 1)], position: 20 }]]) };
    expect(ids(applyChange(later, tell(11, 'added', taken('b', 5)), ALL))).toEqual(['a']);
  });
});

describe('a change of a loaded photo', () => {
  it('preserves whether this reader likes it', () => {
    const cached = gallery(taken('a', 1, { is_liked: true, likes: 2, state: 'processing' }));
    const changed = applyChange(cached, tell(11, 'changed', taken('a', 1, { is_liked: false, likes: 3, state: 'ready' })), ALL);
    expect(findCachedPhoto(changed, 'a')).toMatchObject({ is_liked: true, likes: 3, state: 'ready' });
  });

  it('removes a photo that was deleted or is no longer visible to this reader', () => {
    expect(ids(applyChange(gallery(taken('b', 5), taken('a', 1)), tell(11, 'removed', 'b'), ALL))).toEqual(['a']);
  });

  it('updates the number of likes, except while a like of this reader is pending', () => {
    const cached = gallery(taken('a', 1, { likes: 3 }));
    expect(findCachedPhoto(applyChange(cached, tell(11, 'likes', 'a', 7), ALL), 'a')?.likes).toBe(7);
    expect(findCachedPhoto(applyChange(cached, tell(11, 'likes', 'a', 4), { ...ALL, pendingLikes: new Set(['a']) }), 'a')?.likes).toBe(3);
  });
});

describe('a like by this reader on another device', () => {
  it('updates the heart', () => {
    const cached = gallery(taken('a', 1, { likes: 3, is_liked: false }));
    const liked = applyChange(cached, { ...tell(11, 'likes', 'a', 4), is_liked: true }, ALL);
    expect(findCachedPhoto(liked, 'a')).toMatchObject({ likes: 4, is_liked: true });
    const takenBack = applyChange(liked, { ...tell(12, 'likes', 'a', 3), is_liked: false }, ALL);
    expect(findCachedPhoto(takenBack, 'a')).toMatchObject({ likes: 3, is_liked: false });
  });

  it('is unknown if the stream omits it', () => {
    const cached = gallery(taken('a', 1, { likes: 3, is_liked: true }));
    expect(findCachedPhoto(applyChange(cached, tell(11, 'likes', 'a', 4), ALL), 'a')).toMatchObject({ likes: 4, is_liked: true });
  });
});

describe('a photo in a segment that is not loaded', () => {
  const unread = (): CachedGallery => ({
    ...gallery(...Array.from({ length: 300 }, (_, index) => taken(`p${index}`, index / 3))),
    segments: new Map(),
  });

  it('is counted if it is new', () => {
    const cached = unread();
    const more = applyChange(cached, tell(11, 'added', taken('x', 50)), ALL);
    expect(more).toMatchObject({ unsure: false });
    expect(counted(more)).toBe(301);
    const changed = applyChange(more, tell(12, 'changed', taken('x', 50, { state: 'ready' })), ALL);
    expect([counted(changed), changed.unsure]).toEqual([301, false]);
    const gone = applyChange(changed, tell(13, 'removed', 'x'), ALL);
    expect([counted(gone), gone.unsure]).toEqual([300, false]);
  });

  it('makes the counts unsure if it changed or was removed and existed before', () => {
    expect(applyChange(unread(), tell(11, 'removed', 'p7'), ALL).unsure).toBe(true);
    expect(applyChange(unread(), tell(11, 'changed', taken('p7', 2)), ALL).unsure).toBe(true);
    expect(applyChange(gallery(taken('a', 1)), tell(11, 'removed', 'elsewhere'), ALL).unsure).toBe(false);
  });

  it('is not counted twice if the counts include it', () => {
    const cached = unread();
    const ahead = { ...cached, shape: { ...cached.shape, countedAt: 15 } };
    expect(counted(applyChange(ahead, tell(11, 'added', taken('x', 50)), ALL))).toBe(300);
  });
});

it('the stream position only moves forward', () => {
  let cached: CachedGallery = gallery(taken('a', 1));
  cached = applyChange(cached, tell(14, 'likes', 'unknown', 1), ALL);
  expect(cached.shape.heardTo).toBe(14);
  cached = applyChange(cached, tell(12, 'likes', 'a', 1), ALL);
  expect(cached.shape.heardTo).toBe(14);
});

it('a delivered photo enters the gallery without changing the stream position', () => {
  const cached = putPhoto(gallery(taken('a', 1)), taken('b', 5));
  expect(ids(cached)).toEqual(['b', 'a']);
  expect(cached.shape.heardTo).toBe(10);
  expect(
    ids(
      removePhoto(
        updatePhoto(cached, 'b', (photo) => ({ ...photo, likes: 9 })),
        'b',
      ),
    ),
  ).toEqual(['a']);
});

it('a segment that grew too large is divided without losing photos', () => {
  let cached: CachedGallery = gallery(taken('a', 0));
  for (let number = 0; number < 450; number += 1)
    cached = applyChange(cached, tell(11 + number, 'added', taken(`n${number}`, number / 10)), ALL);
  expect(cached.shape.borders.length).toBeGreaterThan(0);
  expect(ids(cached)).toHaveLength(451);
  for (const [key, { items }] of cached.segments) {
    expect(items.length).toBeLessThanOrEqual(401);
    for (const photo of items) expect(spanKey(spanAt(cached.shape, spanOf(cached.shape, orderKey(photo).takenAt)))).toBe(key);
  }
});

/** A seeded random generator. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A server with numbered changes whose answers may arrive late. */
class PlainServer {
  photos: Photo[] = [];
  changes: PhotoChange[] = [];
  #next = 0;

  get position(): number {
    return this.changes.length;
  }

  act(roll: (sides: number) => number): void {
    const seq = this.changes.length + 1;
    const victim = this.photos[roll(Math.max(1, this.photos.length))];
    const what = roll(10);
    if (what < 6 || !victim) {
      const photo = taken(`id-${String((this.#next += 1)).padStart(5, '0')}`, roll(200 * 60) / 60);
      this.photos.push(photo);
      this.changes.push(tell(seq, 'added', photo));
    } else if (what < 8) {
      this.photos = this.photos.filter(({ id }) => id !== victim.id);
      this.changes.push(tell(seq, 'removed', victim.id));
    } else {
      const changed = { ...victim, state: 'ready' as const, likes: roll(9) };
      this.photos = this.photos.map((photo) => (photo.id === victim.id ? changed : photo));
      this.changes.push(tell(seq, 'changed', changed));
    }
  }
}

describe('any order of answers and changes', () => {
  it.each(isFullTier ? [1, 11, 21, 31, 41, 51] : [1])("the cache equals a plain list of the server's photos, seeds from %i", (first) => {
    for (let seed = first; seed < first + 10; seed += 1) {
      const roll = dice(seed);
      const server = new PlainServer();
      for (let made = 0; made < 300; made += 1) server.act(roll);
      let cached: CachedGallery = { shape: shapeOf(timelineOf(server.photos, server.position)), segments: new Map() };
      let unsure = false;
      let log: PhotoChange[] = [];
      const onTheWay: (() => void)[] = [];
      const land = () => onTheWay.splice(roll(onTheWay.length), 1)[0]?.();
      const hear = () => {
        const change = server.changes[cached.shape.heardTo];
        if (!change) return;
        log.push(change);
        const taken = applyChange(cached, change, ALL);
        unsure ||= taken.unsure;
        cached = { shape: taken.shape, segments: taken.segments, counted: taken.counted };
      };
      const read = (span: Span) => {
        const answer = segmentOf(server.photos, span, server.position);
        onTheWay.push(() => {
          if (!Array.from({ length: cached.shape.borders.length + 1 }, (_, n) => spanKey(spanAt(cached.shape, n))).includes(spanKey(span)))
            return;
          cached = mergeSegment(cached, span, answer, log, ALL);
        });
      };
      const readTimeline = () => {
        const answer = timelineOf(server.photos, server.position);
        onTheWay.push(() => {
          unsure = false;
          ({ cached } = mergeShape({ ...cached, shape: shapeOf(answer, cached.shape) }, log, ALL));
        });
      };
      for (let step = 0; step < 400; step += 1) {
        const what = roll(20);
        if (what < 9) server.act(roll);
        else if (what < 16) hear();
        else if (what === 16) read(spanAt(cached.shape, roll(cached.shape.borders.length + 1)));
        else if (what === 17 && roll(8) === 0) readTimeline();
        else if (what === 18) land();
        else if (what === 19 && cached.segments.size > 0) {
          const [dropped] = [...cached.segments.keys()].slice(roll(cached.segments.size));
          cached = { ...cached, segments: new Map([...cached.segments].filter(([key]) => key !== dropped)) };
        }
        if (onTheWay.length === 0) log = [];
      }
      while (onTheWay.length > 0) land();
      while (cached.shape.heardTo < server.position) hear();
      if (unsure)
        ({ cached } = mergeShape({ ...cached, shape: shapeOf(timelineOf(server.photos, server.position), cached.shape) }, [], ALL));

      const truth = sorted(server.photos);
      expect(counted(cached), `seed ${seed}`).toBe(truth.length);
      for (let number = 0; number <= cached.shape.borders.length; number += 1) {
        const span = spanAt(cached.shape, number);
        const inside = truth.filter((photo) => inSpan(span, orderKey(photo).takenAt));
        const segment = cached.segments.get(spanKey(span));
        if (segment) expect(segment.items.map(({ id, likes }) => [id, likes])).toEqual(inside.map(({ id, likes }) => [id, likes]));
        expect(countOf(cached.shape.stretches.filter(({ start }) => inSpan(span, start)))).toBe(inside.length);
      }
    }
  });
});
