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

/** Whether an event that ends automatically is to end now. */
export function isDueToEnd(event: { status: EventStatus; startsAt: Date; durationHours: number }, now: Date): boolean {
  const takesPhotos = event.status === 'live' || event.status === 'active';
  return takesPhotos && event.startsAt.getTime() + (event.durationHours + GRACE_HOURS) * 3_600_000 <= now.getTime();
}
