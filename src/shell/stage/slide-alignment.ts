// Where photos stand while the viewer is open and its gallery changes under it: each photo keeps its place on the stage, only its number
// changes. Pure.
import type { GridItem, GridList } from '#src/ui/grid/selection.ts';

type Order = Pick<GridList<GridItem>, 'length' | 'indexOf'>;

/** A slide as it was drawn. */
export interface SlidePlace {
  index: number;
  /** Null: nothing was known of the photo here. */
  id: string | null;
}

/**
 * By how much the slides' numbers change so that each photo stays where it is.
 * @param standing the slide under the eye first, then its neighbours: the first that is still in the list decides
 * @returns null when none of them is known
 */
export function indexShift(standing: readonly SlidePlace[], order: Order): number | null {
  for (const { index, id } of standing) {
    const now = id === null ? -1 : order.indexOf(id);
    if (now !== -1) return now - index;
  }
  return null;
}

/**
 * Which photo is looked at when the one under the eye has gone: the next older one moves up, at the end the one before.
 * @param at the number of the slide under the eye, as drawn
 * @param around its neighbours, as drawn. Of those in front, the nearest first.
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

/** The first that is still in the list, and how many places before it nothing is known of: those keep their room, what has gone does not. */
function nearestKnown(standing: readonly SlidePlace[], order: Order): { now: number; unread: number } | null {
  let unread = 0;
  for (const { id } of standing) {
    const now = id === null ? -1 : order.indexOf(id);
    if (now !== -1) return { now, unread };
    if (id === null) unread += 1;
  }
  return null;
}
