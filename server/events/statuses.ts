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
