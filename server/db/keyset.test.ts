import { integer, PgDialect, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { byCount, byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';

const events = pgTable('events', {
  id: uuid('id'),
  name: text('name'),
  startsAt: timestamp('starts_at'),
  photosCount: integer('photos_count'),
});
const event = {
  id: '0199aa00-0000-7000-8000-0000000000e1',
  name: 'Ålesund | "night" 🎆',
  startsAt: new Date('2026-11-20T18:00:00.120Z'),
  photosCount: 412,
};
type Event = typeof event;

const order = keyset<Event, 'starts_at' | 'name' | 'photos_count'>(
  {
    starts_at: byInstant(events.startsAt, (row) => row.startsAt),
    name: byText(events.name, (row) => row.name),
    photos_count: byCount(events.photosCount, (row) => row.photosCount),
  },
  { column: events.id, of: (row) => row.id },
);
const sorts = ['starts_at', '-starts_at', 'name', '-name', 'photos_count', '-photos_count'] as const;
type Sort = (typeof sorts)[number];

const encode = (said: string) => Buffer.from(said).toString('base64url');
const refused = expect.objectContaining({ status: 422, code: 'invalid_request' });

/** A page of one row, in a list with `rows` from there. */
async function pageOf(sort: Sort, cursor: string | null, rows: Event[]) {
  const ranges: Range[] = [];
  const { cursors } = await order.page({ sort, cursor: cursor ?? undefined, limit: 1 }, async (range) => {
    ranges.push(range);
    return rows;
  });
  return { ...cursors, range: ranges[0]! };
}

function told({ where, orderBy }: Range) {
  const dialect = new PgDialect();
  const { sql: condition, params } = dialect.sqlToQuery(where!);
  return { condition, params, order: orderBy.map((part) => dialect.sqlToQuery(part).sql).join() };
}

describe('the cursor of a list', () => {
  it.each(sorts)('in the order of %s leads on from the last row and back from the first', async (sort) => {
    const next = (await pageOf(sort, null, [event, event])).next_cursor;
    const behind = await pageOf(sort, next, [event, event]);
    const before = await pageOf(sort, behind.previous_cursor, [event, event]);
    const value = { starts_at: '2026-11-20T18:00:00.120Z', name: event.name, photos_count: '412' }[sort.replace('-', '')];
    const falls = sort.startsWith('-');
    expect(told(behind.range)).toMatchObject({ condition: expect.stringContaining(falls ? ' < ' : ' > '), params: [value, event.id] });
    expect(told(before.range)).toMatchObject({ condition: expect.stringContaining(falls ? ' > ' : ' < '), params: [value, event.id] });
    expect(told(behind.range).order).toMatch(falls ? / desc,.*"id" desc$/ : / asc,.*"id" asc$/);
    expect(told(before.range).order).toMatch(falls ? / asc,.*"id" asc$/ : / desc,.*"id" desc$/);
  });

  it('is none at either end, and leads back from a page that has become empty', async () => {
    expect(await pageOf('name', null, [event])).toMatchObject({ next_cursor: null, previous_cursor: null });
    const { next_cursor: next } = await pageOf('name', null, [event, event]);
    const empty = await pageOf('name', next, []);
    expect(empty.next_cursor).toBeNull();
    const back = await pageOf('name', empty.previous_cursor, [event, event]);
    expect(told(back.range).params).toEqual([event.name, event.id]);
  });

  it('of another order is refused', async () => {
    const { next_cursor: cursor } = await pageOf('name', null, [event, event]);
    for (const sort of sorts.filter((one) => one !== 'name')) await expect(pageOf(sort, cursor, [])).rejects.toEqual(refused);
  });

  it('of a list with the longest name of many-byte signs is no longer than the contract takes', async () => {
    const longest = { ...event, name: '🎆'.repeat(120) };
    const { next_cursor: cursor } = await pageOf('-name', null, [longest, longest]);
    expect(cursor?.length).toBeLessThanOrEqual(800);
  });

  it.each<[Sort, string]>([
    ['-starts_at', 'nonsense'],
    ['-starts_at', encode('-starts_at after')],
    ['-starts_at', encode(`-starts_at after ${event.id} yesterday`)],
    ['-starts_at', encode(`-starts_at after ${event.id} 0000-01-01T00:00:00.000Z`)],
    ['-starts_at', encode(`-starts_at after ${event.id} 2026-13-01T00:00:00.000Z`)],
    ['-starts_at', encode("-starts_at after ' 2026-11-01T00:00:00.000Z")],
    ['-starts_at', encode(`-starts_at beside ${event.id} 2026-11-01T00:00:00.000Z`)],
    ['photos_count', encode(`photos_count after ${event.id} 99999999999`)],
    ['name', encode(`name after ${event.id} a\0b`)],
  ])('that is not ours is refused: %s %s', async (sort, cursor) => {
    await expect(pageOf(sort, cursor, [])).rejects.toEqual(refused);
  });
});
