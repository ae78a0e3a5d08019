// The timeline has exactly the photos of the list, under every filter and for every reader, and pages lose nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { createPhoto, photoRequest, upload, type Answer, type Person } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { createEvent, eventPath, expectStatus, moderate, newParticipant } from '#tests/support/events.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { base, roles, fixture, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];
type Photo = Schemas['Photo'];
type Query = Record<string, string>;

let w: Fixture;
let owner: Person;
let eventId: string;
let authors: Person[];
let onlooker: Person;
let shot: Picture;

/** Minutes of the night at which each author shot; two share a minute. */
const minutes = [0, 0.3, 0.9, 5, 12.5, 61, 61.5, 180, 181, 240];
const start = Date.parse('2026-11-20T18:00:00.000Z');

beforeAll(async () => {
  w = await fixture();
  ({ owner } = w.people);
  shot = await picture();
  const event = await createEvent(owner, { require_approval: true });
  eventId = event.id;
  const people = await Promise.all([1, 2, 3].map(() => newParticipant(base, event)));
  [onlooker, ...authors] = people as [Person, ...Person[]];
  for (const [turn, author] of authors.entries()) for (const minute of minutes) await add(author, start + (minute + turn * 0.11) * 60_000);
  const all = await list(owner, {});
  const pick = (every: number) => all.filter((_, index) => index % 5 === every).map(({ id }) => id);
  await moderate(owner, eventId, { ids: [...pick(0), ...pick(1), ...pick(2)], status: 'approved' });
  await moderate(owner, eventId, { ids: pick(3), status: 'rejected' });
  for (const id of pick(0)) await onlooker.call('PUT', `${eventPath(eventId)}/photos/${id}/like`);
}, 120_000);

async function add(person: Person, takenAt: number): Promise<string> {
  const fact = { ...photoRequest(shot, await upload(person, shot.bytes)), taken_at: new Date(takenAt).toISOString() };
  expectStatus(await createPhoto(person, eventId, fact), 201, 'delivering');
  return fact.id;
}

const row = (id: string) => rows.find((one) => one.id === id)!;

async function ask<T>(id: string, person: Person, rest: string, query: Query): Promise<T> {
  const answer: Answer<T> = await person.call<T>('GET', `${eventPath(eventId)}/${rest}?${new URLSearchParams(query)}`);
  judge(row(id), answer, 'story');
  return expectStatus(answer, 200, id);
}

const pageOf = (person: Person, query: Query) => ask<Schemas['PhotoPage']>('listPhotos', person, 'photos', query);
const timelineOf = (person: Person, query: Query) => ask<Schemas['Timeline']>('getTimeline', person, 'timeline', query);

async function list(person: Person, query: Query, limit = 7): Promise<Photo[]> {
  const photos: Photo[] = [];
  let cursor: string | null = null;
  do {
    const page: Schemas['PhotoPage'] = await pageOf(person, { ...query, limit: String(limit), ...(cursor ? { cursor } : {}) });
    photos.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return photos;
}

const minuteOf = ({ taken_at }: Photo) => `${taken_at.slice(0, 17)}00.000Z`;

function countedByMinute(photos: Photo[]): { start: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const photo of photos) counts.set(minuteOf(photo), (counts.get(minuteOf(photo)) ?? 0) + 1);
  return [...counts].map(([at, count]) => ({ start: at, count }));
}

const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
const filters: [string, (people: Person[]) => Query][] = [
  ['nothing', () => ({})],
  ['a stretch of time', () => ({ from: at(5), to: at(181) })],
  ['a beginning within a minute', () => ({ from: at(0.3) })],
  ['an end within a minute', () => ({ to: at(61.5) })],
  ['an empty stretch', () => ({ from: at(90), to: at(90) })],
  ['one photographer', ([first]) => ({ uploader: first!.id })],
  ['one who brought nothing', () => ({ uploader: '0199aa00-0000-7000-8000-0000000000aa' })],
  ['liked', () => ({ liked: 'true' })],
  ['not liked', () => ({ liked: 'false' })],
  ['pending', () => ({ status: 'pending' })],
  ['approved', () => ({ status: 'approved' })],
  ['rejected', () => ({ status: 'rejected' })],
  ['all of it', ([first]) => ({ uploader: first!.id, liked: 'true', status: 'approved', from: at(0), to: at(200) })],
];
const readers: [string, () => Person][] = [
  ['the organization', () => owner],
  ['an author', () => authors[0]!],
  ['a viewer', () => onlooker],
];

describe.each(readers)('the gallery as %s sees it', (_, reader) => {
  test.each(filters)('filtered by %s, its timeline matches its list', async (__, query) => {
    const asked = query(authors);
    const [photos, timeline] = [await list(reader(), asked), await timelineOf(reader(), asked)];
    expect(timeline.resolution).toBe('minute');
    expect(timeline.buckets).toEqual(countedByMinute(photos));
    expect(timeline.total).toBe(photos.length);
    expect(timeline.total).toBe(timeline.buckets.reduce((sum, { count }) => sum + count, 0));
    const keys = photos.map(({ taken_at, id }) => `${taken_at} ${id}`);
    expect(keys, 'latest taken first, then by id').toEqual(keys.toSorted().toReversed());
  });

  test('filtered, contains exactly the matching part of the unfiltered list', async () => {
    const whole = await list(reader(), {});
    for (const [, query] of filters) {
      const asked = query(authors);
      const fits = (photo: Photo) =>
        (asked.from === undefined || photo.taken_at >= asked.from) &&
        (asked.to === undefined || photo.taken_at < asked.to) &&
        (asked.uploader === undefined || photo.uploader.id === asked.uploader) &&
        (asked.liked !== 'true' || photo.is_liked) &&
        (asked.status === undefined || photo.status === asked.status);
      const found = await list(reader(), asked);
      expect(
        found.map(({ id }) => id),
        JSON.stringify(asked),
      ).toEqual(whole.filter(fits).map(({ id }) => id));
    }
  });

  test('lists the photographers whose photos the caller may see, with the numbers of the list', async () => {
    const { items } = await ask<Schemas['PhotographerList']>('listPhotographers', reader(), 'photographers', {});
    const whole = await list(reader(), {});
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(whole.map(({ uploader }) => uploader.id)));
    for (const { id, photos_count } of items) expect(photos_count).toBe(whole.filter(({ uploader }) => uploader.id === id).length);
    const counts = items.map(({ photos_count }) => photos_count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });
});

describe('pages of the gallery', () => {
  test('lose and repeat nothing while photos arrive before, among and behind them, and others go', async () => {
    const before = (await list(owner, {})).map(({ id }) => id);
    const walked: Photo[] = [];
    const gone: string[] = [];
    let cursor: string | null = null;
    let round = 0;
    do {
      const page: Schemas['PhotoPage'] = await pageOf(owner, { limit: '4', ...(cursor ? { cursor } : {}) });
      walked.push(...page.items);
      cursor = page.next_cursor;
      round += 1;
      const read = walked.length;
      await Promise.all(
        [start + 300 * 60_000 + round, start + 60.2 * 60_000 + round, start - 60_000 * round]
          .slice(0, round < 6 ? 3 : 0)
          .map((time) => add(authors[0]!, time)),
      );
      const last = before.at(-round);
      if (round < 3 && last && read < before.length - 6) {
        gone.push(last);
        await owner.call('DELETE', `${eventPath(eventId)}/photos/${last}`);
      }
    } while (cursor);
    const ids = walked.map(({ id }) => id);
    expect(new Set(ids).size, 'none twice').toBe(ids.length);
    expect(
      ids.filter((id) => before.includes(id)),
      'none left out',
    ).toEqual(before.filter((id) => !gone.includes(id)));
    const [photos, timeline] = [await list(owner, {}), await timelineOf(owner, {})];
    expect(timeline.buckets).toEqual(countedByMinute(photos));
  });

  test('of the demo’s night are the same in any size', async () => {
    const ofNight = async (limit: number) => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ limit: String(limit), to: '2026-11-21T12:00:00.000Z', ...(cursor ? { cursor } : {}) });
        const page: Answer<Schemas['PhotoPage']> = await owner.call('GET', `${eventPath(demoEvents.live)}/photos?${query}`);
        ids.push(...page.body.items.map(({ id }) => id));
        cursor = page.body.next_cursor;
      } while (cursor);
      return ids;
    };
    const whole = await ofNight(200);
    expect(whole.length).toBeGreaterThan(30);
    expect(await ofNight(5)).toEqual(whole);
    expect(await ofNight(1)).toEqual(whole);
  });
});

describe('people who may not see an event', () => {
  test.each(roles.filter((role) => ['nobody', 'stranger', 'outsider', 'pending', 'admin', 'super'].includes(role)))(
    '%s learns nothing of its shape',
    async (role) => {
      for (const rest of ['timeline', 'photographers', 'photos', 'numbers', 'participants', 'invitations']) {
        const answer = await w.call(role, 'GET', `${eventPath(eventId)}/${rest}`);
        expect(answer.status, `leak: ${rest}`).toBe(role === 'nobody' ? 401 : 404);
        for (const { email } of [...authors, onlooker]) expect(JSON.stringify(answer.body), `leak: ${rest}`).not.toContain(email);
      }
    },
  );
});
