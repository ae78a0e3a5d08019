// Optimistic actions on an event, with undo, and the confirmation before some of them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { isRunning } from '#src/lib/event-status.ts';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ConfirmDialog } from '#src/shell/use-confirm.tsx';
import { toast } from '#src/ui/toast.ts';
import {
  deleteEvent,
  eventNumbersQuery,
  invalidateEventLists,
  publishGallery,
  renewJoinCode,
  restoreEvent,
  updateEvent,
  organizationEvents,
} from './queries.ts';
import { describeStatusStep } from './status-labels.ts';

function useEventActions() {
  const client = useQueryClient();
  const ofEvent = {
    item: ({ event }: { event: Event }) => event.id,
    settle: async ({ event }: { event: Event }) => {
      await Promise.all([invalidateEventLists(client), client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })]);
    },
  } satisfies Partial<MutationOptions<{ event: Event }, unknown>>;

  const setStatus = optimisticMutation<{ event: Event; status: Event['status'] }>({
    ...ofEvent,
    // Only the server knows the next statuses.
    apply: ({ event, status }) => organizationEvents.overlay.add(event.id, { status, next_statuses: [] }),
    send: ({ event, status }) => updateEvent(client, event.id, { status }),
    applyRevert: ({ event: { id, status, next_statuses: steps } }) => organizationEvents.overlay.add(id, { status, next_statuses: steps }),
    revert: ({ event }) => updateEvent(client, event.id, { status: event.status }),
    done: ({ event, status }) => describeStatusStep(event.status, status).done,
    failed: 'Couldn’t change the status',
  });

  const setPublished = optimisticMutation<{ event: Event; published: boolean }>({
    ...ofEvent,
    apply: ({ event, published }) =>
      organizationEvents.overlay.add(event.id, { published_at: published ? new Date().toISOString() : null }),
    send: ({ event, published }) => publishGallery(client, event.id, published),
    applyRevert: ({ event }) => organizationEvents.overlay.add(event.id, { published_at: event.published_at }),
    revert: ({ event, published }) => publishGallery(client, event.id, !published),
    done: ({ published }) => (published ? 'Gallery published' : 'Gallery unpublished'),
    failed: 'Couldn’t change the gallery',
  });

  const reveal = optimisticMutation<{ event: Event }>({
    ...ofEvent,
    apply: ({ event }) => organizationEvents.overlay.add(event.id, { reveals_at: null }),
    send: ({ event }) => updateEvent(client, event.id, { reveals_at: null }),
    applyRevert: ({ event }) => organizationEvents.overlay.add(event.id, { reveals_at: event.reveals_at }),
    revert: ({ event }) => updateEvent(client, event.id, { reveals_at: event.reveals_at }),
    done: () => 'Gallery revealed',
    failed: 'Couldn’t reveal the gallery',
  });

  const remove = optimisticMutation<{ event: Event }>({
    ...ofEvent,
    apply: ({ event }) => organizationEvents.overlay.add(event.id, { deleted_at: new Date().toISOString() }),
    send: ({ event }) => deleteEvent(client, event),
    applyRevert: ({ event }) => organizationEvents.overlay.add(event.id, { deleted_at: null }),
    revert: ({ event }) => restoreEvent(client, event.id),
    done: ({ event }) =>
      event.photos_count > 0 ? `Event deleted, with its ${pluralize(event.photos_count, 'photo', 'photos')}` : 'Event deleted',
    failed: 'Couldn’t delete the event',
  });

  const restore = optimisticMutation<{ event: Event }>({
    ...ofEvent,
    apply: ({ event }) => organizationEvents.overlay.add(event.id, { deleted_at: null }),
    send: ({ event }) => restoreEvent(client, event.id),
    applyRevert: ({ event }) => organizationEvents.overlay.add(event.id, { deleted_at: event.deleted_at }),
    revert: ({ event }) => deleteEvent(client, event),
    done: () => 'Event restored',
    failed: 'Couldn’t restore the event',
  });

  const setJoinPolicy = optimisticMutation<{ event: Event; policy: Event['join_policy'] }>({
    ...ofEvent,
    apply: ({ event, policy }) => organizationEvents.overlay.add(event.id, { join_policy: policy }),
    send: ({ event, policy }) => updateEvent(client, event.id, { join_policy: policy }),
    failed: 'Couldn’t change who can join',
  });
  const setCover = optimisticMutation<{ event: Event; photoId: string | null }>({
    ...ofEvent,
    apply: ({ event, photoId }) => organizationEvents.overlay.add(event.id, { cover_photo_id: photoId }),
    send: ({ event, photoId }) => updateEvent(client, event.id, { cover_photo_id: photoId }),
    applyRevert: ({ event }) => organizationEvents.overlay.add(event.id, { cover_photo_id: event.cover_photo_id }),
    revert: ({ event }) => updateEvent(client, event.id, { cover_photo_id: event.cover_photo_id }),
    done: ({ photoId }) => (photoId === null ? 'Cover removed' : 'Cover changed'),
    failed: 'Couldn’t change the cover',
  });

  /** Not optimistic: the server generates the code. Throws on failure. */
  const renew = async (event: Event) => {
    await renewJoinCode(client, event.id);
    toast.success('Code replaced', { detail: 'Posters with the old code no longer work.' });
  };

  return { setStatus, setPublished, reveal, remove, setJoinPolicy, setCover, restore, renew };
}

export type EventActions = ReturnType<typeof useEventActions>;

/** Applies pending changes. Deleted events remain, with their `deleted_at`. */
export function usePatchedEvents(): (event: Event) => Event {
  const patched = organizationEvents.overlay.usePatched();
  return useCallback((event: Event) => patched(event.id, event) ?? event, [patched]);
}

/** Why the event cannot be changed now; null if it can. */
export function useDisabledReason({ can, deleted_at: deletedAt }: Event): string | null {
  const connection = useConnection();
  if (connection !== 'online') return NEEDS_CONNECTION;
  if (deletedAt !== null) return 'The event is deleted.';
  return can.manage ? null : 'Your organization is suspended. You can view its events, but not change them.';
}

interface PendingConfirmation {
  event: Event;
  /** The new status; null for a deletion. */
  to: Event['status'] | null;
}

const isEmpty = ({ photos_count: photos, attendees_count: people }: Event): boolean => photos === 0 && people === 0;

/** The actions of an event. Those that affect participants at once are confirmed first, by the returned dialog. */
export function useConfirmedActions(): { actions: EventActions; confirmDialog: ReactNode } {
  const actions = useEventActions();
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const remove = ({ event }: { event: Event }) =>
    isRunning(event) || !isEmpty(event) ? setPending({ event, to: null }) : actions.remove({ event });
  const setStatus = (step: { event: Event; status: Event['status'] }) => {
    const { event, status: to } = step;
    if (isRunning(event) && (to === 'ended' || to === 'archived') && !isEmpty(event)) setPending({ event, to });
    else actions.setStatus(step);
  };
  const confirm = ({ event, to }: PendingConfirmation) =>
    to === null ? actions.remove({ event }) : actions.setStatus({ event, status: to });
  return {
    actions: { ...actions, remove, setStatus },
    confirmDialog: pending && <ConfirmEventAction {...pending} onConfirm={() => confirm(pending)} onClose={() => setPending(null)} />,
  };
}

function ConfirmEventAction({ event, to, onConfirm, onClose }: PendingConfirmation & { onConfirm: () => void; onClose: () => void }) {
  const disabledReason = useDisabledReason(event);
  const { data } = useQuery(eventNumbersQuery(event.id));
  const { photos, pending, participants, photographers } = data ?? {
    photos: event.photos_count,
    pending: 0,
    participants: event.attendees_count,
    photographers: 0,
  };
  const action = to === null ? 'Delete event' : describeStatusStep(event.status, to).action;
  const numbers = [
    pluralize(photos, 'photo', 'photos'),
    pending > 0 && `${pluralize(pending, 'photo', 'photos')} pending`,
    `${pluralize(participants, 'person', 'people')} joined`,
    photographers > 0 && `${pluralize(photographers, 'person has', 'people have')} taken photos`,
  ].filter(Boolean);
  return (
    <ConfirmDialog
      title={to === null ? `Delete ${event.name}?` : `${to === 'ended' ? 'End' : action} ${event.name}?`}
      description={
        to === null
          ? `${isRunning(event) ? 'Everyone loses access to the camera and the gallery.' : 'Everyone loses access to the gallery.'} You can restore it for 30 days.`
          : 'Cameras close within half a minute, and no one new can join. Photos still on phones are accepted, and the gallery stays available. You can reopen the event later.'
      }
      {...{ action, disabledReason, onConfirm, onClose }}
    >
      <p className="font-medium">{numbers.join(' · ')}</p>
    </ConfirmDialog>
  );
}
