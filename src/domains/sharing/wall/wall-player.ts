// Plays the wall: which photos are on the screen now, and when the next ones come. Without React, so that nothing renders but what changed.
import { ApiError } from '#src/transport/problem.ts';
import { type Browser, createPictureCache, type Pictures } from './picture-cache.ts';
import { type Layout, layoutOf, partnerOf, type Size } from './wall-layout.ts';
import { addOlder, arrive, EMPTY_ORDER, idsOf, leave, putBack, renew, startOrder, take, upcoming, type WallOrder } from './wall-order.ts';
import type { WallPhoto, WallSource } from './wall-source.ts';

export interface Slide {
  /** Another for each slide. */
  key: number;
  layout: Layout;
  pictures: readonly { photo: WallPhoto; address: string }[];
}

export interface WallState {
  phase: 'loading' | 'empty' | 'showing' | 'failed';
  slide: Slide | null;
  isPaused: boolean;
  /** When the connection was lost; null while there is one. */
  offlineSince: number | null;
  /** Why nothing could be loaded. */
  error: unknown;
}

/** Of the night; older ones are forgotten. */
const MAX_PHOTOS = 5000;
/** Slides that can be gone back to. */
const MAX_HISTORY = 50;
/** So many of the next photos may fill up a slide. */
const PARTNERS_AMONG = 12;
/** New photos don't replace each other faster. */
const MIN_SHOWN_MS = 500;
/** A short interruption is not shown. */
const OFFLINE_AFTER_MS = 2_000;
const RETRY_MS = 4_000;
const MAX_RETRY_MS = 60_000;
const MAX_TRIES = 10;

interface Options {
  source: WallSource;
  /** How long a slide stays. */
  seconds: number;
  screen?: () => Size;
  random?: () => number;
  browser?: Browser;
}

const windowSize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });
const isGone = (error: unknown) => error instanceof ApiError && [404, 410].includes(error.status);
const isRefused = (error: unknown) => error instanceof ApiError && error.fromServer;

export class WallPlayer {
  private readonly source: WallSource;
  private readonly screen: () => Size;
  private readonly random: () => number;
  private readonly pictures: Pictures;
  private readonly photos = new Map<string, WallPhoto>();
  private readonly listeners = new Set<() => void>();
  private state: WallState = { phase: 'loading', slide: null, isPaused: false, offlineSince: null, error: null };
  private order: WallOrder = EMPTY_ORDER;
  private history: string[][] = [];
  /** Of the slide in the history. */
  private place = -1;
  private seconds: number;
  private slides = 0;
  private shownAt = 0;
  /** A later turn, or read of all photos, makes earlier ones void. */
  private turn = 0;
  private syncing: AbortController | null = null;
  private hasSynced = false;
  private readonly arrived = new Set<string>();
  private readonly removed = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private offlineTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Reads of all photos that failed, one after the other. */
  private failures = 0;
  private unfollow: (() => void) | null = null;

  constructor({ source, seconds, screen = windowSize, random = Math.random, browser }: Options) {
    this.source = source;
    this.seconds = seconds;
    this.screen = screen;
    this.random = random;
    this.pictures = createPictureCache((id) => this.isShown(id), browser);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly read = (): WallState => this.state;

  /** Returns a function that ends it. */
  start(): () => void {
    let hasBeenLive = false;
    this.unfollow = this.source.follow({
      onPhoto: (photo) => this.add(photo),
      onRemoved: (id) => this.remove(id),
      onReset: () => void this.sync(),
      onLive: (live) => {
        if (live) {
          hasBeenLive = true;
          this.setOnline();
          void this.sync();
        } else if (hasBeenLive) this.setOffline(OFFLINE_AFTER_MS);
      },
    });
    window.addEventListener('online', this.retry);
    void this.sync();
    return () => this.end();
  }

  private end(): void {
    this.unfollow?.();
    window.removeEventListener('online', this.retry);
    this.syncing?.abort();
    this.turn += 1;
    for (const timer of [this.timer, this.offlineTimer, this.retryTimer]) clearTimeout(timer);
    this.pictures.clear();
  }

  // --- What the person does

  readonly next = (): void => {
    if (this.place < this.history.length - 1) void this.showAgain(this.place + 1);
    else void this.advance();
  };

  readonly previous = (): void => {
    if (this.place > 0) void this.showAgain(this.place - 1);
  };

  readonly togglePause = (): void => {
    this.set({ isPaused: !this.state.isPaused });
    this.schedule();
  };

  readonly retry = (): void => void this.sync();

  setSeconds(seconds: number): void {
    if (seconds === this.seconds) return;
    this.seconds = seconds;
    this.schedule();
  }

  // --- Photos that come and go

  private add(photo: WallPhoto): void {
    this.removed.delete(photo.id);
    this.arrived.add(photo.id);
    const known = this.photos.get(photo.id);
    this.photos.set(photo.id, photo);
    if (known) {
      if (known.url !== photo.url) this.pictures.drop(photo.id);
      return;
    }
    this.order = arrive(this.order, [photo.id]);
    this.forgetOldest();
    if (this.hasSynced) this.interrupt();
  }

  private remove(id: string): void {
    this.removed.add(id);
    this.arrived.delete(id);
    if (!this.photos.delete(id)) return;
    this.order = leave(this.order, new Set([id]));
    this.history = this.history.map((ids) => ids.filter((other) => other !== id));
    const { slide } = this.state;
    if (slide && this.isShown(id)) {
      const pictures = slide.pictures.filter(({ photo }) => photo.id !== id);
      // It leaves at once, also if the next one is not loaded yet.
      this.set({ slide: pictures.length > 0 ? { ...slide, layout: 'single', pictures } : null });
      if (pictures.length === 0) void this.advance();
    }
    this.pictures.drop(id);
    if (this.photos.size === 0 && this.hasSynced) this.set({ phase: 'empty', slide: null });
  }

  /** Shows a new photo now, instead of one that was there already. */
  private interrupt(): void {
    if (this.state.isPaused) return;
    const { slide } = this.state;
    const wait = slide ? this.shownAt + MIN_SHOWN_MS - performance.now() : 0;
    if (wait > 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.interrupt(), wait);
      return;
    }
    const wasSeen = performance.now() - this.shownAt > (this.seconds * 1000) / 2;
    void this.advance(slide && !wasSeen ? slide.pictures.map(({ photo }) => photo.id) : []);
  }

  private forgetOldest(): void {
    for (const id of this.photos.keys()) {
      if (this.photos.size <= MAX_PHOTOS) return;
      if (this.isShown(id)) continue;
      this.photos.delete(id);
      this.order = leave(this.order, new Set([id]));
    }
  }

  /** Reads all photos: at the start, and after changes may have been missed. */
  private async sync(): Promise<void> {
    this.syncing?.abort();
    clearTimeout(this.retryTimer);
    const control = new AbortController();
    this.syncing = control;
    this.arrived.clear();
    this.removed.clear();
    const seen = new Set<string>();
    try {
      let cursor: string | null = null;
      do {
        const page = await this.source.listPhotos(cursor, control.signal);
        if (control.signal.aborted) return;
        const photos = page.photos.filter(({ id }) => !this.removed.has(id));
        for (const photo of photos) {
          seen.add(photo.id);
          this.photos.set(photo.id, photo);
        }
        this.take(
          photos.map(({ id }) => id),
          cursor === null,
        );
        cursor = page.next;
      } while (cursor !== null && seen.size < MAX_PHOTOS);
      for (const id of this.photos.keys()) if (!seen.has(id) && !this.arrived.has(id)) this.remove(id);
      this.failures = 0;
      this.setOnline();
      if (this.photos.size === 0) this.set({ phase: 'empty', slide: null, error: null });
    } catch (error) {
      if (control.signal.aborted) return;
      if (isRefused(error)) {
        if (!this.hasSynced) this.set({ phase: 'failed', error });
      } else this.setOffline(0, error);
      this.failures += 1;
      this.retryLater();
    }
  }

  private take(ids: readonly string[], isFirst: boolean): void {
    if (!isFirst) {
      this.order = addOlder(this.order, ids, this.random);
      return;
    }
    this.order = this.hasSynced ? arrive(this.order, ids) : arrive(startOrder(ids, this.random), idsOf(this.order));
    this.hasSynced = true;
    if (!this.state.slide && ids.length > 0) void this.advance();
  }

  // --- Slides

  private isShown(id: string): boolean {
    return this.state.slide?.pictures.some(({ photo }) => photo.id === id) ?? false;
  }

  /** @param unseen photos of the slide that gives way, to show again */
  private async advance(unseen: readonly string[] = []): Promise<void> {
    const turn = this.begin();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      this.order = renew(this.order, this.random);
      const [photo, ...others] = this.known(upcoming(this.order, PARTNERS_AMONG));
      if (!photo) return;
      const partner = partnerOf(this.screen(), photo, others);
      const group = partner ? [photo, partner] : [photo];
      try {
        const addresses = await Promise.all(group.map((one) => this.pictures.load(one)));
        if (turn !== this.turn) return;
        // One of them left meanwhile.
        if (!group.every(({ id }) => this.photos.has(id))) continue;
        for (const { id } of group) this.order = take(this.order, id);
        this.order = putBack(this.order, unseen);
        this.remember(group);
        this.show(group, addresses);
        this.preload();
        return;
      } catch (error) {
        if (turn !== this.turn) return;
        if (isRefused(error) || error instanceof DOMException) {
          // One of the two can't be shown; a change that says why may be on its way.
          for (const one of group) if (!this.pictures.has(one.id)) this.skip(one, error);
        } else {
          this.setOffline(0, error);
          this.showCached();
          return;
        }
      }
    }
    this.schedule();
  }

  private skip({ id }: WallPhoto, error: unknown): void {
    if (isGone(error)) this.remove(id);
    else this.order = take(this.order, id);
  }

  private known(ids: readonly string[]): WallPhoto[] {
    return ids.flatMap((id) => this.photos.get(id) ?? []);
  }

  private remember(group: readonly WallPhoto[]): void {
    this.history = [...this.history, group.map(({ id }) => id)].slice(-MAX_HISTORY);
    this.place = this.history.length - 1;
  }

  /** Loads the next photos early. What fails now is tried again when it is its turn. */
  private preload(): void {
    for (const photo of this.known(upcoming(this.order, 2))) this.pictures.load(photo).catch(() => undefined);
  }

  private async showAgain(place: number): Promise<void> {
    const turn = this.begin();
    this.place = place;
    const group = this.known(this.history[place] ?? []);
    try {
      const addresses = await Promise.all(group.map((one) => this.pictures.load(one)));
      if (turn === this.turn && group.length > 0 && group.every(({ id }) => this.photos.has(id))) this.show(group, addresses);
    } catch (error) {
      if (!isRefused(error)) this.setOffline(0, error);
    }
    if (turn === this.turn) this.schedule();
  }

  /** Without a connection the wall goes on with the pictures that it has, the longest unseen first. */
  private showCached(): void {
    const cached = this.known(this.pictures.ids());
    const photo = cached.find(({ id }) => !this.isShown(id)) ?? cached[0];
    if (!photo) return this.schedule();
    const turn = this.turn;
    void this.pictures.load(photo).then((address) => {
      if (turn !== this.turn) return;
      this.order = take(this.order, photo.id);
      this.remember([photo]);
      this.show([photo], [address]);
    });
  }

  private show(group: readonly WallPhoto[], addresses: readonly string[]): void {
    this.slides += 1;
    this.shownAt = performance.now();
    const pictures = group.map((photo, at) => ({ photo, address: addresses[at] ?? '' }));
    this.set({ phase: 'showing', error: null, slide: { key: this.slides, layout: layoutOf(this.screen(), group), pictures } });
    this.schedule();
  }

  private begin(): number {
    clearTimeout(this.timer);
    this.turn += 1;
    return this.turn;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.state.isPaused) return;
    this.timer = setTimeout(this.next, this.seconds * 1000);
  }

  // --- The connection

  private setOnline(): void {
    clearTimeout(this.offlineTimer);
    if (this.state.offlineSince !== null) this.set({ offlineSince: null });
  }

  private setOffline(afterMs: number, error: unknown = null): void {
    if (this.state.offlineSince !== null) return;
    const since = Date.now();
    clearTimeout(this.offlineTimer);
    this.offlineTimer = setTimeout(() => this.set({ offlineSince: since, ...(error !== null && { error }) }), afterMs);
    // The stream may not notice that its connection is gone.
    this.retryLater();
  }

  private retryLater(): void {
    clearTimeout(this.retryTimer);
    const longest = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.failures);
    this.retryTimer = setTimeout(this.retry, longest / 2 + (this.random() * longest) / 2);
  }

  private set(changes: Partial<WallState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
