import { describe, expect, it } from 'vitest';
import { resolveTakenAt } from '#server/photos/operations/create-photo.ts';

const arrival = new Date('2026-11-22T02:00:00.000Z');
const event = { startsAt: new Date('2026-11-21T18:00:00.000Z'), createdAt: new Date('2026-10-01T09:00:00.000Z') };
const place = (claimed: string, at = event) => resolveTakenAt(new Date(claimed), arrival, at);

describe('a photo', () => {
  it.each(['2026-11-21T20:14:07.120Z', '2026-11-23T01:59:59.000Z', '2026-11-20T09:00:00.000Z', '2026-07-04T09:00:00.000Z'])(
    'taken at %s is sorted by that time',
    (claimed) => {
      expect(place(claimed)).toEqual({ takenAt: new Date(claimed), takenAtClaimed: null });
    },
  );

  it.each(['9999-12-31T23:59:59.999Z', '2026-11-23T02:00:00.001Z', '2026-07-03T08:59:59.999Z', '2000-01-01T00:00:00.000Z'])(
    'that claims %s is sorted by its arrival, and stores the claim',
    (claimed) => {
      expect(place(claimed)).toEqual({ takenAt: arrival, takenAtClaimed: new Date(claimed) });
    },
  );

  it('may belong to an event that was entered long before or after it took place', () => {
    const entered = { startsAt: new Date('2024-06-01T18:00:00.000Z'), createdAt: new Date('2026-11-01T00:00:00.000Z') };
    expect(place('2024-06-01T20:00:00.000Z', entered).takenAtClaimed).toBeNull();
    const ahead = { startsAt: new Date('2027-06-01T18:00:00.000Z'), createdAt: new Date('2026-11-01T00:00:00.000Z') };
    expect(place('2026-11-21T20:00:00.000Z', ahead).takenAtClaimed).toBeNull();
  });
});
