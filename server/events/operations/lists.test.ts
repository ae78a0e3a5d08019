import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCounters, eventParticipants } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization, createUser, viewer } from '#tests/support/factories/database.ts';
import { askEvents, outcome, type Ask } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';

let deps: TestDeps;
let ask: Ask;
let orgId: string;
let owner: Viewer;

const HOUR = 60 * 60 * 1000;
const from = (hours: number) => new Date(Date.now() + hours * HOUR);
// Names that only a person would order so, twins, signs that mean something to LIKE, and starts and numbers that several share.
const night = [
  { name: 'Zebra', startsAt: new Date('2026-11-20T18:00:00.000Z'), photos: 0 },
  { name: 'äpfel', startsAt: new Date('2026-11-20T18:00:00.000Z'), photos: 12 },
  { name: 'Apples', startsAt: new Date('2026-11-20T18:00:00.000Z'), photos: null },
  { name: 'banana', startsAt: new Date('2026-11-21T18:00:00.120Z'), photos: 12 },
  { name: 'Banana', startsAt: new Date('2026-11-21T18:00:00.121Z'), photos: 1_000_000 },
  { name: 'banana', startsAt: new Date('2026-11-22T18:00:00.000Z'), photos: 3 },
  { name: '100 % fun_night', startsAt: new Date('2026-11-23T18:00:00.000Z'), photos: 0 },
];
const byName = ['100 % fun_night', 'äpfel', 'Apples', 'banana', 'banana', 'Banana', 'Zebra'];

beforeAll(async () => {
  deps = await openTestDeps();
  ask = askEvents(deps);
  const made = await createOrganization(deps);
  orgId = made.id;
  owner = viewer(made.adminId, { memberships: [{ organizationId: orgId, role: 'organization', permissions: {} }] });
  for (const { photos, ...event } of night) {
    const id = await createEvent(deps, orgId, event);
    if (photos !== null) await deps.db.insert(eventCounters).values({ eventId: id, photosCount: photos });
  }
  // Another organization's events, which must never be seen.
  await createEvent(deps, (await createOrganization(deps)).id, { name: 'banana split', type: 'public' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const list = (query: object = {}, who = owner, id = orgId) => ask('listOrganizationEvents', who, { orgId: id }, { query });

describe('an organization’s events', () => {
  it('are in agenda order by default: live, within a day, upcoming, then past ones, the latest first', async () => {
    const { id, adminId } = await createOrganization(deps);
    const runner = viewer(adminId, { memberships: [{ organizationId: id, role: 'organization', permissions: {} }] });
    const make = (name: string, hours: number, status?: 'live' | 'ended' | 'draft') =>
      createEvent(deps, id, { name, startsAt: from(hours), durationHours: 4, status: status ?? 'active' });
    await make('over yesterday', -30);
    await make('next month', 24 * 30);
    await make('ended early', -1, 'ended');
    await make('tonight', 5);
    await make('live since two days', -48, 'live');
    await make('a draft of tomorrow', 30, 'draft');
    await make('on now', -2);
    await make('live since an hour', -1, 'live');
    await make('long ago', -24 * 400, 'draft');
    const { items } = await list({}, runner, id);
    expect(items.map(({ name }) => name)).toEqual([
      'live since an hour',
      'on now',
      'tonight',
      'a draft of tomorrow',
      'next month',
      'ended early',
      'over yesterday',
      'live since two days',
      'long ago',
    ]);
  });

  it.each(['agenda', 'starts_at', '-starts_at', 'name', '-name', 'photos_count', '-photos_count', 'created_at', '-created_at'])(
    'in the order of %s are read page by page, each once, forward and back again',
    async (sort) => {
      const whole = await list({ sort });
      expect(whole).toMatchObject({ next_cursor: null, previous_cursor: null, total: night.length });
      const ids = whole.items.map((event) => event.id);
      expect(new Set(ids).size).toBe(night.length);

      const pages: string[][] = [];
      let page = await list({ sort, limit: 3 });
      expect(page.previous_cursor).toBeNull();
      for (;;) {
        pages.push(page.items.map((event) => event.id));
        if (!page.next_cursor) break;
        page = await list({ sort, limit: 3, cursor: page.next_cursor });
      }
      expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);

      const back: string[][] = [];
      while (page.previous_cursor) {
        page = await list({ sort, limit: 3, cursor: page.previous_cursor });
        back.unshift(page.items.map((event) => event.id));
        expect(page.next_cursor).not.toBeNull();
      }
      expect(back).toEqual(pages.slice(0, -1));
    },
  );

  it('are ordered by name as people order names', async () => {
    expect((await list({ sort: 'name' })).items.map((event) => event.name)).toEqual(byName);
    expect((await list({ sort: '-name' })).items.map((event) => event.name)).toEqual(byName.toReversed());
  });

  it('are ordered by photos with those that have none at the end', async () => {
    const counts = (await list({ sort: '-photos_count' })).items.map((event) => event.photos_count);
    expect(counts).toEqual([1_000_000, 12, 12, 3, 0, 0, 0]);
  });

  it('begin with a whole page again where less than one is left before', async () => {
    const second = await list({ sort: 'name', limit: 2, cursor: (await list({ sort: 'name', limit: 1 })).next_cursor });
    const first = await list({ sort: 'name', limit: 2, cursor: second.previous_cursor });
    expect(first.items.map((event) => event.name)).toEqual(byName.slice(0, 2));
    expect(first).toMatchObject({ previous_cursor: null, next_cursor: expect.any(String) });
  });

  it('are found by part of the name or the place, taken literally', async () => {
    const found = async (q: string) => (await list({ q, sort: 'name' })).items.map((event) => event.name);
    expect(await found('BANANA')).toEqual(['banana', 'banana', 'Banana']);
    expect(await found(' %')).toEqual(['100 % fun_night']);
    expect(await found('_')).toEqual(['100 % fun_night']);
    expect(await found('\\')).toEqual([]);
    expect(await found("'; drop table events; --")).toEqual([]);
    expect(await list({ q: 'banana', limit: 1 })).toMatchObject({ total: 3, counts: { all: night.length } });
  });

  it('are hidden from everyone else', async () => {
    const other = await createOrganization(deps);
    const elsewhere = viewer(other.adminId, { memberships: [{ organizationId: other.id, role: 'organization', permissions: {} }] });
    const admin = viewer(await createUser(deps), { role: 'super_admin', permissions: { all: true, view_events: true } });
    for (const who of [elsewhere, admin, viewer(await createUser(deps))]) expect(await outcome(list({}, who))).toBe('not_found');
    expect(await list({}, elsewhere, other.id)).toEqual({
      items: [],
      next_cursor: null,
      previous_cursor: null,
      total: 0,
      counts: { all: 0, draft: 0, live: 0, active: 0, ending: 0, overdue: 0, ended: 0, archived: 0, deleted: 0 },
    });
    // A cursor of one organization opens nothing of another.
    const { next_cursor: cursor } = await list({ limit: 1 });
    expect(await list({ cursor }, elsewhere, other.id)).toMatchObject({ items: [] });
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, other.id));
    expect(await outcome(list({}, elsewhere, other.id))).toBe('done');
  });

  it('are filtered by status, time and deletion, while the counts stay', async () => {
    const { id, adminId } = await createOrganization(deps);
    const who = viewer(adminId, { memberships: [{ organizationId: id, role: 'member', permissions: {} }] });
    const coming = await createEvent(deps, id, { startsAt: from(1), status: 'draft' });
    const now = await createEvent(deps, id, { startsAt: from(-1), durationHours: 1.5, status: 'live' });
    const past = await createEvent(deps, id, { startsAt: from(-2), durationHours: 1.5, status: 'ended' });
    const deleted = await createEvent(deps, id, { deletedAt: from(-24), startsAt: from(1) });
    await createEvent(deps, id, { deletedAt: from(-31 * 24) });
    const ids = async (query: object) => (await list(query, who, id)).items.map((event) => event.id);
    expect(await ids({})).toEqual([now, coming, past]);
    expect(await ids({ time: 'upcoming' })).toEqual([coming]);
    expect(await ids({ time: 'now' })).toEqual([now]);
    expect(await ids({ time: 'past' })).toEqual([past]);
    expect(await ids({ status: 'live' })).toEqual([now]);
    expect(await ids({ status: 'live', time: 'past' })).toEqual([]);
    expect(await ids({ deleted: true })).toEqual([deleted]);
    expect(await ids({ deleted: true, time: 'past' })).toEqual([]);
    expect(await list({ status: 'ended' }, who, id)).toMatchObject({
      total: 1,
      counts: { all: 3, draft: 1, live: 1, active: 0, ending: 0, overdue: 0, ended: 1, archived: 0, deleted: 1 },
    });
  });

  it('are live or open no longer than their time lasts: what takes photos after it is ending, or overdue', async () => {
    const { id, adminId } = await createOrganization(deps);
    const who = viewer(adminId, { memberships: [{ organizationId: id, role: 'member', permissions: {} }] });
    const add = (name: string, changes: object) => createEvent(deps, id, { name, startsAt: from(-3), durationHours: 2, ...changes });
    await add('on', { durationHours: 4 });
    await add('open', { status: 'active', startsAt: from(5) });
    await add('overdue', { status: 'live' });
    await add('overdue too', { status: 'active' });
    await add('ending', { status: 'live', endsAutomatically: true });
    await add('ended', { status: 'ended' });
    const names = async (status: string) => (await list({ status, sort: 'name' }, who, id)).items.map(({ name }) => name);
    const { counts } = await list({}, who, id);
    expect(counts).toEqual({ all: 6, draft: 0, live: 1, active: 1, ending: 1, overdue: 2, ended: 1, archived: 0, deleted: 0 });
    expect(await names('live')).toEqual(['on']);
    expect(await names('active')).toEqual(['open']);
    expect(await names('ending')).toEqual(['ending']);
    expect(await names('overdue')).toEqual(['overdue', 'overdue too']);
    expect(await names('ended')).toEqual(['ended']);
  });

  it('take only cursors of the same order', async () => {
    const { next_cursor: cursor } = await list({ sort: 'name', limit: 1 });
    expect(await outcome(list({ sort: '-name', cursor }))).toBe('invalid_request');
    expect(await outcome(list({ cursor }))).toBe('invalid_request');
  });
});

describe('the events one may enter', () => {
  it('are one’s own, those to discover, and those that are over', async () => {
    const mine = await createOrganization(deps);
    const theirs = await createOrganization(deps);
    await deps.db.update(organizations).set({ name: 'Quiet Quays' }).where(eq(organizations.id, theirs.id));
    const who = viewer(mine.adminId, {
      memberships: [{ organizationId: mine.id, role: 'member', permissions: {} }],
      permissions: { view_events: true },
    });
    const add = (organizationId: string, name: string, changes: object = {}) => createEvent(deps, organizationId, { name, ...changes });
    await add(mine.id, 'q own draft', { status: 'draft' });
    await add(mine.id, 'q own public', { type: 'public' });
    await add(mine.id, 'q own ended', { status: 'ended' });
    const joined = await add(theirs.id, 'q joined');
    const removed = await add(theirs.id, 'q removed');
    const over = await add(theirs.id, 'q joined archived', { status: 'archived' });
    await deps.db.insert(eventParticipants).values([
      { eventId: joined, userId: who.userId },
      { eventId: over, userId: who.userId },
      { eventId: removed, userId: who.userId, removedAt: new Date() },
    ]);
    await add(theirs.id, 'q public', { type: 'public', status: 'active', location: 'Pier 4' });
    await add(theirs.id, 'q public ended', { type: 'public', status: 'ended' });
    await add(theirs.id, 'q public draft', { type: 'public', status: 'draft' });
    await add(theirs.id, 'q private');
    await add(theirs.id, 'q public deleted', { type: 'public', deletedAt: new Date() });

    const names = async (query: object, person = who) =>
      (await ask('listEvents', person, {}, { query: { limit: 200, ...query } })).items.map((event) => event.name).toSorted();
    expect(await names({ scope: 'mine', q: 'q ' })).toEqual(['q joined', 'q own draft', 'q own public']);
    expect(await names({ scope: 'discover', q: 'q ' })).toEqual(['q public']);
    expect(await names({ scope: 'past', q: 'q ' })).toEqual(['q joined archived', 'q own ended', 'q public ended']);
    const all = ['q joined', 'q joined archived', 'q own draft', 'q own ended', 'q own public', 'q public', 'q public ended'];
    expect(await names({ scope: 'all', q: 'q ' })).toEqual(all);
    expect(await names({ q: 'q ' })).toEqual(all);
    expect(await names({ q: 'quiet quays' })).toEqual(['q joined', 'q joined archived', 'q public', 'q public ended']);
    expect(await names({ q: 'PIER 4' })).toEqual(['q public']);

    const withoutRights = viewer(who.userId);
    expect(await names({ scope: 'discover', q: 'q ' }, withoutRights)).toEqual([]);
    expect(await names({ scope: 'mine', q: 'q ' }, withoutRights)).toEqual(['q joined']);
    expect(await names({ scope: 'past', q: 'q ' }, withoutRights)).toEqual(['q joined archived']);
  });

  it('come page by page, latest start first', async () => {
    const { id, adminId } = await createOrganization(deps);
    const who = viewer(adminId, { memberships: [{ organizationId: id, role: 'member', permissions: {} }] });
    const startsAt = new Date('2030-01-01T00:00:00.000Z');
    const first = await createEvent(deps, id);
    const same = [await createEvent(deps, id, { startsAt }), await createEvent(deps, id, { startsAt })];
    const { forth, back } = await readPages((cursor) => ask('listEvents', who, {}, { query: { limit: 1, cursor } }));
    const expected = [...same.toSorted().toReversed(), first];
    expect(forth.flat().map((event) => event.id)).toEqual(expected);
    expect(back).toEqual(forth.slice(0, -1));
    const mine = await readPages((cursor) => ask('listEvents', who, {}, { query: { scope: 'mine', limit: 1, cursor } }));
    expect(mine.forth.flat().map((event) => event.id)).toEqual(expected.toReversed());
    expect(mine.back).toEqual(mine.forth.slice(0, -1));
    expect(await outcome(ask('listEvents', who, {}, { query: { cursor: 'nonsense' } }))).toBe('invalid_request');
  });
});
