// Finding events again: an organization's own, and those that one may enter.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents, demoRegattaPhoto, demoWeddingPhoto } from '#server/seed/ids.ts';
import type { Person } from '#tests/support/api.ts';
import { createEvent, join, updateEvent } from '#tests/support/events.ts';
import { ask, auroraEvents } from './ask.ts';
import { fixture, type Fixture } from './fixture.ts';

type Schemas = components['schemas'];
type EventPage = Schemas['OrganizationEventPage'];

let w: Fixture;
let owner: Person;
let member: Person;
const list = (query: Record<string, string>) => auroraEvents(member, query);
beforeAll(async () => {
  w = await fixture();
  ({ owner, member } = w.people);
}, 120_000);

test.each([
  ['ended', demoWeddingPhoto],
  ['archived', demoRegattaPhoto],
] as const)('the demo’s %s event has the photos and the people that its numbers say', async (status, photoId) => {
  const id = demoEvents[status];
  const event = (await list({ status })).items.find((item) => item.id === id)!;
  const { body: gallery } = await ask<Schemas['PhotoPage']>('listPhotos', member, `/api/v1/event/${id}/photos`);
  const ends = Date.parse(event.starts_at) + event.duration * 3_600_000;
  expect(gallery.items.length).toBeGreaterThan(3);
  expect(new Set(gallery.items.map(({ uploader }) => uploader.id)).size).toBeGreaterThan(1);
  expect(event).toMatchObject({ photos_count: gallery.items.length, cover_photo_id: expect.any(String) as string });
  // Other tests deliver photos to these events too.
  const drawn = [1, 2, 3, 4].map((number) => gallery.items.find((photo) => photo.id === photoId(number)));
  for (const photo of drawn) {
    const at = photo?.taken_at ?? '';
    expect(at > event.starts_at && Date.parse(at) < ends, `${at} of ${event.starts_at}`).toBe(true);
  }
  const { body: numbers } = await ask<Schemas['EventNumbers']>('getEventNumbers', member, `/api/v1/event/${id}/numbers`);
  expect(numbers).toMatchObject({ photos: event.photos_count, participants: event.attendees_count });
});

describe('the list of an organization', () => {
  const token = `Zq${randomUUID().slice(0, 6)}`;
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

  beforeAll(async () => {
    const person = (await fixture()).people.owner;
    await createEvent(person, { name: `${token} Alpha`, status: 'draft', starts_at: at(48), location: 'Hall' });
    await createEvent(person, { name: `${token} bravo`, status: 'live', starts_at: at(-1), duration: 4 });
    const over = await createEvent(person, {
      name: `${token} Charlie`,
      status: 'live',
      starts_at: at(-50),
      duration: 2,
      location: `Cellar ${token}x`,
    });
    await updateEvent(person, over.id, { status: 'ended' });
    await createEvent(person, { name: `${token} Delta 100%`, status: 'active', starts_at: at(-2), duration: 4 });
  }, 60_000);

  const names = async (query: Record<string, string>) =>
    (await list({ q: token, sort: 'name', ...query })).items.map(({ name }) => name.slice(token.length + 1));

  test('is searched, filtered and sorted', async () => {
    expect(await names({})).toEqual(['Alpha', 'bravo', 'Charlie', 'Delta 100%']);
    expect(await names({ sort: '-name' })).toEqual(['Delta 100%', 'Charlie', 'bravo', 'Alpha']);
    expect(await names({ sort: 'starts_at' })).toEqual(['Charlie', 'Delta 100%', 'bravo', 'Alpha']);
    expect(await names({ q: `${token.toUpperCase()} BRAVO` })).toEqual(['bravo']);
    expect(await names({ q: `cellar ${token}` })).toEqual(['Charlie']);
    expect(await names({ q: `${token} Delta 100%` })).toEqual(['Delta 100%']);
    expect(await names({ q: `${token} _` }), 'wildcards of the database are ordinary characters').toEqual([]);
    expect(await names({ status: 'draft' })).toEqual(['Alpha']);
    expect(await names({ time: 'upcoming' })).toEqual(['Alpha']);
    expect(await names({ time: 'now' })).toEqual(['bravo', 'Delta 100%']);
    expect(await names({ time: 'past' })).toEqual(['Charlie']);
    expect(await names({ time: 'past', status: 'live' })).toEqual([]);
  });

  test('returns the number of events that match the filters, and the total', async () => {
    const [whole, filtered] = [await list({}), await list({ q: token, status: 'live' })];
    expect(filtered.total).toBe(1);
    expect(filtered.counts).toEqual(whole.counts);
    const { all, deleted: _deleted, ...byStatus } = whole.counts;
    expect(all).toBe(Object.values(byStatus).reduce((sum, count) => sum + count, 0));
    expect(whole.total).toBe(all);
  });

  test.each(['name', '-name', 'starts_at', '-starts_at', 'photos_count', '-photos_count', 'created_at', '-created_at'])(
    'pages by %s, there and back, whole while events are being made',
    async (sort) => {
      const mine = `${token}P${sort.replace(/\W/, 'D')}`;
      const start = Date.now();
      for (let index = 0; index < 7; index += 1)
        await createEvent(owner, { name: `${mine} ${index % 2}`, starts_at: new Date(start + (index % 3) * hour).toISOString() });
      const before = (await list({ q: mine, sort })).items.map(({ id }) => id);
      expect(before).toHaveLength(7);
      const pages: EventPage[] = [];
      let cursor: string | null = null;
      do {
        pages.push(await list({ q: mine, sort, limit: '2', ...(cursor ? { cursor } : {}) }));
        cursor = pages.at(-1)!.next_cursor;
        if (pages.length < 4)
          await createEvent(owner, { name: `${mine} ${pages.length % 2}`, starts_at: new Date(start + hour).toISOString() });
      } while (cursor);
      const walked = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(walked).size, 'none twice').toBe(walked.length);
      expect(
        walked.filter((id) => before.includes(id)),
        'none left out',
      ).toEqual(before);
      expect(pages[0]!.previous_cursor).toBeNull();

      const back: string[] = pages.at(-1)!.items.map(({ id }) => id);
      let previous = pages.at(-1)!.previous_cursor;
      while (previous) {
        const page: EventPage = await list({ q: mine, sort, limit: '2', cursor: previous });
        previous = page.previous_cursor;
        expect(page.items).toHaveLength(2);
        const fresh = page.items.map(({ id }) => id).filter((id) => !back.includes(id));
        // The first page is full also when fewer lie before the second.
        if (previous) expect(fresh, 'none twice on the way back').toHaveLength(2);
        back.unshift(...fresh);
      }
      expect(
        back.filter((id) => before.includes(id)),
        'none left out on the way back',
      ).toEqual(before);
    },
    60_000,
  );
});

describe('what one may enter', () => {
  test('is sorted into mine, to discover and past, and found by its words', async () => {
    const token = `Ev${randomUUID().slice(0, 6)}`;
    const [open, secret, over, unborn] = await Promise.all([
      createEvent(owner, { name: `${token} open`, type: 'public' }),
      createEvent(owner, { name: `${token} private`, type: 'private' }),
      createEvent(owner, { name: `${token} over`, type: 'public' }),
      createEvent(owner, { name: `${token} draft`, type: 'public', status: 'draft' }),
    ]);
    await updateEvent(owner, over.id, { status: 'ended' });
    const { stranger, super: looker } = w.people;
    await join(w.people.participant, secret.join_code);
    const ids = async (person: Person, scope?: string) => {
      const query = new URLSearchParams({ q: token, ...(scope ? { scope } : {}) });
      return new Set((await ask<Schemas['EventPage']>('listEvents', person, `/api/v1/event?${query}`)).body.items.map(({ id }) => id));
    };
    expect(await ids(member, 'mine')).toEqual(new Set([open.id, secret.id, unborn.id]));
    expect(await ids(member, 'discover')).toEqual(new Set());
    expect(await ids(member, 'past')).toEqual(new Set([over.id]));
    expect(await ids(member)).toEqual(new Set([open.id, secret.id, unborn.id, over.id]));
    expect(await ids(looker, 'mine')).toEqual(new Set());
    expect(await ids(looker, 'discover')).toEqual(new Set([open.id]));
    expect(await ids(looker, 'past')).toEqual(new Set([over.id]));
    expect(await ids(w.people.participant)).toEqual(new Set([secret.id]));
    expect(await ids(w.people.pending), 'an organization that is not approved grants no view_events').toEqual(new Set());
    expect(await ids(stranger), 'without view_events nothing is to be discovered').toEqual(new Set());
  });

  test('is sorted by start, page by page; past events by start, latest first', async () => {
    const token = `Order${randomUUID().slice(0, 6)}`;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const days of [30, 1, -1, 9]) await createEvent(owner, { name: `${token} ${days}`, starts_at: inDays(days) });
    const starts = async (scope: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const query: URLSearchParams = new URLSearchParams({ q: token, scope, limit: '3', ...(cursor && { cursor }) });
        const { body } = await ask<Schemas['EventPage']>('listEvents', owner, `/api/v1/event?${query}`);
        found.push(...body.items.map(({ name }) => name.replace(`${token} `, '')));
        cursor = body.next_cursor;
      } while (cursor);
      return found;
    };
    expect(await starts('mine')).toEqual(['-1', '1', '9', '30']);
    expect(await starts('all')).toEqual(['30', '9', '1', '-1']);
  });
});
