// Likes as desired states, and the stream that sends them to others.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { deliver, type Person } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { base, fixture, type Fixture } from './fixture.ts';

type Change = components['schemas']['PhotoChange'];

let w: Fixture;
let member: Person;
let participant: Person;
beforeAll(async () => {
  w = await fixture();
  ({ member, participant } = w.people);
}, 120_000);

const live = demoEvents.live;
const likePath = (photoId: string) => `/api/v1/event/${live}/photos/${photoId}/like`;

describe('a like', () => {
  test('is a state: repeated and reordered it counts once', async () => {
    const { id } = await deliver(member, live, await picture());
    const like = () => participant.call<components['schemas']['Like']>('PUT', likePath(id));
    const answers = await Promise.all([like(), like(), like()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await like()).body).toEqual({ photo_id: id, likes: 1, is_liked: true });
    expect((await member.call('PUT', likePath(id))).body).toEqual({ photo_id: id, likes: 2, is_liked: true });
    const unlike = () => participant.call<components['schemas']['Like']>('DELETE', likePath(id));
    await unlike();
    expect((await unlike()).body).toEqual({ photo_id: id, likes: 1, is_liked: false });
  });

  test('of another account or of a deleted photo is refused', async () => {
    const { id } = await deliver(member, live, await picture());
    const mismatch = await participant.call('PUT', likePath(id), { headers: { 'x-account': member.id } });
    expect(mismatch.status).toBe(409);
    await member.call('DELETE', `/api/v1/event/${live}/photos/${id}`);
    expect((await participant.call('PUT', likePath(id))).status).toBe(410);
  });
});

describe('the stream', () => {
  test('is refused to people who may not see the event', async () => {
    const nobody = await fetch(`${base}/api/v1/event/${live}/stream`);
    expect(nobody.status).toBe(401);
    const stranger = listen(w.people.stranger, live);
    expect((await stranger.opened).status).toBe(404);
  });

  test('sends a photo, its likes and its deletion, numbered, and resumes where it stopped', async () => {
    const first = listen(participant, live);
    expect((await first.opened).headers.get('content-type')).toContain('text/event-stream');
    const { id } = await deliver(member, live, await picture());
    const of = (changes: Change[], kind: Change['kind']) => changes.find((change) => change.photo_id === id && change.kind === kind);
    await waitUntil(
      () => of(first.changes, 'added') !== undefined,
      30_000,
      () => `no news of the photo: ${JSON.stringify(first.changes)}`,
    );
    await waitUntil(
      () => of(first.changes, 'changed') !== undefined,
      20_000,
      () => 'the photo never became ready',
    );
    const position = first.changes.at(-1)!.seq;
    first.stop();

    await participant.call('PUT', likePath(id));
    await member.call('DELETE', `/api/v1/event/${live}/photos/${id}`);
    const second = listen(participant, live, `?after=${position}`);
    await waitUntil(
      () => of(second.changes, 'removed') !== undefined,
      30_000,
      () => 'the gap was not filled',
    );
    expect(of(second.changes, 'removed')!.photo).toBeNull();
    const numbers = second.changes.map((change) => change.seq);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(Math.min(...numbers)).toBeGreaterThan(position);
    second.stop();

    const third = listen(participant, live, '', { 'last-event-id': String(position) });
    await waitUntil(
      () => of(third.changes, 'removed') !== undefined,
      30_000,
      () => 'Last-Event-ID was not obeyed',
    );
    third.stop();
  });
});

describe('a page of the gallery', () => {
  test('is followed by the next without gap or repetition', async () => {
    const whole = await member.call<components['schemas']['PhotoPage']>('GET', `/api/v1/event/${live}/photos?limit=200`);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: components['schemas']['PhotoPage'] } = await member.call(
        'GET',
        `/api/v1/event/${live}/photos?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      );
      ids.push(...page.body.items.map((photo) => photo.id));
      cursor = page.body.next_cursor;
    } while (cursor && ids.length < 30);
    expect(new Set(ids).size).toBe(ids.length);
    expect(whole.body.items.map((photo) => photo.id).slice(0, ids.length)).toEqual(ids);
    const times = whole.body.items.map((photo) => photo.taken_at);
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : -1)));
  });
});
