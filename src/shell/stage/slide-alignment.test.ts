import { describe, expect, it } from 'vitest';
import { nextAfterRemoval, indexShift, type SlidePlace } from './slide-alignment.ts';

/** Letters are photos, a dot is a missing one. */
const orderOf = (list: string) => ({ length: list.length, indexOf: (id: string) => list.indexOf(id) });
/** As drawn, with the current photo at `at`. */
const drawn = (list: string, at: number) => {
  const standing: SlidePlace[] = list.split('').map((id, index) => ({ index, id: id === '.' ? null : id }));
  return {
    nearest: [standing[at]!, ...standing.slice(at + 1), ...standing.slice(0, at).toReversed()],
    around: { before: standing.slice(0, at).toReversed(), after: standing.slice(at + 1) },
  };
};

describe('the numbers of slides', () => {
  it('grow with arrivals in front: the current photo stays in place', () => {
    expect(indexShift(drawn('cba', 1).nearest, orderOf('edcba'))).toBe(2);
  });
  it('shrink with what leaves in front', () => expect(indexShift(drawn('edcba', 3).nearest, orderOf('cba'))).toBe(-2));
  it('stay when only older photos come or go', () => {
    expect(indexShift(drawn('cba', 0).nearest, orderOf('cba....'))).toBe(0);
    expect(indexShift(drawn('cba', 0).nearest, orderOf('ca'))).toBe(0);
  });
  it('follow a neighbor when the current photo was not loaded', () => {
    expect(indexShift(drawn('d.b', 1).nearest, orderOf('fed.b'))).toBe(2);
  });
  it('are unknown without a known neighbor', () => expect(indexShift(drawn('...', 1).nearest, orderOf('.....'))).toBeNull());
});

describe('when the current photo is removed', () => {
  it('the next older one moves up', () => {
    const list = 'dca';
    expect(list[nextAfterRemoval(2, drawn('dcba', 2).around, orderOf(list))]).toBe('a');
  });
  it('also when others arrive at the same time', () => {
    const list = 'fedca';
    expect(list[nextAfterRemoval(2, drawn('dcba', 2).around, orderOf(list))]).toBe('a');
  });
  it('the previous one is shown when it was the last', () => {
    const list = 'dcb';
    expect(list[nextAfterRemoval(3, drawn('dcba', 3).around, orderOf(list))]).toBe('b');
  });
  it('its neighbors decide when several are removed', () => {
    const list = 'da';
    expect(list[nextAfterRemoval(1, drawn('dcba', 1).around, orderOf(list))]).toBe('a');
  });
  it('its index stays when no neighbor was loaded', () =>
    expect(nextAfterRemoval(4, drawn('.........', 4).around, orderOf('........'))).toBe(4));
  it('none is left when it was the only one', () => expect(nextAfterRemoval(0, drawn('a', 0).around, orderOf(''))).toBe(-1));
});
