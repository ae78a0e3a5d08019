// How an event may go from status to status. Each step has one back, so that it can be undone.
import type { components } from '#openapi/api.ts';

type EventStatus = components['schemas']['EventStatus'];

const steps: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['live', 'active'],
  live: ['active', 'ended', 'draft'],
  active: ['live', 'ended', 'draft'],
  ended: ['live', 'active', 'archived'],
  archived: ['ended'],
};

/** @param isUntouched there is neither a photo nor a participant: only then can it become a draft again, which outsiders do not see */
export function nextStatuses(status: EventStatus, isUntouched: boolean): EventStatus[] {
  return steps[status].filter((next) => next !== 'draft' || isUntouched);
}

export function isUntouched(event: { photosCount: number; attendeesCount: number }): boolean {
  return event.photosCount === 0 && event.attendeesCount === 0;
}

/** An event that ends automatically stays open this long after its end: parties run late. */
export const GRACE_HOURS = 6;

interface Planned {
  status: EventStatus;
  startsAt: Date;
  durationHours: number;
}

const takesPhotosAfter = ({ status, startsAt, durationHours }: Planned, hours: number, now: Date): boolean =>
  // The database keeps durations in single precision.
  (status === 'live' || status === 'active') && startsAt.getTime() + (Math.fround(durationHours) + hours) * 3_600_000 <= now.getTime();

/** Whether it takes photos though its time is over. */
export const isOverdue = (event: Planned, now: Date): boolean => takesPhotosAfter(event, 0, now);

/** Whether an event that ends automatically is to end now. */
export const isDueToEnd = (event: Planned, now: Date): boolean => takesPhotosAfter(event, GRACE_HOURS, now);
