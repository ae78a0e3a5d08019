// What the platform does with an event, and with a photo of one: each is sent at once and taken back by its reverse.
import { useQueryClient } from '@tanstack/react-query';
import { isRunning } from '#src/lib/event-status.ts';
import { formatFullDate } from '#src/lib/format.ts';
import { optimisticMutation, type MutationOptions } from '#src/shell/optimistic-mutation.ts';
import { ifSendsMail } from '#src/shell/sends-mail.ts';
import {
  pauseEvent,
  platformEventOverlay,
  invalidatePlatformEvents,
  platformPhotoOverlay,
  restorePhoto,
  resumeEvent,
  setEventRetention,
  setEventStatus,
  takeDownPhoto,
  type PlatformEvent,
  type PlatformPhoto,
} from './queries.ts';

interface EventVariables {
  event: PlatformEvent;
}
type Retention = Pick<PlatformEvent, 'deleted_at' | 'restorable_until' | 'removal_reason'>;

/** Nothing but these can be the status before an end. */
const openStatus = ({ status }: PlatformEvent) => (status === 'active' ? 'active' : 'live');
/** One that had ended is open again: to show it first to everyone is its organization's to say. */
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
    settle: () => invalidatePlatformEvents(client),
  } satisfies Partial<MutationOptions<EventVariables, unknown>>;
  const layHold = ({ event }: EventVariables, held: Pick<PlatformEvent, 'paused_at' | 'pause_reason'>) =>
    platformEventOverlay.add(event.id, held);
  const layBack = ({ event }: EventVariables) => layHold({ event }, event);

  const pause = optimisticMutation<EventVariables & { reason: string }>({
    ...ofEvent,
    apply: (vars) => layHold(vars, { paused_at: new Date().toISOString(), pause_reason: vars.reason }),
    commit: ({ event, reason }) => pauseEvent(event.id, reason),
    applyRevert: layBack,
    revert: ({ event }) => (event.pause_reason === null ? resumeEvent(event.id) : pauseEvent(event.id, event.pause_reason)),
    done: ({ event }) => `${event.name} is paused${ifSendsMail('. Its organization is notified by email')}`,
    failed: 'Couldn’t pause the event',
  });
  const resume = optimisticMutation<EventVariables>({
    ...ofEvent,
    apply: (vars) => layHold(vars, { paused_at: null, pause_reason: null }),
    commit: ({ event }) => resumeEvent(event.id),
    applyRevert: layBack,
    revert: ({ event }) => pauseEvent(event.id, event.pause_reason ?? ''),
    done: ({ event }) => `${event.name} is accepting photos again`,
    failed: 'Couldn’t resume the event',
  });
  const setOpen = optimisticMutation<EventVariables>({
    ...ofEvent,
    apply: ({ event }) => platformEventOverlay.add(event.id, { status: nextStatus(event) }),
    commit: ({ event }) => setEventStatus(event.id, nextStatus(event)),
    applyRevert: ({ event }) => platformEventOverlay.add(event.id, { status: event.status }),
    revert: ({ event }) => setEventStatus(event.id, isRunning(event) ? openStatus(event) : 'ended'),
    done: ({ event }) => `${event.name} ${isRunning(event) ? 'has ended' : 'is open again'}`,
    failed: 'Couldn’t change the status',
  });
  const setRetention = optimisticMutation<EventVariables & { to: Retention }>({
    ...ofEvent,
    apply: ({ event, to }) => platformEventOverlay.add(event.id, to),
    commit: ({ event, to }) => setEventRetention(event.id, retentionOf(to)),
    applyRevert: ({ event }) => platformEventOverlay.add(event.id, event),
    revert: ({ event }) => setEventRetention(event.id, retentionOf(event)),
    done: ({ event, to }, answer) => retentionDone(event, to, answer),
    failed: 'Couldn’t change the retention',
  });
  const takeDown = optimisticMutation<{ eventId: string; photo: PlatformPhoto; reason: string }>({
    item: ({ photo }) => `platform-photo:${photo.id}`,
    apply: ({ photo }) => platformPhotoOverlay.add(photo.id, null),
    commit: ({ eventId, photo, reason }) => takeDownPhoto(eventId, photo.id, reason),
    revert: ({ eventId, photo }) => restorePhoto(eventId, photo.id),
    applyRevert: ({ photo }) => platformPhotoOverlay.add(photo.id, photo),
    settle: ({ eventId }) =>
      Promise.all([client.invalidateQueries({ queryKey: ['platform', 'photos', eventId] }), invalidatePlatformEvents(client)]),
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
