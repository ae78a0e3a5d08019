import { useEffect, useEffectEvent } from 'react';
import { throttle } from '#src/lib/throttle.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';

/** The shortest time between two refetches of one page of photos; jitter spreads the visitors of a gallery. */
const MIN_REFETCH_MS = 5_000;
const JITTER_MS = 3_000;

interface SharedStreamOptions {
  /** Of photos: more pages are refetched less often. */
  pages: number;
  /** The last change in what the page shows. */
  position: number;
  onChanged: () => void;
  onClosed: () => void;
  probe: () => Promise<unknown>;
}

/** Follows a gallery link while its page is visible. */
export function useSharedStream(token: string, { pages, position, ...options }: SharedStreamOptions): void {
  const after = useEffectEvent(() => position);
  const onChanged = useEffectEvent(options.onChanged);
  const onClosed = useEffectEvent(options.onClosed);
  const probe = useEffectEvent(options.probe);
  const pause = Math.max(1, pages) * MIN_REFETCH_MS;
  useEffect(() => {
    const refetch = throttle(() => onChanged(), pause + Math.random() * JITTER_MS);
    let opened = 0;
    const stream = openReconnectingStream(`/api/v1/links/${token}/stream`, {
      kinds: ['changed', 'closed'],
      after: () => after(),
      onMessage: ({ type }) => (type === 'closed' ? onClosed() : refetch()),
      // Between two connections, the page may have been hidden for longer than the server remembers changes.
      onLive: (live) => void (live && (opened += 1) > 1 && refetch()),
      probe: () => probe(),
    });
    return () => {
      stream.end();
      refetch.cancel();
    };
  }, [token, pause]);
}
