// A small API over PhotoSwipe: shows the pictures of a list one at a time, however long the list is. Without React.
import PhotoSwipe, { type SlideData } from 'photoswipe';
// In this order: the second changes the first.
import 'photoswipe/style.css';
import './lightbox.css';
import { deviceLabel } from '#src/lib/device.ts';
import { fetchMedia, isOnServer } from '#src/shell/media-image.tsx';
import { onceReachable } from '#src/transport/reachability.ts';
import type { GridItem, GridList } from '#src/ui/grid/selection.ts';
import { indexShift, nextAfterRemoval, type SlidePlace } from './slide-alignment.ts';

/** What the stage shows of an item: a picture with its placeholder, a sentence where there is no picture, or an empty place. */
export type Slide =
  | { kind: 'picture'; data: SlideData & { src: string } }
  | { kind: 'message'; words: string }
  /** The item is not loaded yet. */
  | { kind: 'unread' };

/** Slides with the same key look the same: they are not redrawn. */
export function slideKey(id: string | null, slide: Slide): string {
  const looks = slide.kind === 'picture' ? slide.data.src : slide.kind === 'message' ? slide.words : '';
  return `${id ?? ''} ${looks}`;
}

type Content = NonNullable<PhotoSwipe['currSlide']>['content'];

/** Below the 200 ms limit for transitions. */
const TRANSITION_MS = 180;
/** The number of previews loaded on each side of the current photo. */
const NEAR = 2;
/** Items to load around the current one: some seconds of paging. */
const AHEAD = 24;

export interface LightboxList<T extends GridItem> extends GridList<T> {
  /** Items of this range, both ends included, are visible now or soon: load the missing ones. */
  want?(first: number, last: number): void;
}

/** Makes slides from items. */
export interface LightboxSlides<T extends GridItem> {
  /** @param fetched the picture as fetched by the transport, after its plain URL failed */
  slideOf(item: T | undefined, fetched: string | undefined): Slide;
  /** Pictures further away may be released. */
  keepNear?(list: LightboxList<T>, index: number, distance: number): void;
  release?(): void;
}

interface LightboxEvents {
  /** Null: the current photo is not loaded yet. */
  onShow(id: string | null): void;
  /** It begins to close. */
  onClosing(): void;
  onClosed(): void;
  /** Gets a key before the stage handles it. Returns true if it was used. */
  onKey(event: KeyboardEvent): boolean;
  /** Called if the current photo is not among the loaded ones anymore. */
  isGone(id: string): Promise<boolean>;
  /** It was removed elsewhere; the stage goes on to the next one. */
  onGone?(): void;
}

export interface Lightbox<T extends GridItem> {
  /** The parent for controls above the pictures. */
  element: HTMLElement;
  show(id: string): void;
  /** @param hidden just deleted by this person */
  update(order: LightboxList<T>, hidden: ReadonlySet<string>): void;
  /** Space covered by the details, CSS pixels. */
  leaveRoom(room: { right: number; bottom: number }): void;
  next(): void;
  previous(): void;
  close(): void;
  destroy(): void;
}

/** @param slidesWith gets a function that redraws an item */
export function openLightbox<T extends GridItem>(
  list: LightboxList<T>,
  startId: string,
  slidesWith: (redraw: (id: string) => void) => LightboxSlides<T>,
  events: LightboxEvents,
): Lightbox<T> {
  let order = list;
  let shownId: string | null = startId;
  let room = { right: 0, bottom: 0 };
  let destroyed = false;
  /** PhotoSwipe's contents: at most the slides around the current one. */
  const held = new Set<Content>();
  const fetched = new Map<string, string>();
  const slides = slidesWith((id) => redrawItem(id));

  const pswp = new PhotoSwipe({
    index: Math.max(0, order.indexOf(startId)),
    loop: false,
    bgOpacity: 1,
    returnFocus: false,
    trapFocus: false,
    close: false,
    zoom: false,
    counter: false,
    arrowPrev: false,
    arrowNext: false,
    wheelToZoom: true,
    preload: [NEAR, NEAR],
    showAnimationDuration: TRANSITION_MS,
    hideAnimationDuration: TRANSITION_MS,
    zoomAnimationDuration: TRANSITION_MS,
    secondaryZoomLevel: (levels) => levels.fit * 2.5,
    maxZoomLevel: (levels) => Math.max(2, levels.fit * 5),
    mainClass: 'venue photo-stage',
    // If the server answered without a picture.
    errorMsg: 'This photo can’t be shown right now.',
    paddingFn: (viewport) =>
      viewport.x >= 768 ? { top: 64, bottom: 24, left: 64, right: 64 + room.right } : { top: 0, bottom: room.bottom, left: 0, right: 0 },
  });

  const slideFor = (item: T | undefined): Slide => slides.slideOf(item, item && fetched.get(item.id));
  const keyAt = (index: number): string => {
    const item = order.at(index);
    return slideKey(item?.id ?? null, slideFor(item));
  };
  const idOf = (content: Content): string | null => (typeof content.data.id === 'string' ? content.data.id : null);

  /** Releases a picture, and aborts its download. */
  const letGo = (content: Content) => {
    if (pswp.contentLoader.getContentByIndex(content.index) === content) pswp.contentLoader.removeByIndex(content.index);
    const image = content.element;
    const isLoading = content.isLoading();
    content.destroy();
    if (isLoading && image instanceof HTMLImageElement) image.removeAttribute('src');
  };
  const redraw = (index: number) => {
    const before = pswp.contentLoader.getContentByIndex(index);
    pswp.refreshSlideContent(index);
    if (before) letGo(before);
  };
  const redrawItem = (id: string) => {
    const index = order.indexOf(id);
    if (destroyed || index === -1) return;
    if (Math.abs(index - pswp.currIndex) <= 1) redraw(index);
    else for (const content of held) if (idOf(content) === id) letGo(content);
  };

  /** Slides as drawn: the current one first, the others by distance. */
  const standing = (): SlidePlace[] =>
    pswp.mainScroll.itemHolders
      .flatMap(({ slide }) => (slide ? [{ index: slide.index, id: idOf(slide.content) }] : []))
      .toSorted((a, b) => Math.abs(a.index - pswp.currIndex) - Math.abs(b.index - pswp.currIndex));

  /** Shifts the indices of the slides without touching their display. */
  const renumber = (by: number) => {
    if (by === 0) return;
    pswp.currIndex += by;
    pswp.potentialIndex += by;
    for (const { slide } of pswp.mainScroll.itemHolders) if (slide) slide.index += by;
    for (const content of held) content.index += by;
  };

  /** Redraws slides that differ from the list. */
  const settle = () => {
    for (const content of held) {
      if (content.data.key === keyAt(content.index) && content.index < order.length) continue;
      if (Math.abs(content.index - pswp.currIndex) <= 1) redraw(content.index);
      else letGo(content);
    }
    for (const [place, { slide }] of pswp.mainScroll.itemHolders.entries()) {
      const index = pswp.currIndex - 1 + place;
      if (!slide && index >= 0 && index < order.length) redraw(index);
    }
  };

  const drop = () => {
    const at = pswp.currIndex;
    const others = standing().filter(({ index }) => index !== at);
    const around = { before: others.filter(({ index }) => index < at), after: others.filter(({ index }) => index > at) };
    const next = nextAfterRemoval(at, around, order);
    if (next === -1) return pswp.close();
    renumber(next - at);
    settle();
    changed();
  };

  const changed = () => {
    const at = pswp.currIndex;
    order.want?.(Math.max(0, at - AHEAD), Math.min(order.length - 1, at + AHEAD));
    for (const content of held) if (Math.abs(content.index - at) > NEAR) letGo(content);
    slides.keepNear?.(order, at, NEAR);
    for (const [id, url] of fetched) {
      if (held.size > 0 && [...held].some((content) => idOf(content) === id)) continue;
      URL.revokeObjectURL(url);
      fetched.delete(id);
    }
    const id = order.at(at)?.id ?? null;
    shownId = id;
    events.onShow(id);
  };

  pswp.addFilter('numItems', () => order.length);
  pswp.addFilter('placeholderSrc', (_src, content) => content.data.msrc ?? false);
  pswp.addFilter('itemData', (_data, index) => {
    const item = order.at(index);
    const id = item?.id ?? null;
    const slide = slideFor(item);
    const element = (id !== null && document.querySelector<HTMLElement>(`[data-photo="${id}"]`)) || undefined;
    const facts = { id, key: slideKey(id, slide), element };
    if (slide.kind === 'picture') return { ...slide.data, ...facts, thumbCropped: true };
    return { type: slide.kind, ...(slide.kind === 'message' ? { words: slide.words } : {}), ...facts };
  });
  pswp.on('contentInit', ({ content }) => void held.add(content));
  pswp.on('contentDestroy', ({ content }) => void held.delete(content));
  pswp.on('contentLoad', (event) => {
    const { type, data } = event.content;
    if (type !== 'message' && type !== 'unread') return;
    event.preventDefault();
    const place = document.createElement('div');
    place.className = `photo-stage-${type}`;
    if (type === 'message') place.textContent = String(data.words);
    event.content.element = place;
  });
  // Ahead of the thumbnails of the gallery below.
  pswp.on('contentLoadImage', ({ content }) => {
    if (!(content.element instanceof HTMLImageElement)) return;
    content.element.fetchPriority = content.index === pswp.currIndex ? 'high' : 'auto';
    if (typeof content.data.background === 'string') content.element.style.background = content.data.background;
  });
  // A picture failed to load: try once more through the transport, which renews the session if that was the reason.
  pswp.on('loadError', ({ content }) => {
    const { id, src } = content.data;
    if (typeof id !== 'string' || !src || fetched.has(id) || !isOnServer(src)) return;
    fetchMedia(src).then(
      (url) => {
        if (!url) return;
        if (destroyed) return URL.revokeObjectURL(url);
        fetched.set(id, url);
        redrawItem(id);
      },
      () => {
        const message = content.element?.querySelector('.pswp__error-msg');
        if (message) message.textContent = `This photo isn’t on this ${deviceLabel}. Connect to view it.`;
        onceReachable(() => destroyed || redrawItem(id));
      },
    );
  });
  pswp.on('keydown', (event) => {
    if (events.onKey(event.originalEvent)) event.preventDefault();
  });
  pswp.on('change', changed);
  pswp.on('close', () => events.onClosing());
  pswp.on('destroy', () => {
    destroyed = true;
    slides.release?.();
    for (const url of fetched.values()) URL.revokeObjectURL(url);
    events.onClosed();
  });
  pswp.init();
  const { element } = pswp;
  if (!element) throw new Error('PhotoSwipe created no element.');
  element.setAttribute('aria-label', 'Photo');

  // PhotoSwipe ignores close() while it opens.
  const onceOpen = (act: () => void) => (pswp.opener.isOpening ? pswp.on('openingAnimationEnd', act) : act());

  return {
    element,
    show: (id) => {
      const index = order.indexOf(id);
      if (index !== -1 && index !== pswp.currIndex) pswp.goTo(index);
    },
    update: (next, hidden) => {
      if (destroyed || next === order) return;
      order = next;
      const lost = shownId !== null && order.indexOf(shownId) === -1 ? shownId : null;
      if (lost === null ? order.length === 0 : hidden.has(lost)) return drop();
      if (lost !== null) {
        // It may just not have been read again yet: the first photos of an event leave an empty list between the queue and the gallery.
        events.isGone(lost).then(
          (gone) => {
            if (!gone || destroyed || shownId !== lost || order.indexOf(lost) !== -1) return;
            events.onGone?.();
            drop();
          },
          () => undefined, // unreachable: the visible slide stays
        );
        return;
      }
      renumber(indexShift(standing(), order) ?? 0);
      settle();
      changed();
    },
    leaveRoom: (now) => {
      if (now.right === room.right && now.bottom === room.bottom) return;
      room = now;
      if (!destroyed) pswp.updateSize(true);
    },
    next: () => pswp.next(),
    previous: () => pswp.prev(),
    close: () => onceOpen(() => pswp.close()),
    destroy: () => {
      destroyed = true;
      element.remove();
      onceOpen(() => pswp.destroy());
    },
  };
}

/** Makes the layout below the open stage inert; toasts are beside the layout and stay usable. Returns a function that ends it. */
export function makeInert(): () => void {
  const layout = document.getElementById('main')?.parentElement;
  layout?.setAttribute('inert', '');
  return () => layout?.removeAttribute('inert');
}
