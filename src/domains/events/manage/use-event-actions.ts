// What one may do with an event: each is shown at once, sent at once, and taken back by its reverse.
import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import { optimisticMutation, type MutationOptions } from '#src/shell/optimistic-mutation.ts';
import { toast } from '#src/ui/toast.ts';
import { eventOverlay } from './overlay.ts';
import { deleteEvent, invalidateEventLists, publishGallery, renewJoinCode, restoreEvent, updateEvent } from './queries.ts';
import { describeStatusStep } from './status-labels.ts';

export function useEventActions() {
  const client = useQueryClient();
  const ofEvent = {
    item: ({ event }: { event: Event }) => event.id,
    settle: async ({ event }: { event: Event }) => {
      await Promise.all([invalidateEventLists(client), client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })]);
    },
  } satisfies Partial<MutationOptions<{ event: Event }, unknown>>;

  const setStatus = optimisticMutation<{ event: Event; status: Event['status'] }>({
    ...ofEvent,
    // Where it may go from there is the server's to say.
    apply: ({ event, status }) => eventOverlay.add(event.id, { status, next_statuses: [] }),
    commit: ({ event, status }) => updateEvent(client, event.id, { status }),
    applyRevert: ({ event: { id, status, next_statuses: steps } }) => eventOverlay.add(id, { status, next_statuses: steps }),
    revert: ({ event }) => updateEvent(client, event.id, { status: event.status }),
    done: ({ event, status }) => describeStatusStep(event.status, status).done,
    failed: 'Couldn’t change the status',
  });

  const setPublished = optimisticMutation<{ event: Event; published: boolean }>({
    ...ofEvent,
    apply: ({ event, published }) => eventOverlay.add(event.id, { published_at: published ? new Date().toISOString() : null }),
    commit: ({ event, published }) => publishGallery(client, event.id, published),
    applyRevert: ({ event }) => eventOverlay.add(event.id, { published_at: event.published_at }),
    revert: ({ event, published }) => publishGallery(client, event.id, !published),
    done: ({ published }) => (published ? 'Gallery published' : 'Gallery unpublished'),
    failed: 'Couldn’t change the gallery',
  });

  const remove = optimisticMutation<{ event: Event }>({
    ...ofEvent,
    apply: ({ event }) => eventOverlay.add(event.id, { deleted_at: new Date().toISOString() }),
    commit: ({ event }) => deleteEvent(client, event),
    applyRevert: ({ event }) => eventOverlay.add(event.id, { deleted_at: null }),
    revert: ({ event }) => restoreEvent(client, event.id),
    done: ({ event }) =>
      event.photos_count > 0 ? `Event deleted, with its ${pluralize(event.photos_count, 'photo', 'photos')}` : 'Event deleted',
    failed: 'Couldn’t delete the event',
  });

  const restore = optimisticMutation<{ event: Event }>({
    ...ofEvent,
    apply: ({ event }) => eventOverlay.add(event.id, { deleted_at: null }),
    commit: ({ event }) => restoreEvent(client, event.id),
    applyRevert: ({ event }) => eventOverlay.add(event.id, { deleted_at: event.deleted_at }),
    revert: ({ event }) => deleteEvent(client, event),
    done: () => 'Event restored',
    failed: 'Couldn’t restore the event',
  });

  const setJoinPolicy = optimisticMutation<{ event: Event; policy: Event['join_policy'] }>({
    ...ofEvent,
    apply: ({ event, policy }) => eventOverlay.add(event.id, { join_policy: policy }),
    commit: ({ event, policy }) => updateEvent(client, event.id, { join_policy: policy }),
    failed: 'Couldn’t change who can join',
  });
  const setCover = optimisticMutation<{ event: Event; photoId: string | null }>({
    ...ofEvent,
    apply: ({ event, photoId }) => eventOverlay.add(event.id, { cover_photo_id: photoId }),
    commit: ({ event, photoId }) => updateEvent(client, event.id, { cover_photo_id: photoId }),
    applyRevert: ({ event }) => eventOverlay.add(event.id, { cover_photo_id: event.cover_photo_id }),
    revert: ({ event }) => updateEvent(client, event.id, { cover_photo_id: event.cover_photo_id }),
    done: ({ photoId }) => (photoId === null ? 'Cover removed' : 'Cover changed'),
    failed: 'Couldn’t change the cover',
  });

  /** Nothing to show before the server has made it. Throws what went wrong. */
  const renew = async (event: Event) => {
    await renewJoinCode(client, event.id);
    toast.success('Code replaced', { detail: 'Posters with the old code no longer work.' });
  };

  return { setStatus, setPublished, remove, setJoinPolicy, setCover, restore, renew };
}

export type EventActions = ReturnType<typeof useEventActions>;
