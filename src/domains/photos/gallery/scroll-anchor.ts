// Scroll anchoring: preserves the visible photo while photos arrive above, restores the position on return, and counts new photos above.
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { orderOf, type PhotoList } from '#src/domains/photos/photo-list.ts';
import type { OrderKey } from '#src/domains/photos/photo.ts';
import { indexAt, type Layout, placeInGrid } from '#src/ui/grid/layout.ts';
import type { Frame, ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridFrame } from '#src/ui/grid/use-frame.tsx';

// The photo at the top of the screen, by capture time instead of pixels: valid after new photos, rotation, reload and navigation.

interface Anchor extends OrderKey {
  /** The number of photos before it in its minute, to approximate it while the minute is not loaded. */
  rank: number;
  /** The distance of its top edge above the reference line, CSS pixels. */
  offset: number;
}

const MINUTE_MS = 60_000;
const LAST_ID = '￿';

/** @param y the reference line, from the top of the grid */
function anchorAt(list: PhotoList, layout: Layout, index: number, y: number): Anchor | null {
  const place = placeInGrid(layout, index);
  if (!place) return null;
  const item = list.at(index);
  const takenAt = list.timeAt(index);
  const minuteEnd = Math.floor(takenAt / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1;
  const rank = Math.max(0, index - list.countBefore({ takenAt: minuteEnd, id: LAST_ID }));
  return { takenAt, id: item ? orderOf(item).id : '', rank, offset: y - place.top };
}

/** The current index of the anchor's photo, or of the nearest one. */
function findAnchor(list: PhotoList, { takenAt, id, rank }: Anchor): number {
  const known = id === '' ? -1 : list.indexOf(id);
  if (known !== -1) return known;
  const last = list.length - 1;
  const minute = Math.floor(takenAt / MINUTE_MS) * MINUTE_MS;
  const before = list.countBefore({ takenAt: minute + MINUTE_MS - 1, id: LAST_ID });
  const after = list.countBefore({ takenAt: minute - 1, id: LAST_ID });
  return Math.max(0, Math.min(last, before + Math.min(rank, Math.max(0, after - before - 1))));
}

interface SavedPosition {
  anchor: Anchor;
  /** The latest photo at that time, to count new ones. */
  newest: OrderKey;
  savedAt: number;
}

/** Keyed by history entry and gallery, and by gallery alone for other ways back. */
type SavedPositions = Record<string, SavedPosition>;

const STORE = 'gallery-places';
const MAX_SAVED = 40;
/** Without a matching history entry, older positions are ignored. */
const RESTORE_WITHIN_MS = 30 * 60_000;

function isSavedPosition(value: unknown): value is SavedPosition {
  if (typeof value !== 'object' || value === null) return false;
  const { anchor, newest, savedAt } = value as Partial<SavedPosition>;
  const numbers = [anchor?.takenAt, anchor?.rank, anchor?.offset, newest?.takenAt, savedAt];
  return numbers.every((number) => Number.isFinite(number)) && typeof anchor?.id === 'string' && typeof newest?.id === 'string';
}

function readAll(): SavedPositions {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as SavedPositions) : {};
  } catch {
    // Invalid data or no access to storage: starts at the top.
    return {};
  }
}

/** @param of the gallery's key: event and filter */
function readPosition(entry: string, of: string): SavedPosition | null {
  const places = readAll();
  const own = places[`${entry} ${of}`];
  if (isSavedPosition(own)) return own;
  const last = places[of];
  return isSavedPosition(last) && Date.now() - last.savedAt < RESTORE_WITHIN_MS ? last : null;
}

/** Null at the top. */
function savePosition(entry: string, of: string, place: SavedPosition | null): void {
  const { [`${entry} ${of}`]: _own, [of]: _last, ...others } = readAll();
  const kept = Object.entries(others).slice(-MAX_SAVED);
  const places: SavedPositions = { ...Object.fromEntries(kept), ...(place && { [of]: place, [`${entry} ${of}`]: place }) };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(places));
  } catch (error) {
    console.warn('The gallery position could not be saved', error);
  }
}

/** Within this distance the person is at the top, and new photos appear at once. */
export const AT_TOP_PX = 80;

/** The rendered list and its geometry. */
interface View {
  list: PhotoList;
  layout: Layout;
  frame: GridFrame;
}

/** The latest photo. If it is not loaded, assumes the end of its minute. */
function newestOf(list: PhotoList): OrderKey {
  const item = list.at(0);
  return item ? orderOf(item) : { takenAt: list.timeAt(0) + 60_000, id: '' };
}

export class ScrollAnchor {
  readonly #tracker: ScrollTracker;
  readonly #of: string;
  readonly #listeners = new Set<() => void>();
  /** Null at the top. */
  #anchor: Anchor | null = null;
  /** The scroll position of the anchor in the layout that set it. */
  #anchoredAt = 0;
  #newest: OrderKey | null = null;
  #adjusting = false;
  #arrived = 0;
  #view: View | null = null;
  #entry = '';

  /** @param of the gallery's key: event and filter */
  constructor(tracker: ScrollTracker, of: string) {
    this.#tracker = tracker;
    this.#of = of;
  }

  /** @returns whether a saved position was found; else starts at the top */
  begin(entry: string): boolean {
    this.#entry = entry;
    const place = readPosition(entry, this.#of);
    if (!place) {
      this.#tracker.jump(0);
      return false;
    }
    this.#anchor = place.anchor;
    this.#newest = place.newest;
    return true;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The number of new photos above the anchor. */
  arrived = (): number => this.#arrived;

  /** The list or its geometry changed. */
  update(view: View): void {
    this.#view = view;
    this.#adjust();
    this.#count();
  }

  /** Follows scrolling by the person. Returns a function to stop. */
  follow(): () => void {
    return this.#tracker.subscribe((frame) => this.#scrolled(frame));
  }

  /** A new history entry shows the same gallery. */
  enter(entry: string): void {
    this.#entry = entry;
    this.save();
  }

  save = (): void => {
    const [anchor, newest] = [this.#anchor, this.#newest];
    savePosition(this.#entry, this.#of, anchor && newest && { anchor, newest, savedAt: Date.now() });
  };

  /** Scrolls to a photo, unless the person has scrolled or the photo is visible. */
  showFirst(index: number): void {
    if (!this.#view || this.#anchor || window.scrollY > AT_TOP_PX) return;
    const { list, layout, frame } = this.#view;
    const place = placeInGrid(layout, index);
    if (!place || frame.top + place.top + layout.square < frame.screen - frame.foot) return;
    const middle = (frame.screen - frame.stick - frame.foot - layout.square) / 2;
    this.#anchor = anchorAt(list, layout, index, place.top + layout.heading - middle);
    this.#adjust();
    this.#count();
  }

  toTop = (): void => {
    this.#anchor = null;
    this.#tracker.jump(0);
    this.#count();
  };

  #scrolled({ y, moving }: Frame): void {
    if (this.#adjusting || !this.#view) return;
    const { list, layout, frame } = this.#view;
    const eye = y - frame.top + frame.stick + layout.heading;
    this.#anchor = y < AT_TOP_PX ? null : anchorAt(list, layout, indexAt(layout, eye), eye);
    this.#anchoredAt = this.#wanted() ?? 0;
    if (moving) return;
    this.#count();
    this.save();
  }

  /** The scroll position that puts the anchor's photo at the reference line. */
  #wanted(): number | null {
    if (!this.#anchor || !this.#view) return null;
    const { list, layout, frame } = this.#view;
    const place = placeInGrid(layout, findAnchor(list, this.#anchor));
    return place && Math.max(0, Math.round(frame.top + place.top + this.#anchor.offset - frame.stick - layout.heading));
  }

  /**
   * Restores the anchor. During a fling the reported scroll position is old, and setting it would end the fling: then it only scrolls by
   * the distance that the photos moved.
   */
  #adjust(): void {
    const wanted = this.#wanted();
    if (wanted === null) return;
    const y = this.#tracker.frame().moving ? window.scrollY + wanted - this.#anchoredAt : wanted;
    this.#anchoredAt = wanted;
    if (Math.abs(y - window.scrollY) < 1) return;
    this.#adjusting = true;
    this.#tracker.jump(y);
    this.#adjusting = false;
  }

  #count(): void {
    if (!this.#view) return;
    const { list } = this.#view;
    if (!this.#anchor) this.#newest = newestOf(list);
    const arrived = this.#anchor && this.#newest ? list.countBefore(this.#newest) : 0;
    if (arrived === this.#arrived) return;
    this.#arrived = arrived;
    for (const listener of this.#listeners) listener();
  }
}

interface ScrollAnchorOptions extends View {
  tracker: ScrollTracker;
  /** The key of the history entry, and the gallery's key. */
  entry: string;
  of: string;
  /** The photo that the URL opens: the start without a saved position. */
  openId: string | null;
  locate: (photoId: string) => Promise<number | null>;
}

export function useScrollAnchor({ list, layout, frame, tracker, entry, of, openId, locate }: ScrollAnchorOptions): ScrollAnchor {
  const [anchoring] = useState(() => new ScrollAnchor(tracker, of));

  const begin = useEffectEvent(() => {
    if (anchoring.begin(entry) || openId === null) return;
    // The viewer reports errors of the link.
    locate(openId).then(
      (index) => index === null || anchoring.showFirst(index),
      () => undefined,
    );
  });
  useLayoutEffect(() => begin(), []);
  useLayoutEffect(() => {
    if (frame.width > 0 && list.length > 0) anchoring.update({ list, layout, frame });
  }, [anchoring, list, layout, frame]);
  useEffect(() => anchoring.follow(), [anchoring]);

  // The position belongs to the previous entry, even if the URL has already changed.
  useEffect(() => {
    anchoring.enter(entry);
    window.addEventListener('pagehide', anchoring.save);
    return () => {
      window.removeEventListener('pagehide', anchoring.save);
      anchoring.save();
    };
  }, [anchoring, entry]);
  return anchoring;
}

export const useNewPhotoCount = (anchoring: ScrollAnchor): number => useSyncExternalStore(anchoring.subscribe, anchoring.arrived);
