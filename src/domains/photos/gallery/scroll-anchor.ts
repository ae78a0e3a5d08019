// Keeps what is under the eye where it is, brings one back to where one was, and counts what arrives above meanwhile. Without React.
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { orderOf } from '#src/domains/photos/feed.ts';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import type { OrderKey } from '#src/domains/photos/photo.ts';
import { indexAt, type Layout, placeInGrid } from '#src/ui/grid/layout.ts';
import type { Frame, ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridFrame } from '#src/ui/grid/use-frame.tsx';

// What is under the eye, told by the photo and not by pixels: it stays there when photos arrive above it, when the screen is turned, after a
// reload and on the way back.

interface Anchor extends OrderKey {
  /** How many photos of its minute stand before it: finds it roughly while the minute has not been read. */
  rank: number;
  /** How far its square reaches above the eye's line, CSS pixels. */
  offset: number;
}

const MINUTE_MS = 60_000;
const LAST_ID = '￿';

/** The photo at this place as an anchor. @param y the eye's line, from the top of the grid */
function anchorAt(list: PhotoList, layout: Layout, index: number, y: number): Anchor | null {
  const place = placeInGrid(layout, index);
  if (!place) return null;
  const item = list.at(index);
  const takenAt = list.timeAt(index);
  const minuteEnd = Math.floor(takenAt / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1;
  const rank = Math.max(0, index - list.countBefore({ takenAt: minuteEnd, id: LAST_ID }));
  return { takenAt, id: item ? orderOf(item).id : '', rank, offset: y - place.top };
}

/** Where the anchor's photo stands now, or what stands in its place. */
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
  /** The latest photo when it was saved: how many came since is told. */
  newest: OrderKey;
  savedAt: number;
}

/** By the history's entry, and by what was looked at for those who come back by another way. */
type SavedPositions = Record<string, SavedPosition>;

const STORE = 'gallery-places';
const MAX_SAVED = 40;
/** Coming back by a new way, one looks for where one was, but not for where one was an hour ago. */
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
    // Written by another version, or storage is refused: one begins at the top.
    return {};
  }
}

/** @param of names what is looked at: the event and its filter */
function readPosition(entry: string, of: string): SavedPosition | null {
  const places = readAll();
  const own = places[`${entry} ${of}`];
  if (isSavedPosition(own)) return own;
  const last = places[of];
  return isSavedPosition(last) && Date.now() - last.savedAt < RESTORE_WITHIN_MS ? last : null;
}

/** Null: one looks at the top. */
function savePosition(entry: string, of: string, place: SavedPosition | null): void {
  const { [`${entry} ${of}`]: _own, [of]: _last, ...others } = readAll();
  const kept = Object.entries(others).slice(-MAX_SAVED);
  const places: SavedPositions = { ...Object.fromEntries(kept), ...(place && { [of]: place, [`${entry} ${of}`]: place }) };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(places));
  } catch (error) {
    console.warn('The place in the gallery cannot be kept.', error);
  }
}

/** Scrolled less than this, one still looks at the top, and what arrives is shown at once. */
export const AT_TOP_PX = 80;

/** What is on the screen now. */
interface View {
  list: PhotoList;
  layout: Layout;
  frame: GridFrame;
}

/** The latest photo of a list. Not read yet, it was taken at the end of its minute at the latest. */
function newestOf(list: PhotoList): OrderKey {
  const item = list.at(0);
  return item ? orderOf(item) : { takenAt: list.timeAt(0) + 60_000, id: '' };
}

export class ScrollAnchor {
  readonly #tracker: ScrollTracker;
  readonly #of: string;
  readonly #listeners = new Set<() => void>();
  /** Null: one looks at the top. */
  #anchor: Anchor | null = null;
  /** Where the anchor, in the layout it was dropped in, wanted the window to be. */
  #anchoredAt = 0;
  #newest: OrderKey | null = null;
  #adjusting = false;
  #arrived = 0;
  #view: View | null = null;
  #entry = '';

  /** @param of names what is looked at: the event and its filter */
  constructor(tracker: ScrollTracker, of: string) {
    this.#tracker = tracker;
    this.#of = of;
  }

  /** @returns whether there was a place to come back to. Else one begins at the top. */
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

  /** How many photos have come above what one looks at. */
  arrived = (): number => this.#arrived;

  /** Something else is on the screen: other photos, other sizes. */
  update(view: View): void {
    this.#view = view;
    this.#adjust();
    this.#count();
  }

  /** Somebody scrolls: another photo is under the eye. Returns what ends it. */
  follow(): () => void {
    return this.#tracker.subscribe((frame) => this.#scrolled(frame));
  }

  /** The history has moved on to another entry, with the same on the screen. */
  enter(entry: string): void {
    this.#entry = entry;
    this.save();
  }

  save = (): void => {
    const [anchor, newest] = [this.#anchor, this.#newest];
    savePosition(this.#entry, this.#of, anchor && newest && { anchor, newest, savedAt: Date.now() });
  };

  /** Brings a photo to the middle of the screen, unless one has scrolled by oneself, or sees it already. */
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

  /** The scroll position at which the anchor's photo is under the eye. */
  #wanted(): number | null {
    if (!this.#anchor || !this.#view) return null;
    const { list, layout, frame } = this.#view;
    const place = placeInGrid(layout, findAnchor(list, this.#anchor));
    return place && Math.max(0, Math.round(frame.top + place.top + this.#anchor.offset - frame.stick - layout.heading));
  }

  /**
   * Puts the anchor's photo back under the eye. In a fling the window is ahead of what was last heard of it, and to set its position would end the
   * fling: then it is only moved by as much as the photos were.
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
  /** The entry of the history, and what is looked at: places are kept for both. */
  entry: string;
  of: string;
  /** The photo that the URL opens: without a kept place, one begins there. */
  openId: string | null;
  locate: (photoId: string) => Promise<number | null>;
}

export function useScrollAnchor({ list, layout, frame, tracker, entry, of, openId, locate }: ScrollAnchorOptions): ScrollAnchor {
  const [anchoring] = useState(() => new ScrollAnchor(tracker, of));

  const begin = useEffectEvent(() => {
    if (anchoring.begin(entry) || openId === null) return;
    // What is wrong with the link, the viewer says.
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

  // The place belongs to the entry that was left, also when the address has changed already.
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
