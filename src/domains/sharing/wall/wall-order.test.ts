import { describe, expect, it } from 'vitest';
import {
  addOlder,
  arrive,
  EMPTY_ORDER,
  idsOf,
  leave,
  putBack,
  type Random,
  renew,
  shuffle,
  startOrder,
  take,
  upcoming,
  type WallOrder,
} from './wall-order.ts';

/** The same numbers in each run. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const night = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `p${from + at}`);

function next(order: WallOrder, random: Random): [string | undefined, WallOrder] {
  const ready = renew(order, random);
  const [id] = upcoming(ready, 1);
  return [id, id === undefined ? ready : take(ready, id)];
}

function show(order: WallOrder, count: number, random: Random): [string[], WallOrder] {
  const ids: string[] = [];
  let now = order;
  for (let turn = 0; turn < count; turn += 1) {
    const [id, then] = next(now, random);
    if (id !== undefined) ids.push(id);
    now = then;
  }
  return [ids, now];
}

describe('the order of the wall', () => {
  it('begins with the latest photos, latest first, and shows each of the night once before any comes again', () => {
    const random = seeded(1);
    const photos = night(100);
    const [first, after] = show(startOrder(photos, random), 100, random);
    expect(first.slice(0, 20)).toEqual(photos.slice(0, 20));
    expect(first.slice(20)).not.toEqual(photos.slice(20));
    expect(first.toSorted()).toEqual(photos.toSorted());
    const [second] = show(after, 100, random);
    expect(second.toSorted()).toEqual(photos.toSorted());
    expect(second).not.toEqual(first);
  });

  it('repeats no photo shortly after it was shown, at the turn of a round', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = seeded(seed);
      const [ids] = show(startOrder(night(30), random), 90, random);
      ids.forEach((id, at) => expect(ids.slice(at + 1, at + 10)).not.toContain(id));
    }
  });

  it('shows the one photo there is, again and again, and nothing where there is none', () => {
    expect(show(startOrder(['a'], seeded(1)), 3, seeded(1))[0]).toEqual(['a', 'a', 'a']);
    expect(show(EMPTY_ORDER, 2, seeded(1))[0]).toEqual([]);
    const [two] = show(startOrder(['a', 'b'], seeded(1)), 8, seeded(1));
    two.forEach((id, at) => expect(two[at + 1]).not.toBe(id));
  });

  it('shows new photos next, latest first, and then goes on with the round', () => {
    const random = seeded(2);
    const [before, running] = show(startOrder(night(50), random), 30, random);
    const arrived = arrive(arrive(running, ['new1']), ['new3', 'new2']);
    const [after] = show(arrived, 23, random);
    expect(after.slice(0, 3)).toEqual(['new3', 'new2', 'new1']);
    expect([...before, ...after.slice(3)].toSorted()).toEqual(night(50).toSorted());
  });

  it('leaves a known photo where it is when it arrives again', () => {
    const order = startOrder(night(3), seeded(1));
    expect(arrive(order, ['p1'])).toBe(order);
    expect(addOlder(order, ['p2'], seeded(1))).toBe(order);
  });

  it('never shows a photo that left, whether it was to come or had been shown', () => {
    const random = seeded(3);
    const [shown, running] = show(startOrder(night(40), random), 25, random);
    const gone = new Set([shown[3]!, upcoming(running, 5)[4]!]);
    const left = leave(running, gone);
    expect(idsOf(left)).toHaveLength(38);
    const [after] = show(left, 80, random);
    expect(after.filter((id) => gone.has(id))).toEqual([]);
  });

  it('shows every photo as often as any other, but for one, over a long night with comings and goings', () => {
    const random = seeded(4);
    let order = startOrder(night(60), random);
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 600; turn += 1) {
      const [id, then] = next(order, random);
      counts.set(id!, (counts.get(id!) ?? 0) + 1);
      order = then;
      if (turn === 100) order = leave(order, new Set(['p5', 'p6']));
    }
    const stayed = night(60).filter((id) => id !== 'p5' && id !== 'p6');
    const times = stayed.map((id) => counts.get(id) ?? 0);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1);
  });

  it('mixes older photos into the running round', () => {
    const random = seeded(5);
    const order = addOlder(startOrder(night(30), random), night(70, 30), random);
    expect(show(order, 100, random)[0].toSorted()).toEqual(night(100).toSorted());
  });

  it('shows a photo again that gave way to a new one', () => {
    const random = seeded(6);
    const [[first], running] = show(startOrder(night(5), random), 1, random);
    const order = putBack(arrive(running, ['new']), [first!]);
    expect(show(order, 6, random)[0]).toEqual(['new', 'p1', 'p2', 'p3', 'p4', 'p0']);
    expect(putBack(order, ['unknown'])).toEqual(order);
  });

  it('shuffles fairly: each photo comes first equally often', () => {
    const random = seeded(7);
    const firsts = new Map<string, number>();
    for (let turn = 0; turn < 3000; turn += 1) {
      const [first] = shuffle(['a', 'b', 'c'], random);
      firsts.set(first!, (firsts.get(first!) ?? 0) + 1);
    }
    for (const count of firsts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});
