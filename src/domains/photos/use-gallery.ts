// An event's gallery as one thing: what is read of the server's photos, this phone's waiting photos and wishes, and the live stream.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { toast } from '#src/ui/toast.ts';
import { openEventStream } from './event-stream.ts';
import { overlayLike, type PhotoSequence } from './feed.ts';
import type { GalleryFilter } from './filter-search.ts';
import { matchesRecord } from './filter.ts';
import { GalleryStore } from './gallery-store.ts';
import type { Photo } from './photo.ts';
import { photoQuery, shapeQuery } from './queries.ts';
import { usePhotoDeletion } from './use-deletion.ts';
import { useOutboxFeed } from './use-outbox-feed.ts';

// What the gallery gives to those who show it: the grid, the viewer, the bar of a selection.

export interface Gallery {
  /** Another object whenever anything of it changes, and only then. */
  order: PhotoSequence;
  /** Where a photo stands, after reading what must be read to know; null when it is not in this list: gone, not for this reader, or left out by the filter. */
  locate(photoId: string): Promise<number | null>;
  /** What waits on this device was read: it stands in `order`. */
  isOutboxRead: boolean;
  /** Deleted by this person here: "Undo" brings them back. They are not in `order`. */
  hidden: ReadonlySet<string>;
  /** States the wish; seen at once, delivered by the outbox. */
  setLiked(photoId: string, liked: boolean): Promise<void>;
  /** A photo as the person sees it: with the wish that is under way. */
  withPendingLike(photo: Photo): Photo;
  /** Deletes, with an Undo. What the server refuses comes back. */
  remove(photos: readonly Photo[]): void;
}

/** While somebody scrolls, what the stream tells waits: nothing shall move under the finger. But not for longer than this. */
const MAX_SCROLL_HOLD_MS = 600;
/** Of an event that changes all the time, one hears so often; not all its phones in the same second. */
const EVENT_REFETCH_MS = 4_000;

interface GalleryOptions {
  eventId: string;
  /** The signed-in account: whose waiting photos, likes and deletions these are. */
  account: string;
  /** The same object as long as it says the same. */
  filter: GalleryFilter;
  /** Asks the server about the event; the stream uses it to learn why it was cut. */
  probe: () => Promise<unknown>;
  /** The event itself, its people or its numbers have changed. */
  onEventChange: () => void;
  /** How many people are in the event. */
  attendees: number;
}

export function useGallery({ eventId, account, filter, probe, onEventChange, attendees }: GalleryOptions) {
  const client = useQueryClient();
  const reader = useMemo(() => new GalleryStore(client, { eventId, account, filter }), [client, eventId, account, filter]);
  useEffect(() => reader.start(), [reader]);
  const shape = useQuery(shapeQuery(reader.of));
  useRefetchOnReconnect(shape);
  const { waiting, isRead, pendingLikes, like } = useOutboxFeed(account, eventId);
  const { hidden, remove, restore } = usePhotoDeletion(account, eventId);

  const local = useMemo(
    () => ({ waiting: waiting.filter((record) => matchesRecord(filter, account, record)), pendingLikes, hidden }),
    [account, filter, hidden, waiting, pendingLikes],
  );
  useLayoutEffect(() => reader.setOwn(local), [local, reader]);
  const order = useSyncExternalStore(reader.subscribe, reader.list);
  const failure = useSyncExternalStore(reader.subscribe, reader.failure);

  const movingSince = useRef<number | null>(null);
  const hold = useCallback((moving: boolean) => {
    movingSince.current = moving ? (movingSince.current ?? performance.now()) : null;
  }, []);
  useLive(reader, { loaded: shape.data !== undefined, movingSince, probe, onEventChange, attendees });

  const setLiked = useCallback(
    async (photoId: string, liked: boolean) => {
      const photo = reader.photo(photoId) ?? client.getQueryData(photoQuery(eventId, photoId).queryKey);
      try {
        await like(photoId, liked, photo?.is_liked ?? !liked);
      } catch (error) {
        toast.error('Couldn’t save your like', { detail: describeFailure(error).detail });
      }
    },
    [client, eventId, like, reader],
  );

  const withPendingLike = useCallback((photo: Photo) => overlayLike(photo, pendingLikes.get(photo.id)), [pendingLikes]);

  return {
    shape,
    order,
    hidden,
    locate: reader.locate,
    isOutboxRead: isRead,
    setLiked,
    withPendingLike,
    remove,
    restore,
    /** Why part of what is looked at could not be read. */
    failure,
    retry: reader.retry,
    reader,
    hold,
  } satisfies Gallery & Record<string, unknown>;
}

export type GalleryModel = ReturnType<typeof useGallery>;

interface LiveOptions {
  loaded: boolean;
  movingSince: React.RefObject<number | null>;
  probe: () => Promise<unknown>;
  onEventChange: () => void;
  attendees: number;
}

/** Follows the event's stream from where what is cached ends. */
function useLive(reader: GalleryStore, { loaded, movingSince, probe, onEventChange, attendees }: LiveOptions): void {
  const client = useQueryClient();
  const onProbe = useEffectEvent(() => probe());
  const notify = useEffectEvent(() => onEventChange());
  const attendeeCount = useEffectEvent(() => attendees);
  useEffect(() => {
    if (!loaded) return undefined;
    const { queryKey } = shapeQuery(reader.of);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let notifiedAt = -Infinity;
    const notifySoon = () => {
      const pause = notifiedAt + EVENT_REFETCH_MS - performance.now();
      timer ??= setTimeout(
        () => {
          timer = undefined;
          notifiedAt = performance.now();
          notify();
        },
        pause > 0 ? pause + Math.random() * EVENT_REFETCH_MS : 0,
      );
    };
    const end = openEventStream({
      eventId: reader.of.eventId,
      position: () => client.getQueryData(queryKey)?.heardTo ?? null,
      settled: () => {
        const since = movingSince.current;
        return !reader.isCollecting() && (since === null || performance.now() - since > MAX_SCROLL_HOLD_MS);
      },
      applyChanges(changes) {
        reader.applyChanges(changes);
        if (changes.some(({ kind }) => kind === 'event')) notifySoon();
      },
      reload: () => {
        notifySoon();
        return reader.reload();
      },
      probe: () => onProbe(),
      attendees: () => attendeeCount(),
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [client, loaded, movingSince, reader]);
}
