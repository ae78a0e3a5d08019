// Which stretch of the grid exists: what is on the screen and something more, changed by whole rows only.
import { useSyncExternalStore } from 'react';
import type { Layout } from './layout.ts';
import type { ScrollTracker } from './scroll-tracker.ts';
import type { GridFrame } from './use-frame.tsx';

interface VisibleRange {
  /** From the top of the grid. */
  top: number;
  bottom: number;
  /** The upper end of what is not covered, to the row. */
  eye: number;
  quick: boolean;
}

/** In screens, towards where one scrolls and away from it. */
const AHEAD = 0.9;
const BEHIND = 0.4;

export function useVisibleRange(tracker: ScrollTracker, layout: Layout, frame: GridFrame): VisibleRange {
  const pitch = layout.square + layout.gap;
  // One number, so that nothing is drawn before a row has passed.
  const step = useSyncExternalStore(tracker.subscribe, () => {
    const { y, quick, direction } = tracker.frame();
    return Math.floor((y - frame.top) / pitch) * 4 + (quick ? 2 : 0) + (direction === 1 ? 1 : 0);
  });
  const from = Math.floor(step / 4) * pitch;
  const down = step % 2 !== 0;
  return {
    top: from - Math.ceil((frame.screen * (down ? BEHIND : AHEAD)) / pitch) * pitch,
    bottom: from + pitch + Math.ceil((frame.screen * (1 + (down ? AHEAD : BEHIND))) / pitch) * pitch,
    eye: from + Math.ceil(frame.stick / pitch) * pitch,
    quick: (step & 2) !== 0,
  };
}
