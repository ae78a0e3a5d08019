// The gallery of an event: server photos, local photos, pending likes and the live stream.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { toast } from '#src/ui/toast.ts';
import { openEventStream } from './event-stream.ts';
import type { GalleryFilter } from './filter-search.ts';
import { matchesRecord } from './filter.ts';
import { GalleryStore } from './gallery-store.ts';
import { overlayLike, type PhotoSequence } from './photo-list.ts';
import type { Photo } from './photo.ts';
import { photoQuery, shapeQuery } from './queries.ts';
import { usePhotoDeletion } from './use-deletion.ts';
import { useOutboxFeed } from './use-outbox-feed.ts';

/** The gallery's interface for grid, viewer and selection bar. */
export interface Gallery {
  /** A new object only if something changed. */
  order: PhotoSequence;
  /**
   * The index of a photo after loading what is needed; null if it is not in the list: deleted, not visible to this reader, or excluded by
   * the filter.
   */
  locate(photoId: string): Promise<number | null>;
  /** The outbox was read: its photos are in `order`. */
  isOutboxRead: boolean;
  /** Deleted here and can be restored; not in `order`. */
  hidden: ReadonlySet<string>;
  /** Sets a like: applied at once, delivered by the outbox. */
  setLiked(photoId: string, liked: boolean): Promise<void>;
  /** Applies a pending like. */
  withPendingLike(photo: Photo): Photo;
  /** Deletes with undo. Refused photos reappear. */
  remove(photos: readonly Photo[]): void;
}

/** Stream changes wait up to this long while the person scrolls, so that nothing moves. */
const MAX_SCROLL_HOLD_MS = 600;
/** The minimum interval of event notifications, with jitter between phones. */
const EVENT_REFETCH_MS = 4_000;

interface GalleryOptions {
  eventId: string;
  /** The signed-in account. */
  account: string;
  /** Must be referentially stable. */
  filter: GalleryFilter;
  /** Requests the event, to learn why the stream closed. */
  probe: () => Promise<unknown>;
  /** Called when the event, its people or its figures changed. */
  onEventChange: () => void;
  /** The number of people in the event. */
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
    /** Why some visible photos could not be loaded. */
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

/** Subscribes to the event's stream from the cached position. */
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
