import { useEffect, useEffectEvent } from 'react';
import { openEventStream } from './event-stream.ts';
import type { PhotoChange } from './photo.ts';

export interface EventChangeHandler {
  /** The position of the loaded data; null before it loads, without a stream. */
  position: number | null;
  /** Called with the changes since. */
  onChanges: (changes: readonly Pick<PhotoChange, 'kind' | 'seq'>[]) => void;
  /** Fetches the data again after a reset. Resolves with the new position. */
  reload: () => Promise<number>;
  /** Any cheap request for the event, to learn why the stream closed. */
  probe: () => Promise<unknown>;
}

/** Subscribes to the event's stream for a screen that refetches instead of applying changes. Closed while the tab is hidden. */
export function useEventChanges(eventId: string, handler: EventChangeHandler): void {
  const position = useEffectEvent(() => handler.position);
  const onChanges = useEffectEvent((changes: readonly PhotoChange[]) => handler.onChanges(changes));
  const reload = useEffectEvent(() => handler.reload());
  const probe = useEffectEvent(() => handler.probe());
  const isStarted = handler.position !== null;
  useEffect(() => {
    if (!isStarted) return undefined;
    let seen: number | null = position();
    return openEventStream({
      eventId,
      position: () => seen,
      settled: () => true,
      applyChanges(changes) {
        seen = changes.at(-1)?.seq ?? seen;
        onChanges(changes);
      },
      async reload() {
        seen = await reload();
      },
      probe: () => probe(),
    });
  }, [eventId, isStarted]);
}
