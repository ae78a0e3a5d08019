// What one may do with an event, each shown at once and taken back when the server refuses it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#src/shell/failure.ts';
import { useUndoableOverlay } from '#src/shell/overlay.ts';
import { toast } from '#src/ui/toast.ts';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { counted } from '#src/lib/counted.ts';
import { eventOverlay } from './overlay.ts';
import { deleteEvent, listsAreStale, publishGallery, renewJoinCode, restoreEvent, updateEvent } from './queries.ts';
import { stepWords } from './status-words.ts';

export function useEventActions() {
  const client = useQueryClient();
  const settle = async ({ event }: { event: Event }) => {
    await Promise.all([listsAreStale(client), client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })]);
  };
  const setStatus = useUndoableOverlay<{ event: Event; status: Event['status'] }>({
    // Where it may go from there is the server's to say.
    apply: ({ event, status }) => eventOverlay.lay(event.id, { status, next_statuses: [] }),
    commit: ({ event, status }) => updateEvent(client, event.id, { status }),
    done: ({ event, status }) => stepWords(event.status, status).done,
    failed: 'The status could not be changed',
    settle,
  });

  const setPublished = useUndoableOverlay<{ event: Event; published: boolean }>({
    apply: ({ event, published }) => eventOverlay.lay(event.id, { published_at: published ? new Date().toISOString() : null }),
    commit: ({ event, published }) => publishGallery(client, event.id, published),
    done: ({ published }) => (published ? 'The gallery is published' : 'The gallery is closed again'),
    failed: 'The gallery stays as it was',
    settle,
  });

  const remove = useUndoableOverlay<{ event: Event }>({
    apply: ({ event }) => eventOverlay.lay(event.id, { deleted_at: new Date().toISOString() }),
    commit: ({ event }) => deleteEvent(client, event),
    done: ({ event }) =>
      event.photos_count > 0 ? `Event deleted, with its ${counted(event.photos_count, 'photo', 'photos')}` : 'Event deleted',
    failed: 'The event could not be deleted',
    settle,
  });

  /** At once, and back when it was refused: for what a press more takes back as well. */
  const { mutate: change } = useMutation({
    mutationFn: ({ event, call }: { event: Event; patch: Partial<Event>; failed: string; call: () => Promise<Event> }) =>
      call().then(() => event),
    onMutate: ({ event, patch }) => eventOverlay.lay(event.id, patch),
    onError: (error, { failed }) => toast.error(failed, { detail: describeFailure(error).detail }),
    onSettled: async (_data, _error, vars, end) => {
      end?.();
      await settle(vars);
    },
  });
  const setJoinPolicy = (event: Event, policy: Event['join_policy']) =>
    change({
      event,
      patch: { join_policy: policy },
      failed: 'Who may join stays as it was',
      call: () => updateEvent(client, event.id, { join_policy: policy }),
    });
  const setCover = (event: Event, photoId: string | null) =>
    change({
      event,
      patch: { cover_photo_id: photoId },
      failed: 'The cover stays as it was',
      call: () => updateEvent(client, event.id, { cover_photo_id: photoId }),
    });
  const restore = (event: Event) =>
    change({
      event,
      patch: { deleted_at: null },
      failed: 'The event could not be restored',
      call: async () => {
        const restored = await restoreEvent(client, event.id);
        toast.success('Event restored', { detail: event.name });
        return restored;
      },
    });

  /** Nothing to show before the server has made it. Throws what went wrong. */
  const renew = async (event: Event) => {
    await renewJoinCode(client, event.id);
    toast.success('The code is renewed', { detail: 'Posters with the old one open nothing any more.' });
  };

  return { setStatus, setPublished, remove, setJoinPolicy, setCover, restore, renew };
}

export type EventActions = ReturnType<typeof useEventActions>;
