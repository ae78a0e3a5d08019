// One gallery while somebody looks at it, without React: what is cached becomes a list, what is looked at is read, what the stream tells is taken
// in. Everything it knows of the server lies in the query cache; it can be thrown away and made again at any time.
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
import type { FeedItem } from './feed.ts';
import { matchesPhoto } from './filter.ts';
import { readCachedGallery, writeCachedGallery } from './gallery-cache.ts';
import { createPhotoListMaker, segmentsToLoad, type PhotoList, type PhotoListSources, type WantedRange } from './photo-list.ts';
import { orderKey, type Photo, type PhotoChange } from './photo.ts';
import { stretchDetailQuery, galleryKeys, photoQuery, shapeQuery, type GalleryKey } from './queries.ts';
import { createSegmentLoader, type SegmentLoader } from './segment-loader.ts';
import { inSpan, isCoarse, refine, spanAt, spanKey, spanOf, type Span } from './timeline.ts';

/** Counts that may be wrong are asked for again no more often than this. */
const RECOUNT_MS = 1_500;
/** Ranges that others than the grid asked for: the viewer's neighbours, now and a moment ago. */
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
  /** Changes taken in while answers were on their way that may not hold them. */
  #since: PhotoChange[] = [];
  /** What the grid shows and is about to show; what others look at. */
  #visible: WantedRange | null = null;
  #wanted: WantedRange[] = [];
  #recount: ReturnType<typeof setTimeout> | undefined;
  #isNotifying = false;
  #refineFailure: Error | null = null;
  #collecting = 0;

  constructor(client: QueryClient, of: GalleryKey) {
    this.#client = client;
    this.of = of;
    this.#makeList = createPhotoListMaker((first, last) => this.#want({ first, last }));
    this.#loader = createSegmentLoader({
      client,
      of,
      onLoad: (span, segment) => this.#onSegment(span, segment),
      onFail: () => this.#changed(),
      // Where photos arrive, and where one comes back to.
      pinned: () => (this.#cached ? [spanAt(this.#cached.shape, 0)] : []),
    });
  }

  /** Watches the cache and the way to the server. Returns what ends it. */
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

  /** A photo that is cached, as the server has it. */
  photo(id: string): Photo | undefined {
    const cached = this.#cached;
    return cached ? findCachedPhoto(cached, id) : undefined;
  }

  /** While a range is being collected, nothing may move. */
  isCollecting = (): boolean => this.#collecting > 0;

  /** What this phone adds. */
  setOwn(own: Own): void {
    this.#own = own;
    this.#changed();
  }

  /** The grid shows these, or stands still near them. Others that only the grid wanted are given up. */
  see(first: number, last: number): void {
    this.#visible = { first, last };
    this.#pump();
  }

  retry = (): void => {
    this.#refineFailure = null;
    this.#loader.retry();
    this.#changed();
  };

  /** @throws what kept the photo from being read, when the server did not say that it is not here */
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
      // It may have come just now, after its neighbours were read and before the stream tells of it.
      if (this.list().indexOf(photoId) === -1) await this.#loadAt(takenAt, true);
    } catch (error) {
      // Who is signed out, or asked too often, was told nothing of the photo; nor by what stands between us and the server.
      if (error instanceof ApiError && error.fromServer && error.status < 500 && ![401, 429].includes(error.status)) return null;
      throw error;
    }
    const index = this.list().indexOf(photoId);
    return index === -1 ? null : index;
  };

  /**
   * These photos, both ends included, after reading those that were not. Fewer when some went meanwhile.
   * @throws what kept one from being read
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

  /** Changes of the stream, in their order. */
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
    if (unsure) this.#scheduleRecount();
  }

  /** The stream's memory does not reach back to what is cached: nothing of it can be trusted. */
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

  #onSegment(span: Span, segment: Segment): void {
    const before = this.#cached;
    if (before) this.#write(before, mergeSegment({ ...before, counted: this.#counted }, span, segment, this.#since, this.#reader()));
  }

  /** The timeline was read anew. */
  #onShape(): void {
    const before = this.#cached;
    if (!before) return;
    const { cached, outdated } = mergeShape(before, this.#since, this.#reader());
    this.#write(before, cached);
    for (const key of outdated) this.#loader.expire(key);
  }

  #scheduleRecount(): void {
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

  /** What is wanted, the most urgent first. */
  #ranges(): readonly WantedRange[] {
    return [...this.#wanted.slice(0, 1), ...(this.#visible ? [this.#visible] : []), ...this.#wanted.slice(1)];
  }

  /** Tells what is to be read. */
  #pump(): void {
    const shape = this.#client.getQueryData(shapeQuery(this.of).queryKey);
    const list = this.list();
    if (!shape) return;
    const segments = this.#cached?.segments;
    // Of an empty list no range is asked: what was counted is read, and what the phone kept is read once more.
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

  /** Learns when exactly the photos of a coarse stretch were taken, before they are read. */
  async #refine(span: Span): Promise<void> {
    const shape = this.#client.getQueryData(shapeQuery(this.of).queryKey);
    const coarse = shape?.stretches.find((stretch) => inSpan(span, stretch.start) && isCoarse(stretch));
    if (!coarse) return;
    const timeline = await this.#client.fetchQuery({ ...stretchDetailQuery(this.of, coarse), staleTime: 1_000 });
    this.#client.setQueryData(shapeQuery(this.of).queryKey, (now) => now && refine(now, coarse, timeline));
  }

  /** @param force also where it was read before */
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

  /** Many changes in one go are told once. */
  #changed(): void {
    this.#list = null;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      this.#pump();
      for (const listener of this.#listeners) listener();
    });
  }
}
