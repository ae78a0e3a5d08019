import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPhotoListMaker, type FeedItem, type PhotoList } from '#src/domains/photos/photo-list.ts';
import { shapeOf } from '#src/domains/photos/timeline.ts';
import { layoutOf } from '#src/ui/grid/layout.ts';
import { createScrollTracker, type Frame, type ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import { ScrollAnchor } from './scroll-anchor.ts';
import { GEOMETRY, groupRuns } from './time-groups.ts';

const night = Date.UTC(2026, 10, 20, 20);
const frame = { width: 390, top: 60, stick: 57, foot: 57, screen: 844 };
const [ROW_OF, COLUMNS] = [128 + GEOMETRY.gap, 3];

/** A hundred photos per minute within one hour, plus `later` at its end. None is loaded. */
function viewOf(later: number): { list: PhotoList; layout: ReturnType<typeof layoutOf>; frame: typeof frame } {
  const buckets = Array.from({ length: 50 }, (_, minute) => ({ start: new Date(night + minute * 60_000).toISOString(), count: 99 }));
  if (later > 0) buckets.push({ start: new Date(night + 55 * 60_000).toISOString(), count: later });
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const shape = shapeOf({ resolution: 'minute', buckets, total, stream_position: 1 });
  const cached = { shape, segments: new Map<string, { items: FeedItem[] & never[]; position: number }>() };
  const list = createPhotoListMaker(() => undefined)({ cached, waiting: [], pendingLikes: new Map(), hidden: new Set() });
  return { list, layout: layoutOf(groupRuns(list.runs, 'hour', null), frame.width, GEOMETRY), frame };
}

function fakeTracker() {
  const listeners = new Set<(frame: Frame) => void>();
  let now: Frame = { y: 0, quick: false, moving: false, direction: 1 };
  const jumps: number[] = [];
  const tracker: ScrollTracker = {
    frame: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    jump(y) {
      jumps.push(y);
      Object.assign(window, { scrollY: y });
    },
    scrollTo: () => undefined,
    start: () => () => undefined,
  };
  const heard = (y: number, moving: boolean) => {
    now = { ...now, y, moving };
    for (const listener of listeners) listener(now);
  };
  return { tracker, jumps, heard };
}

describe('the anchor', () => {
  beforeEach(() => {
    sessionStorage.clear();
    vi.stubGlobal('scrollY', 0);
  });

  function looking(moving: boolean, { heardAt, isAt }: { heardAt: number; isAt: number }) {
    const { tracker, jumps, heard } = fakeTracker();
    const anchoring = new ScrollAnchor(tracker, 'of');
    anchoring.begin('entry');
    anchoring.follow();
    anchoring.update(viewOf(0));
    jumps.length = 0;
    heard(heardAt, moving);
    Object.assign(window, { scrollY: isAt });
    return { anchoring, jumps };
  }

  it('does not scroll during a fling while nothing moves, though the reported position is old', () => {
    const { anchoring, jumps } = looking(true, { heardAt: 5000, isAt: 5300 });
    anchoring.update(viewOf(0));
    expect(jumps).toEqual([]);
  });

  it('scrolls during a fling by the distance that the photos moved', () => {
    const { anchoring, jumps } = looking(true, { heardAt: 5000, isAt: 5300 });
    anchoring.update(viewOf(2 * COLUMNS));
    expect(jumps).toEqual([5300 + 2 * ROW_OF]);
  });

  it('is restored exactly while the user does not scroll', () => {
    const { anchoring, jumps } = looking(false, { heardAt: 5000, isAt: 4990 });
    anchoring.update(viewOf(COLUMNS));
    expect(jumps).toEqual([5000 + ROW_OF]);
  });

  describe('in a browser that reports scrolling a frame late', () => {
    beforeEach(() => {
      vi.stubGlobal('scrollTo', ({ top }: ScrollToOptions) => Object.assign(window, { scrollY: top }));
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('a jump is not undone by photos that load before the report', () => {
      const tracker = createScrollTracker();
      const anchoring = new ScrollAnchor(tracker, 'of');
      anchoring.begin('entry');
      anchoring.follow();
      anchoring.update(viewOf(0));
      tracker.scrollTo(5000);
      vi.advanceTimersByTime(1000);
      expect(tracker.frame().moving, 'scrolling has ended').toBe(false);

      tracker.scrollTo(60_000);
      anchoring.update(viewOf(0));
      expect(window.scrollY).toBe(60_000);
    });
  });
});
