import { useEffect, useEffectEvent } from 'react';
import { openEventStream } from './event-stream.ts';
import type { PhotoChange } from './photo.ts';

export interface EventChangeHandler {
  /** The last change that what was read holds; null while nothing was read: nothing is followed yet. */
  position: number | null;
  /** What has changed since, and that more did than the stream remembers (`reset`). */
  onChanges: (changes: readonly Pick<PhotoChange, 'kind' | 'seq'>[]) => void;
  /** Reads again what is shown, after a reset. Resolves with its position. */
  readAgain: () => Promise<number>;
  /** Any cheap call about the event, to learn why the stream was cut. */
  probe: () => Promise<unknown>;
}

/** Follows an event's stream for a screen that reads again rather than applies changes. A hidden tab follows nothing. */
export function useEventChanges(eventId: string, follower: EventChangeHandler): void {
  const position = useEffectEvent(() => follower.position);
  const onChanges = useEffectEvent((changes: readonly PhotoChange[]) => follower.onChanges(changes));
  const readAgain = useEffectEvent(() => follower.readAgain());
  const probe = useEffectEvent(() => follower.probe());
  const started = follower.position !== null;
  useEffect(() => {
    if (!started) return undefined;
    let seen: number | null = position();
    return openEventStream({
      eventId,
      position: () => seen,
      settled: () => true,
      takeIn(changes) {
        seen = changes.at(-1)?.seq ?? seen;
        onChanges(changes);
      },
      async readAgain() {
        seen = await readAgain();
      },
      probe: () => probe(),
    });
  }, [eventId, started]);
}
