// Tracks how the window scrolls, without React: one measurement per frame, no layout reads.

export interface Frame {
  /** The window's scroll position. */
  y: number;
  /** Too fast to look at pictures: nothing is fetched, only placeholders are shown. */
  quick: boolean;
  /** Still under way, however slowly. */
  moving: boolean;
  /** 1: down. */
  direction: 1 | -1;
}

type Listener = (frame: Frame) => void;

/** Screens per second: a fling starts above the first and ends below the second. */
const FLING_START = 3.5;
const FLING_END = 1.5;
/** The time after which a speed measurement has a third of its weight. */
const SMOOTHING_MS = 32;
/** The scrolling has ended after this time without a scroll event. */
const REST_MS = 90;

export interface ScrollTracker {
  frame(): Frame;
  subscribe(listener: Listener): () => void;
  /** Jumps to a position without treating it as scrolling by the person. */
  jump(y: number): void;
  /**
   * Scrolls for the person. Notifies listeners at once: the browser reports a scroll with the next frame, and photos that are read before that
   * would be laid out around the old position and undo it.
   */
  scrollTo(y: number): void;
  start(): () => void;
}

export function createScrollTracker(): ScrollTracker {
  const listeners = new Set<Listener>();
  let now: Frame = { y: window.scrollY, quick: false, moving: false, direction: 1 };
  let measuredAt = 0;
  let speed = 0;
  let scheduled = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const tell = (next: Frame) => {
    now = next;
    for (const listener of listeners) listener(next);
  };

  const settle = () => {
    clearTimeout(rest);
    rest = undefined;
    speed = 0;
    if (now.moving || now.quick) tell({ ...now, y: window.scrollY, quick: false, moving: false });
  };

  const measure = (time: number) => {
    cancelAnimationFrame(scheduled);
    scheduled = 0;
    const y = window.scrollY;
    if (y === now.y) return;
    const elapsed = Math.max(8, Math.min(100, time - measuredAt));
    measuredAt = time;
    const screens = (Math.abs(y - now.y) / window.innerHeight / elapsed) * 1000;
    // One long step is a jump; short ones must persist before they count as a fling, however many frames that takes.
    const known = screens > FLING_START * 4 ? 0 : Math.exp(-elapsed / SMOOTHING_MS);
    speed = speed * known + screens * (1 - known);
    const quick = speed > (now.quick ? FLING_END : FLING_START);
    tell({ y, quick, moving: true, direction: y > now.y ? 1 : -1 });
  };

  const onScroll = () => {
    clearTimeout(rest);
    rest = setTimeout(settle, REST_MS);
    scheduled ||= requestAnimationFrame(measure);
  };

  return {
    frame: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    jump(y) {
      window.scrollTo({ top: y, behavior: 'instant' });
      tell({ ...now, y: window.scrollY });
    },
    scrollTo(y) {
      window.scrollTo({ top: y, behavior: 'instant' });
      onScroll();
      measure(performance.now());
    },
    start() {
      now = { ...now, y: window.scrollY };
      window.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        window.removeEventListener('scroll', onScroll);
        cancelAnimationFrame(scheduled);
        scheduled = 0;
        clearTimeout(rest);
      };
    },
  };
}
