import { describe, expect, it } from 'vitest';
import { everything, extendedTo, kept, keyTarget, nothingSelected, toggled } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted();

describe('choosing photos', () => {
  it('chooses and unchooses one', () => {
    const one = toggled(nothingSelected, 'b');
    expect(ids(one)).toEqual(['b']);
    expect(ids(toggled(one, 'b'))).toEqual([]);
  });

  it('chooses from the last one to this one, in both directions', () => {
    const one = toggled(nothingSelected, 'c');
    expect(ids(extendedTo(one, order, 'e'))).toEqual(['c', 'd', 'e']);
    expect(ids(extendedTo(one, order, 'a'))).toEqual(['a', 'b', 'c']);
  });

  it('keeps what was chosen before a range', () => {
    const two = toggled(toggled(nothingSelected, 'a'), 'c');
    expect(ids(extendedTo(two, order, 'd'))).toEqual(['a', 'c', 'd']);
  });

  it('begins a range here when nothing was chosen before', () => {
    const range = extendedTo(nothingSelected, order, 'd');
    expect(ids(range)).toEqual(['d']);
    expect(range.anchor).toBe('d');
  });

  it('chooses all', () => expect(ids(everything(order))).toEqual(order));

  it('forgets what is no longer there', () => {
    const all = everything(order);
    expect(ids(kept(all, new Set(['b', 'c'])))).toEqual(['b', 'c']);
    expect(kept(all, new Set(order))).toBe(all);
    expect(kept(all, new Set(['b'])).anchor).toBeNull();
  });
});

describe('arrow keys', () => {
  it('move along the rows and stay inside', () => {
    expect(keyTarget('ArrowRight', 2, 3, 7)).toBe(3);
    expect(keyTarget('ArrowDown', 2, 3, 7)).toBe(5);
    expect(keyTarget('ArrowDown', 5, 3, 7)).toBe(5);
    expect(keyTarget('ArrowLeft', 0, 3, 7)).toBe(0);
    expect([keyTarget('Home', 4, 3, 7), keyTarget('End', 4, 3, 7)]).toEqual([0, 6]);
    expect(keyTarget('a', 4, 3, 7)).toBeNull();
  });
});
