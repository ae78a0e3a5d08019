// Which photos are chosen. They are kept themselves, not only their ids: what was chosen may leave memory while one scrolls on. Pure.
import type { FeedItem, StoredItem } from '#src/domains/photos/feed.ts';
import type { Photo } from '#src/domains/photos/photo.ts';

type Chosen = ReadonlyMap<string, Photo>;

export interface Selection {
  /** Photos are being chosen, perhaps none yet: a tap chooses. */
  choosing: boolean;
  /** What was chosen one by one, and by ranges before this one. */
  base: Chosen;
  /** The range that grows and shrinks with the finger or the arrow keys. */
  range: Chosen;
  /** Where the range begins: what was chosen last by itself. */
  anchor: string | null;
}

/** More are not chosen at once: they would have to be read, and deleted, at once. */
export const MOST_CHOSEN = 2_000;

const NONE: Chosen = new Map();
export const NOTHING_CHOSEN: Selection = { choosing: false, base: NONE, range: NONE, anchor: null };

export const chosenOf = ({ base, range }: Selection): Chosen => (range.size === 0 ? base : new Map([...base, ...range]));

export const isChosen = ({ base, range }: Selection, id: string): boolean => base.has(id) || range.has(id);

/** Only what the server has can be chosen: what waits on this phone has its own place, the queue. */
const storedOf = (items: readonly FeedItem[]): StoredItem[] => items.filter((item) => item.kind === 'stored');

export function toggled(selection: Selection, item: FeedItem): Selection {
  if (item.kind !== 'stored') return selection;
  const base = new Map(chosenOf(selection));
  if (!base.delete(item.id) && base.size < MOST_CHOSEN) base.set(item.id, item.photo);
  return { choosing: base.size > 0 || selection.choosing, base, range: NONE, anchor: item.id };
}

/** The range is now this one. What was chosen before it stays. */
export function ranged(selection: Selection, items: readonly FeedItem[]): Selection {
  const range = new Map<string, Photo>();
  for (const { id, photo } of storedOf(items)) {
    if (selection.base.size + range.size < MOST_CHOSEN || selection.base.has(id)) range.set(id, photo);
  }
  return { ...selection, choosing: true, range };
}

export function without(selection: Selection, ids: ReadonlySet<string>): Selection {
  const gone = (chosen: Chosen): Chosen => {
    if (![...ids].some((id) => chosen.has(id))) return chosen;
    return new Map([...chosen].filter(([id]) => !ids.has(id)));
  };
  const [base, range] = [gone(selection.base), gone(selection.range)];
  return base === selection.base && range === selection.range ? selection : { ...selection, base, range };
}
