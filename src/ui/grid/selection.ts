// The selected items of a grid. The items themselves are stored, not only their ids: they may leave memory while the person scrolls. Pure.

export interface GridItem {
  readonly id: string;
}

/** The items of a grid in order; some may not be loaded yet. */
export interface GridList<T extends GridItem> {
  readonly length: number;
  /** Undefined while it is not loaded. */
  at(index: number): T | undefined;
  /** −1: not known here. */
  indexOf(id: string): number;
}

type Selected<T> = ReadonlyMap<string, T>;

export interface Selection<T extends GridItem> {
  /** Selection mode, perhaps without selected items: a tap selects. */
  selecting: boolean;
  /** Items selected one by one, and by earlier ranges. */
  base: Selected<T>;
  /** The current range, which grows and shrinks with the finger or the arrow keys. */
  range: Selected<T>;
  /** The start of the range: the item selected last by itself. */
  anchor: string | null;
}

const EMPTY = new Map<string, never>();
export const EMPTY_SELECTION: Selection<never> = { selecting: false, base: EMPTY, range: EMPTY, anchor: null };

export const selectedItems = <T extends GridItem>({ base, range }: Selection<T>): Selected<T> =>
  range.size === 0 ? base : new Map([...base, ...range]);

export const isSelected = ({ base, range }: Selection<GridItem>, id: string): boolean => base.has(id) || range.has(id);

/** @param most the maximum number of selected items */
export function toggleItem<T extends GridItem>(selection: Selection<T>, item: T, most: number): Selection<T> {
  const base = new Map(selectedItems(selection));
  if (!base.delete(item.id) && base.size < most) base.set(item.id, item);
  return { selecting: base.size > 0 || selection.selecting, base, range: EMPTY, anchor: item.id };
}

/** Replaces the current range. Earlier selections stay. */
export function selectRange<T extends GridItem>(selection: Selection<T>, items: readonly T[], most: number): Selection<T> {
  const range = new Map<string, T>();
  for (const item of items) {
    if (selection.base.size + range.size < most || selection.base.has(item.id)) range.set(item.id, item);
  }
  return { ...selection, selecting: true, range };
}

/** Removes items that left the list; returns the same object if there are none. */
export function pruneSelection<T extends GridItem>(selection: Selection<T>, isGone: (id: string) => boolean): Selection<T> {
  const left = (selected: Selected<T>): Selected<T> => {
    if (![...selected.keys()].some(isGone)) return selected;
    return new Map([...selected].filter(([id]) => !isGone(id)));
  };
  const [base, range] = [left(selection.base), left(selection.range)];
  if (base === selection.base && range === selection.range) return selection;
  return { ...selection, base, range, anchor: selection.anchor !== null && isGone(selection.anchor) ? null : selection.anchor };
}
