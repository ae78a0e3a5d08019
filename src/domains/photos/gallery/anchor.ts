// What is under the eye, told by the photo and not by pixels: it stays there when photos arrive above it, when the screen is turned, after a
// reload and on the way back.
import { orderOf } from '#src/domains/photos/feed.ts';
import type { OrderKey } from '#src/domains/photos/order.ts';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { placeInGrid, type Layout } from '#src/ui/grid/layout.ts';

export interface Anchor extends OrderKey {
  /** How many photos of its minute stand before it: finds it roughly while the minute has not been read. */
  rank: number;
  /** How far its square reaches above the eye's line, CSS pixels. */
  offset: number;
}

const MINUTE_MS = 60_000;
const LAST_ID = '￿';

/** The photo at this place as an anchor. @param y the eye's line, from the top of the grid */
export function anchorAt(list: PhotoList, layout: Layout, index: number, y: number): Anchor | null {
  const place = placeInGrid(layout, index);
  if (!place) return null;
  const item = list.at(index);
  const takenAt = list.timeAt(index);
  const minuteEnd = Math.floor(takenAt / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1;
  const rank = Math.max(0, index - list.countBefore({ takenAt: minuteEnd, id: LAST_ID }));
  return { takenAt, id: item ? orderOf(item).id : '', rank, offset: y - place.top };
}

/** Where the anchor's photo stands now, or what stands in its place. */
export function findAnchor(list: PhotoList, { takenAt, id, rank }: Anchor): number {
  const known = id === '' ? -1 : list.indexOf(id);
  if (known !== -1) return known;
  const last = list.length - 1;
  const minute = Math.floor(takenAt / MINUTE_MS) * MINUTE_MS;
  const before = list.countBefore({ takenAt: minute + MINUTE_MS - 1, id: LAST_ID });
  const after = list.countBefore({ takenAt: minute - 1, id: LAST_ID });
  return Math.max(0, Math.min(last, before + Math.min(rank, Math.max(0, after - before - 1))));
}

export interface SavedPosition {
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
export function readPosition(entry: string, of: string): SavedPosition | null {
  const places = readAll();
  const own = places[`${entry} ${of}`];
  if (isSavedPosition(own)) return own;
  const last = places[of];
  return isSavedPosition(last) && Date.now() - last.savedAt < RESTORE_WITHIN_MS ? last : null;
}

/** Null: one looks at the top. */
export function savePosition(entry: string, of: string, place: SavedPosition | null): void {
  const { [`${entry} ${of}`]: _own, [of]: _last, ...others } = readAll();
  const kept = Object.entries(others).slice(-MAX_SAVED);
  const places: SavedPositions = { ...Object.fromEntries(kept), ...(place && { [of]: place, [`${entry} ${of}`]: place }) };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(places));
  } catch (error) {
    console.warn('The place in the gallery cannot be kept.', error);
  }
}
