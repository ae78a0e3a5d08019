import { useEffect, useMemo, useState } from 'react';
import type { FeedItem } from '#src/domains/photos/feed.ts';

/** Scrolled less than this, one still looks at the top, and what arrives is shown at once. */
const AT_TOP_PX = 80;

/** The part of the feed from the held photo on, and how many stand before it. All of it when nothing is held or the photo has gone. */
export function fromHeld(feed: readonly FeedItem[], heldId: string | null): { shown: readonly FeedItem[]; arrived: number } {
  const index = heldId === null ? -1 : feed.findIndex((item) => item.id === heldId);
  return index <= 0 ? { shown: feed, arrived: 0 } : { shown: feed.slice(index), arrived: index };
}

/** While somebody looks further down, photos that arrive at the top wait to be asked for: the squares under the finger do not move. */
export function useHeldTop(feed: readonly FeedItem[]) {
  const [heldId, setHeldId] = useState<string | null>(null);
  const firstId = feed[0]?.id ?? null;

  useEffect(() => {
    const onScroll = () => setHeldId((held) => (window.scrollY < AT_TOP_PX ? null : (held ?? firstId)));
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [firstId]);

  const { shown, arrived } = useMemo(() => fromHeld(feed, heldId), [feed, heldId]);
  const release = () => {
    setHeldId(null);
    window.scrollTo({ top: 0 });
  };
  return { shown, arrived, release };
}
