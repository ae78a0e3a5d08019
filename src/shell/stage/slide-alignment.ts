// Slide indices while the viewer is open and its gallery changes: each photo stays in place on the stage, only its index changes. Pure.
import type { GridItem, GridList } from '#src/ui/grid/selection.ts';

type Order = Pick<GridList<GridItem>, 'length' | 'indexOf'>;

/** A slide as it was drawn. */
export interface SlidePlace {
  index: number;
  /** Null: the photo here is unknown. */
  id: string | null;
}

/**
 * The shift of the slides' indices that leaves each photo in place.
 * @param standing the current slide, then its neighbors: the first that is still in the list decides
 * @returns null if none of them is known
 */
export function indexShift(standing: readonly SlidePlace[], order: Order): number | null {
  for (const { index, id } of standing) {
    const now = id === null ? -1 : order.indexOf(id);
    if (now !== -1) return now - index;
  }
  return null;
}

/**
 * The photo to show after the current one was removed: the next older one, at the end the one before.
 * @param at the index of the current slide, as drawn
 * @param around its neighbors, as drawn. Of those in front, the nearest first.
 * @returns -1 when no photo is left
 */
export function nextAfterRemoval(
  at: number,
  around: { before: readonly SlidePlace[]; after: readonly SlidePlace[] },
  order: Order,
): number {
  if (order.length === 0) return -1;
  const after = nearestKnown(around.after, order);
  const before = nearestKnown(around.before, order);
  const wanted = after ? after.now - after.unread : before ? before.now + 1 + before.unread : at;
  return Math.max(0, Math.min(wanted, order.length - 1));
}

/** The first one that is still in the list, and the number of unknown places before it: those stay, removed ones don't. */
function nearestKnown(standing: readonly SlidePlace[], order: Order): { now: number; unread: number } | null {
  let unread = 0;
  for (const { id } of standing) {
    const now = id === null ? -1 : order.indexOf(id);
    if (now !== -1) return { now, unread };
    if (id === null) unread += 1;
  }
  return null;
}
