// PhotoSwipe behind a few words: a stage that shows the photos of an order, one at a time. Without React.
import PhotoSwipe from 'photoswipe';
import { fetchMedia } from '#src/shell/media-image.tsx';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { readPicture, type LocalPicture } from '#src/domains/photos/local-pictures.ts';
import { nextOrder, signature, slideOf, type Slide } from './slides.ts';

/** Under the 200 ms that motion may take here (design: look). */
const TRANSITION_MS = 180;

export interface StageEvents {
  onShow(id: string): void;
  onClosed(): void;
  /** Few photos are left before the end. */
  onNearEnd(): void;
}

export interface Stage {
  /** Controls are put in here, above the pictures. */
  element: HTMLElement;
  show(id: string): void;
  update(items: ReadonlyMap<string, FeedItem>): void;
  next(): void;
  previous(): void;
  close(): void;
  destroy(): void;
}

const NEAR_END = 6;

export function openStage(items: ReadonlyMap<string, FeedItem>, startId: string, events: StageEvents): Stage {
  let current = items;
  let order = items.has(startId) ? [...items.keys()] : [startId];
  const pictures = new Map<string, LocalPicture | null>();
  const fetched = new Map<string, string>();
  const asked = new Set<string>();
  const drawn = new Map<string, string>();
  let destroyed = false;

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
    preload: [1, 2],
    showAnimationDuration: TRANSITION_MS,
    hideAnimationDuration: TRANSITION_MS,
    zoomAnimationDuration: TRANSITION_MS,
    secondaryZoomLevel: (levels) => levels.fit * 2.5,
    maxZoomLevel: (levels) => Math.max(2, levels.fit * 5),
    mainClass: 'venue photo-stage',
    errorMsg: 'This photo is not on this phone. It opens again with a connection.',
    paddingFn: (viewport) => (viewport.x >= 768 ? { top: 64, bottom: 24, left: 64, right: 64 } : { top: 0, bottom: 0, left: 0, right: 0 }),
  });

  const redraw = (id: string) => {
    const index = order.indexOf(id);
    if (!destroyed && index !== -1) pswp.refreshSlideContent(index);
  };

  const slideFor = (id: string): Slide => {
    const item = current.get(id);
    if (!item) return { kind: 'message', words: 'This photo is no longer here.' };
    const slide = slideOf(item, { local: pictures.get(id), fetched: fetched.get(id) });
    drawn.set(id, signature(slide));
    if (item.kind === 'waiting' && !asked.has(id)) {
      asked.add(id);
      void readPicture(id, item.record.orientation).then((picture) => {
        if (destroyed && picture) URL.revokeObjectURL(picture.url);
        pictures.set(id, picture);
        redraw(id);
      });
    }
    return slide;
  };

  pswp.addFilter('numItems', () => order.length);
  pswp.addFilter('placeholderSrc', (_src, content) => content.data.msrc ?? false);
  pswp.addFilter('itemData', (_data, index) => {
    const id = order[index] ?? '';
    const slide = slideFor(id);
    const element = document.querySelector<HTMLElement>(`[data-photo="${id}"]`) ?? undefined;
    if (slide.kind === 'picture') return { ...slide.data, id, element, thumbCropped: true };
    return { type: 'message', words: slide.words, id, element };
  });
  pswp.on('contentLoad', (event) => {
    if (event.content.type !== 'message') return;
    event.preventDefault();
    const words = document.createElement('p');
    words.className = 'photo-stage-words';
    words.textContent = String(event.content.data.words);
    event.content.element = words;
  });
  // A picture that did not come: once more through the transport, which renews the session when that was what was missing.
  pswp.on('loadError', ({ content }) => {
    const { id, src } = content.data;
    if (typeof id !== 'string' || !src || fetched.has(id) || src.startsWith('blob:')) return;
    fetchMedia(src).then(
      (url) => {
        if (!url) return;
        if (destroyed) URL.revokeObjectURL(url);
        fetched.set(id, url);
        redraw(id);
      },
      () => undefined, // unreachable: the slide says so already
    );
  });
  pswp.on('change', () => {
    const id = order[pswp.currIndex];
    if (id !== undefined) events.onShow(id);
    if (pswp.currIndex >= order.length - NEAR_END) events.onNearEnd();
  });
  pswp.on('destroy', () => {
    destroyed = true;
    for (const picture of pictures.values()) if (picture) URL.revokeObjectURL(picture.url);
    for (const url of fetched.values()) URL.revokeObjectURL(url);
    events.onClosed();
  });
  pswp.init();
  const { element } = pswp;
  if (!element) throw new Error('PhotoSwipe made no element.');
  element.setAttribute('aria-label', 'Photo');

  // PhotoSwipe does nothing when it is told to close while it opens.
  const onceOpen = (act: () => void) => (pswp.opener.isOpening ? pswp.on('openingAnimationEnd', act) : act());

  const update = (items: ReadonlyMap<string, FeedItem>) => {
    if (destroyed) return;
    current = items;
    const shownId = order[pswp.currIndex];
    const before = order;
    order = nextOrder(order, [...items.keys()]);
    if (order.length === 0) {
      pswp.close();
      return;
    }
    const index = shownId === undefined ? -1 : order.indexOf(shownId);
    if (index === -1 || index !== pswp.currIndex) {
      // The photo itself, or one before it, has gone: the slides around move up.
      const target = index === -1 ? Math.min(pswp.currIndex, order.length - 1) : index;
      moveTo(target);
      return;
    }
    if (before.length !== order.length) for (const near of [index + 1, index - 1]) if (near in order) pswp.refreshSlideContent(near);
    for (const id of [order[index], order[index + 1], order[index - 1]]) {
      const drawnBefore = id === undefined ? undefined : drawn.get(id);
      if (id !== undefined && drawnBefore !== undefined && drawnBefore !== signature(slideFor(id))) redraw(id);
    }
  };

  const moveTo = (target: number) => {
    if (target !== pswp.currIndex) pswp.goTo(target);
    for (const index of [target, target + 1, target - 1]) if (index in order) pswp.refreshSlideContent(index);
  };

  return {
    element,
    show: (id) => {
      const index = order.indexOf(id);
      if (index !== -1 && index !== pswp.currIndex) pswp.goTo(index);
    },
    update,
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
