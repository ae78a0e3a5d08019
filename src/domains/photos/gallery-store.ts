// The state of one visible gallery, without React: builds the list from the cache, loads segments and applies stream changes. All server
// data is in the query cache, so a store can be recreated at any time.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/transport/problem.ts';
import { subscribeReachability } from '#src/transport/reachability.ts';
import {
  applyChange,
  findCachedPhoto,
  mergeSegment,
  mergeShape,
  type CachedGallery,
  type GalleryReader,
  type Segment,
} from './apply-changes.ts';
import { matchesPhoto } from './filter.ts';
import { readCachedGallery, writeCachedGallery } from './gallery-cache.ts';
import {
  createPhotoListMaker,
  type FeedItem,
  type PhotoList,
  type PhotoListSources,
  segmentsToLoad,
  type WantedRange,
} from './photo-list.ts';
import { orderKey, type Photo, type PhotoChange } from './photo.ts';
import { stretchDetailQuery, galleryKeys, photoQuery, shapeQuery, type GalleryKey } from './queries.ts';
import { createSegmentLoader, type SegmentLoader } from './segment-loader.ts';
import { inSpan, isCoarse, refine, spanAt, spanKey, spanOf, type Span } from './timeline.ts';

/** The minimum interval between requests for counts that may be wrong. */
const RECOUNT_MS = 1_500;
/** Ranges requested by the viewer: the current and the previous one. */
const MAX_WANTED_RANGES = 2;

type Own = Omit<PhotoListSources, 'cached'>;
const NOTHING_OWN: Own = { waiting: [], pendingLikes: new Map(), hidden: new Set() };

export class GalleryStore {
  readonly of: GalleryKey;
  readonly #client: QueryClient;
  readonly #loader: SegmentLoader;
  readonly #listeners = new Set<() => void>();
  readonly #makeList: (sources: PhotoListSources) => PhotoList;
  #own = NOTHING_OWN;
  #list: PhotoList | null = null;
  #counted: CachedGallery['counted'];
  /** Changes applied during requests whose answers may not include them. */
  #since: PhotoChange[] = [];
  /** The range that the grid shows or is about to show. */
  #shown: WantedRange | null = null;
  #wanted: WantedRange[] = [];
  #recount: ReturnType<typeof setTimeout> | undefined;
  #notifying = false;
  #refineFailure: Error | null = null;
  #collecting = 0;

  constructor(client: QueryClient, of: GalleryKey) {
    this.#client = client;
    this.of = of;
    this.#makeList = createPhotoListMaker((first, last) => this.#want({ first, last }));
    this.#loader = createSegmentLoader({
      client,
      of,
      onLoad: (span, segment) => this.#loaded(span, segment),
      onFail: () => this.#changed(),
      // New photos arrive here, and people return here.
      pinned: () => (this.#cached ? [spanAt(this.#cached.shape, 0)] : []),
    });
  }

  /** Subscribes to the cache and to the reachability of the server. Returns a function to stop. */
  start(): () => void {
    const unsubscribe = this.#client.getQueryCache().subscribe((event) => {
      const [area, eventId, part] = event.query.queryKey;
      if (area !== 'photos' || eventId !== this.of.eventId || (part !== 'shape' && part !== 'segment')) return;
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual && part === 'shape') this.#onShape();
      if (event.type === 'updated' || event.type === 'removed') this.#changed();
    });
    const stopWatching = subscribeReachability((reachable) => reachable && this.retry());
    this.#changed();
    return () => {
      unsubscribe();
      stopWatching();
      clearTimeout(this.#recount);
      this.#loader.stop();
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  list = (): PhotoList => {
    this.#list ??= this.#makeList({ cached: this.#cached, ...this.#own });
    return this.#list;
  };

  failure = (): Error | null => this.#refineFailure ?? this.#loader.failure();

  /** The cached photo, without a pending like. */
  photo(id: string): Photo | undefined {
    const cached = this.#cached;
    return cached ? findCachedPhoto(cached, id) : undefined;
  }

  /** While photos are being collected, the list must not change. */
  isCollecting = (): boolean => this.#collecting > 0;

  /** Sets the local photos, pending likes and hidden photos. */
  setOwn(own: Own): void {
    this.#own = own;
    this.#changed();
  }

  /** Sets the range of the grid. Requests for other ranges of the grid are canceled. */
  see(first: number, last: number): void {
    this.#shown = { first, last };
    this.#pump();
  }

  retry = (): void => {
    this.#refineFailure = null;
    this.#loader.retry();
    this.#changed();
  };

  /** @throws the failure to load the photo, unless the server answered that it is missing */
  locate = async (photoId: string): Promise<number | null> => {
    const known = this.list().indexOf(photoId);
    if (known !== -1) return known;
    const { eventId, account, filter } = this.of;
    try {
      const photo = await this.#client.fetchQuery({ ...photoQuery(eventId, photoId), staleTime: 5_000 });
      if (!matchesPhoto(filter, account, photo)) return null;
      await this.#client.ensureQueryData(shapeQuery(this.of));
      const { takenAt } = orderKey(photo);
      await this.#loadAt(takenAt);
      // The photo may be newer than its loaded neighbors, and not in the stream yet.
      if (this.list().indexOf(photoId) === -1) await this.#loadAt(takenAt, true);
    } catch (error) {
      // 401 and 429 say nothing about the photo, and neither does a proxy.
      if (error instanceof ApiError && error.fromServer && error.status < 500 && ![401, 429].includes(error.status)) return null;
      throw error;
    }
    const index = this.list().indexOf(photoId);
    return index === -1 ? null : index;
  };

  /**
   * Loads and returns the photos of a range, both ends included. Returns fewer if some were removed.
   * @throws the failure to load one of them
   */
  collect = async (first: number, last: number, progress: (read: number) => void, signal: AbortSignal): Promise<FeedItem[]> => {
    this.#collecting += 1;
    try {
      const items: FeedItem[] = [];
      for (let index = first; index <= last && index < this.list().length; index += 1) {
        if (!this.list().at(index)) {
          await this.#loadAt(this.list().timeAt(index));
          signal.throwIfAborted();
          progress(items.length);
        }
        const item = this.list().at(index);
        if (item) items.push(item);
      }
      return items;
    } finally {
      this.#collecting -= 1;
    }
  };

  /** Applies stream changes in order. */
  applyChanges(changes: readonly PhotoChange[]): void {
    const before = this.#cached;
    if (!before) return;
    const reader = this.#reader();
    let cached: CachedGallery = { ...before, counted: this.#counted };
    let unsure = false;
    for (const change of changes) {
      const result = applyChange(cached, change, reader);
      unsure ||= result.unsure;
      cached = result;
    }
    const isFetching = this.#loader.isLoading() || this.#client.getQueryState(shapeQuery(this.of).queryKey)?.fetchStatus === 'fetching';
    this.#since = isFetching ? [...this.#since, ...changes] : [];
    this.#write(before, cached);
    if (unsure) this.#recountSoon();
  }

  /** The stream cannot continue from the cached position: fetches everything again. */
  async reload(): Promise<void> {
    await this.#client.fetchQuery({ ...shapeQuery(this.of), staleTime: 0 });
    this.#client.setQueryData(shapeQuery(this.of).queryKey, (shape) => shape && { ...shape, heardTo: shape.countedAt });
    this.#loader.expireAll();
  }

  get #cached(): CachedGallery | undefined {
    return readCachedGallery(this.#client, this.of);
  }

  #reader(): GalleryReader {
    const { filter, account } = this.of;
    return { matches: (photo) => matchesPhoto(filter, account, photo), pendingLikes: new Set(this.#own.pendingLikes.keys()) };
  }

  #write(before: CachedGallery, after: CachedGallery): void {
    this.#counted = after.counted;
    writeCachedGallery(this.#client, this.of, before, after);
  }

  #loaded(span: Span, segment: Segment): void {
    const before = this.#cached;
    if (before) this.#write(before, mergeSegment({ ...before, counted: this.#counted }, span, segment, this.#since, this.#reader()));
  }

  /** A new timeline was fetched. */
  #onShape(): void {
    const before = this.#cached;
    if (!before) return;
    const { cached, outdated } = mergeShape(before, this.#since, this.#reader());
    this.#write(before, cached);
    for (const key of outdated) this.#loader.expire(key);
  }

  #recountSoon(): void {
    this.#recount ??= setTimeout(() => {
      this.#recount = undefined;
      void this.#client.invalidateQueries({ queryKey: galleryKeys.shape(this.of), exact: true });
    }, RECOUNT_MS);
  }

  #want(range: WantedRange): void {
    if (this.#wanted.some(({ first, last }) => first === range.first && last === range.last)) return;
    this.#wanted = [range, ...this.#wanted].slice(0, MAX_WANTED_RANGES);
    this.#pump();
  }

  /** The wanted ranges by priority. */
  #ranges(): readonly WantedRange[] {
    return [...this.#wanted.slice(0, 1), ...(this.#shown ? [this.#shown] : []), ...this.#wanted.slice(1)];
  }

  /** Passes the wanted segments to the loader. */
  #pump(): void {
    const shape = this.#client.getQueryData(shapeQuery(this.of).queryKey);
    const list = this.list();
    if (!shape) return;
    const segments = this.#cached?.segments;
    // An empty list has no range: loads the segments with counted photos, and revalidates persisted ones.
    const numbers =
      list.length === 0 ? Array.from({ length: shape.borders.length + 1 }, (_, number) => number) : segmentsToLoad(list, this.#ranges());
    const spans: Span[] = [];
    for (const number of numbers) {
      const span = spanAt(shape, number);
      const inside = shape.stretches.filter(({ start, count }) => count > 0 && inSpan(span, start));
      if (!inside.some(isCoarse)) {
        if (inside.length > 0 || segments?.has(spanKey(span))) spans.push(span);
      } else if (!this.#refineFailure) {
        this.#refine(span).catch((error: unknown) => {
          this.#refineFailure = error instanceof Error ? error : new Error(String(error));
          this.#changed();
        });
      }
    }
    this.#loader.want(spans);
  }

  /** Fetches the exact times of a coarse stretch before its photos. */
  async #refine(span: Span): Promise<void> {
    const shape = this.#client.getQueryData(shapeQuery(this.of).queryKey);
    const coarse = shape?.stretches.find((stretch) => inSpan(span, stretch.start) && isCoarse(stretch));
    if (!coarse) return;
    const timeline = await this.#client.fetchQuery({ ...stretchDetailQuery(this.of, coarse), staleTime: 1_000 });
    this.#client.setQueryData(shapeQuery(this.of).queryKey, (now) => now && refine(now, coarse, timeline));
  }

  /** @param force reloads a segment that is already loaded */
  async #loadAt(moment: number, force = false): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const cached = this.#cached;
      if (!cached) return;
      const span = spanAt(cached.shape, spanOf(cached.shape, moment));
      if (!cached.shape.stretches.some((stretch) => inSpan(span, stretch.start) && isCoarse(stretch))) {
        if (force) this.#loader.expire(spanKey(span));
        await this.#loader.load(span);
        return;
      }
      await this.#refine(span);
    }
  }

  /** Notifies once per microtask. */
  #changed(): void {
    this.#list = null;
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      this.#pump();
      for (const listener of this.#listeners) listener();
    });
  }
}
