// The displayed status of an event: its status, or "ending"/"overdue" if its time has passed while it is still open.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];
export type ShownEventStatus = Schemas['ShownEventStatus'];

/** The fields that determine the displayed status. */
export type TimedEvent = Pick<Schemas['Event'], 'status' | 'starts_at' | 'duration' | 'ends_automatically'>;

const HOUR_MS = 3_600_000;

/** Photos are accepted. */
export const isRunning = ({ status }: Pick<TimedEvent, 'status'>): boolean => status === 'live' || status === 'active';

/** No more photos will be accepted. */
export const isEnded = ({ status }: Pick<TimedEvent, 'status'>): boolean => status === 'ended' || status === 'archived';

export const eventEnd = (event: Pick<TimedEvent, 'starts_at' | 'duration'>): number =>
  Date.parse(event.starts_at) + event.duration * HOUR_MS;

/** The server filters and counts events by the same rule (`ShownEventStatus` of the API). */
export function shownStatus(event: TimedEvent, now: number): ShownEventStatus {
  const isLate = isRunning(event) && eventEnd(event) <= now;
  if (!isLate) return event.status;
  return event.ends_automatically ? 'ending' : 'overdue';
}
