// Queries and mutations of the platform's events and their photos. Mutations are optimistic, and Undo makes the reverse call.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listPlatformEventsParameters } from '#openapi/lists.ts';
import { isRunning } from '#src/lib/event-status.ts';
import { formatFullDate } from '#src/lib/format.ts';
import { isUuid } from '#src/lib/is-uuid.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { type ListSearch, parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { defineList } from '#src/shell/define-list.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type PlatformEvent = Schemas['PlatformEvent'];
export type PlatformPhoto = Schemas['PlatformPhoto'];

export interface PlatformEventSearch extends ListSearch<typeof listPlatformEventsParameters> {
  organization_id?: string;
}

export const PLATFORM_EVENT_SEARCH = [...searchKeys(listPlatformEventsParameters), 'organization_id'] as const;

export function parsePlatformEventSearch(raw: Record<string, unknown>): PlatformEventSearch {
  const { organization_id: id } = raw;
  return { ...parseListSearch(listPlatformEventsParameters, raw), ...(isUuid(id) && { organization_id: id }) };
}

const PHOTOS_PAGE_SIZE = 60;
const key = ['platform', 'events'];

export const platformEvents = defineList('/api/v1/platform/events', listPlatformEventsParameters, {
  key,
  keyOf: ({ id }) => id,
  filters: ['organization_id'],
  toQuery: ({ organization_id: of, ...search }: PlatformEventSearch) => ({
    ...toListQuery(listPlatformEventsParameters, search),
    ...(of && { organization_id: of }),
  }),
});

export const platformEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => call('GET /api/v1/platform/events/{id}', { path: { id }, signal }),
  });

/** Each read of the first page is recorded in the audit log, so it is never refetched automatically. */
export const platformPhotosQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'photos', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/platform/events/{id}/photos', {
        path: { id },
        query: { limit: PHOTOS_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    ...cursorPagination,
    staleTime: Infinity,
    gcTime: 0,
  });

export const platformPhotoUrl = (eventId: string, photoId: string, variant: 'thumb' | 'preview'): string =>
  apiUrl(`/api/v1/platform/events/${eventId}/photos/${photoId}/${variant}`);

/** Optimistic patches. */
export const platformPhotoOverlay = createOverlay<PlatformPhoto>();

const pauseEvent = (id: string, reason: string) => call('POST /api/v1/platform/events/{id}/pause', { path: { id }, body: { reason } });
const resumeEvent = (id: string) => call('POST /api/v1/platform/events/{id}/resume', { path: { id } });
const setEventStatus = (id: string, status: Schemas['PlatformEventStatus']['status']) =>
  call('PUT /api/v1/platform/events/{id}/status', { path: { id }, body: { status } });
const setEventRetention = (id: string, body: Schemas['EventRetention']) =>
  call('PUT /api/v1/platform/events/{id}/retention', { path: { id }, body });

interface EventVariables {
  event: PlatformEvent;
}
type Retention = Pick<PlatformEvent, 'deleted_at' | 'restorable_until' | 'removal_reason'>;

const openStatus = ({ status }: PlatformEvent) => (status === 'active' ? 'active' : 'live');

/** A reopened event becomes active. Only its organization makes it live again. */
const nextStatus = (event: PlatformEvent) => (isRunning(event) ? 'ended' : 'active');

const retentionOf = ({ deleted_at: deletedAt, restorable_until: until, removal_reason: reason }: Retention) => ({
  deleted: deletedAt !== null,
  restorable_until: until,
  reason,
});

export function usePlatformEventActions() {
  const client = useQueryClient();
  const ofEvent = {
    item: ({ event }: EventVariables) => `platform-event:${event.id}`,
    settle: () => platformEvents.invalidate(client),
  } satisfies Partial<MutationOptions<EventVariables, unknown>>;
  const patchPause = ({ event }: EventVariables, pause: Pick<PlatformEvent, 'paused_at' | 'pause_reason'>) =>
    platformEvents.overlay.add(event.id, pause);
  const layBack = ({ event }: EventVariables) => patchPause({ event }, event);

  const pause = optimisticMutation<EventVariables & { reason: string }>({
    ...ofEvent,
    apply: (vars) => patchPause(vars, { paused_at: new Date().toISOString(), pause_reason: vars.reason }),
    send: ({ event, reason }) => pauseEvent(event.id, reason),
    applyRevert: layBack,
    revert: ({ event }) => (event.pause_reason === null ? resumeEvent(event.id) : pauseEvent(event.id, event.pause_reason)),
    done: ({ event }) => `${event.name} is paused${ifSendsMail('. Its organization is notified by email')}`,
    failed: 'Couldn’t pause the event',
  });
  const resume = optimisticMutation<EventVariables>({
    ...ofEvent,
    apply: (vars) => patchPause(vars, { paused_at: null, pause_reason: null }),
    send: ({ event }) => resumeEvent(event.id),
    applyRevert: layBack,
    revert: ({ event }) => pauseEvent(event.id, event.pause_reason ?? ''),
    done: ({ event }) => `${event.name} is accepting photos again`,
    failed: 'Couldn’t resume the event',
  });
  const setOpen = optimisticMutation<EventVariables>({
    ...ofEvent,
    apply: ({ event }) => platformEvents.overlay.add(event.id, { status: nextStatus(event) }),
    send: ({ event }) => setEventStatus(event.id, nextStatus(event)),
    applyRevert: ({ event }) => platformEvents.overlay.add(event.id, { status: event.status }),
    revert: ({ event }) => setEventStatus(event.id, isRunning(event) ? openStatus(event) : 'ended'),
    done: ({ event }) => `${event.name} ${isRunning(event) ? 'has ended' : 'is open again'}`,
    failed: 'Couldn’t change the status',
  });
  const setRetention = optimisticMutation<EventVariables & { to: Retention }>({
    ...ofEvent,
    apply: ({ event, to }) => platformEvents.overlay.add(event.id, to),
    send: ({ event, to }) => setEventRetention(event.id, retentionOf(to)),
    applyRevert: ({ event }) => platformEvents.overlay.add(event.id, event),
    revert: ({ event }) => setEventRetention(event.id, retentionOf(event)),
    done: ({ event, to }, answer) => retentionDone(event, to, answer),
    failed: 'Couldn’t change the retention',
  });
  const takeDown = optimisticMutation<{ eventId: string; photo: PlatformPhoto; reason: string }>({
    item: ({ photo }) => `platform-photo:${photo.id}`,
    apply: ({ photo }) => platformPhotoOverlay.add(photo.id, null),
    send: ({ eventId, photo, reason }) =>
      call('POST /api/v1/platform/events/{id}/photos/{photoId}/take-down', { path: { id: eventId, photoId: photo.id }, body: { reason } }),
    revert: ({ eventId, photo }) =>
      call('POST /api/v1/platform/events/{id}/photos/{photoId}/put-back', { path: { id: eventId, photoId: photo.id } }),
    applyRevert: ({ photo }) => platformPhotoOverlay.add(photo.id, photo),
    settle: ({ eventId }) =>
      Promise.all([client.invalidateQueries({ queryKey: ['platform', 'photos', eventId] }), platformEvents.invalidate(client)]),
    done: () => `Photo taken down${ifSendsMail('. The photographer and the organization are notified by email')}`,
    failed: 'Couldn’t take down the photo',
  });
  return { pause, resume, setOpen, setRetention, takeDown };
}

export type PlatformEventActions = ReturnType<typeof usePlatformEventActions>;

function retentionDone(event: PlatformEvent, to: Retention, answer: unknown): string {
  if (to.deleted_at === null) return `${event.name} is restored`;
  if (event.deleted_at === null) return `${event.name} is deleted${ifSendsMail('. Its organization is notified by email')}`;
  const { restorable_until: until } = answer as Retention;
  return until === null ? `${event.name} is deleted` : `${event.name} can be restored until ${formatFullDate(until, event.time_zone)}`;
}

export const photoStatusLabels = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

export const PAUSE_DESCRIPTION =
  'Its cameras close within 30 seconds. Photos waiting on phones are still accepted, and everything else continues. The organization sees the reason.';
