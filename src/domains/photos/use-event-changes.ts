import { useEffect, useEffectEvent } from 'react';
import { openEventStream } from './event-stream.ts';
import type { PhotoChange } from './photo.ts';

export interface EventChangeHandler {
  /** The last change that what was read holds; null while nothing was read: nothing is followed yet. */
  position: number | null;
  /** What has changed since, and that more did than the stream remembers (`reset`). */
  onChanges: (changes: readonly Pick<PhotoChange, 'kind' | 'seq'>[]) => void;
  /** Reads again what is shown, after a reset. Resolves with its position. */
  reload: () => Promise<number>;
  /** Any cheap call about the event, to learn why the stream was cut. */
  probe: () => Promise<unknown>;
}

/** Follows an event's stream for a screen that reads again rather than applies changes. A hidden tab follows nothing. */
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
