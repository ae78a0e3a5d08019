import { describe, expect, it } from 'vitest';
import {
  isSelected,
  EMPTY_SELECTION,
  selectRange,
  selectedItems,
  toggleItem,
  pruneSelection,
  type GridItem,
  type Selection,
} from './selection.ts';

const MOST = 4;
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id): GridItem => ({ id })) as [GridItem, GridItem, GridItem, GridItem, GridItem];
const ids = (selection: Selection<GridItem>) => [...selectedItems(selection).keys()].toSorted();
const toggle = (selection: Selection<GridItem>, item: GridItem) => toggleItem(selection, item, MOST);

describe('selecting', () => {
  it('selects and deselects one, and stays in selection mode when none is left', () => {
    const one = toggle(EMPTY_SELECTION, b);
    expect(ids(one)).toEqual(['b']);
    const none = toggle(one, b);
    expect(ids(none)).toEqual([]);
    expect([one.selecting, none.selecting]).toEqual([true, true]);
  });

  it('stores the items themselves: they may leave memory', () => {
    expect(selectedItems(toggle(EMPTY_SELECTION, b)).get('b')).toBe(b);
  });

  it('preserves the selection from before a range, which grows and shrinks', () => {
    const two = toggle(toggle(EMPTY_SELECTION, a), c);
    const wide = selectRange(two, [c, d, e], 9);
    expect(ids(wide)).toEqual(['a', 'c', 'd', 'e']);
    const narrow = selectRange(wide, [c, d], 9);
    expect(ids(narrow)).toEqual(['a', 'c', 'd']);
    expect([isSelected(narrow, 'a'), isSelected(narrow, 'd'), isSelected(narrow, 'e')]).toEqual([true, true, false]);
    expect(ids(toggle(narrow, e)), 'one more item does not change the range').toEqual(['a', 'c', 'd', 'e']);
  });

  it('selects no more than are allowed at once', () => {
    const three = selectRange(toggle(EMPTY_SELECTION, a), [b, c, d, e], MOST);
    expect(ids(three)).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(toggle(three, e))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(toggle(three, b)), 'taking one away is always allowed').toEqual(['a', 'c', 'd']);
  });

  it('drops items that left the list', () => {
    const all = selectRange(toggle(EMPTY_SELECTION, a), [b, c, d], 9);
    expect(ids(pruneSelection(all, (id) => id === 'a' || id === 'd'))).toEqual(['b', 'c']);
    expect(pruneSelection(all, () => false)).toBe(all);
    expect(pruneSelection(all, (id) => id === 'a').anchor).toBeNull();
    expect(pruneSelection(all, (id) => id === 'b').anchor).toBe('a');
  });
});
