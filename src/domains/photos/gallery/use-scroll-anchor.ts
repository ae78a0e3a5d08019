import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import { ScrollAnchor, type View } from './scroll-anchor.ts';

interface ScrollAnchorOptions extends View {
  tracker: ScrollTracker;
  /** The entry of the history, and what is looked at: places are kept for both. */
  entry: string;
  of: string;
  /** The photo that the URL opens: without a kept place, one begins there. */
  openId: string | null;
  locate: (photoId: string) => Promise<number | null>;
}

export function useScrollAnchor({ list, layout, frame, tracker, entry, of, openId, locate }: ScrollAnchorOptions): ScrollAnchor {
  const [anchoring] = useState(() => new ScrollAnchor(tracker, of));

  const begin = useEffectEvent(() => {
    if (anchoring.begin(entry) || openId === null) return;
    // What is wrong with the link, the viewer says.
    locate(openId).then(
      (index) => index === null || anchoring.showFirst(index),
      () => undefined,
    );
  });
  useLayoutEffect(() => begin(), []);
  useLayoutEffect(() => {
    if (frame.width > 0 && list.length > 0) anchoring.update({ list, layout, frame });
  }, [anchoring, list, layout, frame]);
  useEffect(() => anchoring.follow(), [anchoring]);

  // The place belongs to the entry that was left, also when the address has changed already.
  useEffect(() => {
    anchoring.enter(entry);
    window.addEventListener('pagehide', anchoring.save);
    return () => {
      window.removeEventListener('pagehide', anchoring.save);
      anchoring.save();
    };
  }, [anchoring, entry]);
  return anchoring;
}

export const useNewPhotoCount = (anchoring: ScrollAnchor): number => useSyncExternalStore(anchoring.subscribe, anchoring.arrived);
