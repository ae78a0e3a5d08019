// What an event shows as: its status, unless its time is over while it still takes photos.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];
export type ShownEventStatus = Schemas['ShownEventStatus'];

/** What decides what an event shows as. */
export type TimedEvent = Pick<Schemas['Event'], 'status' | 'starts_at' | 'duration' | 'ends_automatically'>;

const HOUR_MS = 3_600_000;

/** It takes photos. */
export const isRunning = ({ status }: Pick<TimedEvent, 'status'>): boolean => status === 'live' || status === 'active';

/** Nothing will be taken any more. */
export const isEnded = ({ status }: Pick<TimedEvent, 'status'>): boolean => status === 'ended' || status === 'archived';

export const eventEnd = (event: Pick<TimedEvent, 'starts_at' | 'duration'>): number =>
  Date.parse(event.starts_at) + event.duration * HOUR_MS;

/** The rule by which the server filters and counts events too (`ShownEventStatus` of the API). */
export function shownStatus(event: TimedEvent, now: number): ShownEventStatus {
  const isLate = isRunning(event) && eventEnd(event) <= now;
  if (!isLate) return event.status;
  return event.ends_automatically ? 'ending' : 'overdue';
}
