import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describePhoto } from '#src/domains/photos/labels.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { groupCount, groupRuns, markLabel, groupTitle, momentLabel, type Unit, unitFor } from './time-groups.ts';

const MINUTE = 60_000;
const evening = new Date(2026, 10, 20, 20).getTime();

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('groupRuns', () => {
  const runs = (...minutes: [minute: number, count: number][]) =>
    minutes.map(([minute, count]) => ({ start: evening + minute * MINUTE, count })).toSorted((a, b) => b.start - a.start);

  it("uses the device's time zone by default", () => {
    const groups = groupRuns(runs([0, 1], [59, 2], [60, 3], [125, 4]), 'hour', null);
    expect(groups).toEqual([
      { start: evening + 120 * MINUTE, count: 4 },
      { start: evening + 60 * MINUTE, count: 3 },
      { start: evening, count: 3 },
    ]);
  });

  it("uses the event's time zone", () => {
    const at = (iso: string, count: number) => ({ start: Date.parse(iso), count });
    // Around midnight in Auckland, at 11:00 UTC.
    const night = [
      at('2026-11-20T11:20:00Z', 2),
      at('2026-11-20T11:00:00Z', 1),
      at('2026-11-20T10:59:00Z', 4),
      at('2026-11-20T10:10:00Z', 8),
    ];
    expect(groupRuns(night, 'day', 'Pacific/Auckland')).toEqual([at('2026-11-20T11:00:00Z', 3), at('2026-11-19T11:00:00Z', 12)]);
    expect(groupTitle('day', Date.parse('2026-11-20T11:00:00Z'), 'Pacific/Auckland')).toMatch(/^Saturday, November 21/);
    expect(groupTitle('day', Date.parse('2026-11-19T11:00:00Z'), 'Pacific/Auckland')).toMatch(/^Friday, November 20/);
    // Hours start at half past in Kolkata.
    const hours = groupRuns(night, 'hour', 'Asia/Kolkata');
    expect(hours).toEqual([at('2026-11-20T10:30:00Z', 7), at('2026-11-20T09:30:00Z', 8)]);
    expect(markLabel('hour', hours[0]!.start, 'Asia/Kolkata')).toBe('4:00 PM');
  });

  it('separates the two hours when clocks are set back', () => {
    const at = (iso: string) => ({ start: Date.parse(iso), count: 1 });
    // 2:30 in summer time, then 2:30 in winter time.
    const [winter, summer] = [at('2026-10-25T01:30:00Z'), at('2026-10-25T00:30:00Z')];
    const hours = groupRuns([winter, summer], 'hour', 'Europe/Berlin');
    const titles = hours.map(({ start }) => groupTitle('hour', start, 'Europe/Berlin'));
    expect(titles).toHaveLength(2);
    expect(new Set(titles).size).toBe(2);
    expect(titles.join()).toMatch(/2:00 AM GMT\+1.*2:00 AM GMT\+2/);
    expect(markLabel('hour', hours[0]!.start, 'Europe/Berlin')).toBe('Oct 25, 2:00 AM GMT+1');
    expect(groupTitle('hour', Date.parse('2026-10-25T02:00:00Z'), 'Europe/Berlin')).toMatch(/3:00 AM$/);
    const tiles = [winter, summer].map(({ start }) =>
      describePhoto(buildPhoto({ taken_at: new Date(start).toISOString() }), 'Europe/Berlin'),
    );
    expect(tiles[0]).toMatch(/2:30 AM GMT\+1$/);
    expect(tiles[1]).toMatch(/2:30 AM GMT\+2$/);
  });

  it('uses longer units for few photos', () => {
    expect(unitFor(runs([0, 30], [60, 30]), 'minute', null)).toBe('hour');
    expect(unitFor(runs([0, 3], [60, 3], [125, 4]), 'minute', null)).toBe('day');
    expect(unitFor(runs(...Array.from({ length: 30 }, (_, day): [number, number] => [day * 1440, 2])), 'minute', null)).toBe('month');
    expect(unitFor(runs([0, 500]), 'day', null)).toBe('day');
    expect(unitFor([], 'minute', null)).toBe('hour');
  });
});

it('labels name the day where it isn’t today, and the year where it isn’t this one', () => {
  const at = (iso: string) => Date.parse(`${iso}T20:00:00Z`);
  const labels = (unit: Unit, label: typeof markLabel) =>
    ['2026-11-20', '2026-11-19', '2025-11-20'].map((day) => label(unit, at(day), 'UTC'));
  expect(labels('hour', groupTitle)).toEqual(['Fri, Nov 20, 8:00 PM', 'Thu, Nov 19, 8:00 PM', 'Thu, Nov 20, 2025, 8:00 PM']);
  expect(labels('hour', markLabel)).toEqual(['8:00 PM', 'Nov 19, 8:00 PM', 'Nov 20, 2025, 8:00 PM']);
  expect(labels('day', markLabel)).toEqual(['Friday, November 20', 'Thursday, November 19', 'Thursday, November 20, 2025']);
  expect(labels('month', markLabel)).toEqual(['November 2026', 'November 2026', 'November 2025']);
  expect(labels('month', momentLabel)).toEqual(['Friday, November 20', 'Thursday, November 19', 'Thursday, November 20, 2025']);
});

it('a gallery whose photos the server has not counted says that it lists those on the device', () => {
  expect([groupCount(17, true), groupCount(1, false)]).toEqual(['17 photos', '1 photo on this computer']);
});
