// A revoked permission ends with the answer that confirms it, while others are still reading: the server's caches must never lag behind.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { deliver, joinAsGuest, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, moderate, photoOf, updateEvent } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { listen } from '#tests/support/stream-listener.ts';
import { base, fixture } from './fixture.ts';

type Schemas = components['schemas'];

const CROWD = 8;

let owner: Person;
beforeAll(async () => void (owner = (await fixture()).people.owner), 120_000);

interface Night {
  event: Schemas['Event'];
  photoId: string;
  guests: Person[];
}

async function night(): Promise<Night> {
  const event = await createEvent(owner);
  const { id: photoId } = await deliver(owner, event.id, await picture());
  const isReady = async () => (await photoOf(owner, event.id, photoId)).state === 'ready';
  await waitUntil(isReady, 30_000, () => 'the photo was not made ready', 50);
  const guests = await Promise.all(Array.from({ length: CROWD }, (_, number) => joinAsGuest(base, event.join_code, `Guest ${number}`)));
  return { event, photoId, guests };
}

const thumbOf = ({ event, photoId }: Night) => `${eventPath(event.id)}/photos/${photoId}/thumb`;
const statusOf = async (who: Person, path: string, headers: Record<string, string> = {}) =>
  (await who.call('GET', path, { headers })).status;

/** They ask for the thumb, one time after the other, until `end`, which resolves with the statuses that they were answered. */
function look(at: Night, guests: Person[]) {
  const control = new AbortController();
  const looking = guests.map(async (guest) => {
    const statuses: number[] = [];
    while (!control.signal.aborted) statuses.push(await statusOf(guest, thumbOf(at)));
    return statuses;
  });
  return {
    async end(): Promise<number[]> {
      control.abort();
      return (await Promise.all(looking)).flat();
    },
  };
}

describe('while others look', () => {
  test('a guest who is removed is refused the next thumb, seen or not, the list and the stream', async () => {
    const given = await night();
    const [removed, ...others] = given.guests as [Person, ...Person[]];
    const thumb = await removed.call('GET', thumbOf(given));
    const tag = { 'if-none-match': thumb.headers.get('etag')! };
    expect([thumb.status, await statusOf(removed, thumbOf(given), tag)]).toEqual([200, 304]);
    const streams = [removed, others[0]!].map((guest) => listen(guest, given.event.id));
    for (const stream of streams) expect((await stream.opened).status).toBe(200);
    const crowd = look(given, others);

    const participant = `${eventPath(given.event.id)}/participants/${removed.id}`;
    expectStatus(await owner.call('DELETE', participant), 204, 'removing a guest');
    // One after the other: the first already comes too late.
    expect(await statusOf(removed, thumbOf(given))).toBe(404);
    expect(await statusOf(removed, thumbOf(given), tag)).toBe(404);
    expect(await statusOf(removed, `${eventPath(given.event.id)}/photos`)).toBe(404);
    expect(await statusOf(removed, `${eventPath(given.event.id)}/stream`)).toBe(404);
    await waitUntil(
      () => streams[0]!.ended(),
      30_000,
      () => 'the open stream of the removed guest was not ended',
      20,
    );

    expect(new Set(await crowd.end())).toEqual(new Set([200]));
    expect(streams[1]!.ended()).toBe(false);
    for (const stream of streams) stream.stop();

    expectStatus(await owner.call('POST', `${participant}/restore`), 200, 'letting the guest in again');
    expect(await statusOf(removed, thumbOf(given))).toBe(200);
  });

  test('a photo that is rejected is refused to all of them, and is there again once it is approved', async () => {
    const given = await night();
    for (const guest of given.guests) expect(await statusOf(guest, thumbOf(given))).toBe(200);
    const decide = (status: 'approved' | 'rejected') =>
      moderate(owner, given.event.id, { ids: [given.photoId], status, ...(status === 'rejected' && { reason: 'Dark.' }) });
    const seen = () => Promise.all(given.guests.map((guest) => statusOf(guest, thumbOf(given))));
    await decide('rejected');
    expect(new Set(await seen())).toEqual(new Set([404]));
    await decide('approved');
    expect(new Set(await seen())).toEqual(new Set([200]));
  });

  test('a gallery that is closed is closed to all of them, and a session that is logged out sees nothing', async () => {
    const given = await night();
    const [first, second] = given.guests as [Person, Person];
    for (const guest of [first, second]) expect(await statusOf(guest, thumbOf(given))).toBe(200);
    expectStatus(await first.call('POST', '/api/v1/auth/logout'), 204, 'logging out');
    expect(await statusOf(first, thumbOf(given))).toBe(401);
    await updateEvent(owner, given.event.id, { auto_gallery: false });
    expect(await statusOf(second, thumbOf(given))).toBe(404);
  });
});
