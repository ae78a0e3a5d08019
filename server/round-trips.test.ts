// Round trips to the database of an event night's calls: together they limit the number of guests per machine.
import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { build } from '#server/app.ts';
import { events, eventParticipants } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let app: FastifyInstance;
let origin: string;
let scene: EventWithMembers;
let code: string;

/** Concurrent statements are one round trip: it begins when none is under way. */
let [underWay, statements, trips] = [0, 0, 0];

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  vi.restoreAllMocks();
  derivativesOf(deps).close();
  await app.close();
  await deps.dispose();
});

beforeEach(async () => {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const last = given.length - 1;
    const done = () => void (underWay -= 1);
    if (underWay === 0) trips += 1;
    underWay += 1;
    statements += 1;
    if (typeof given[last] === 'function') {
      const answer = given[last] as (...answers: unknown[]) => unknown;
      given[last] = (...answers: unknown[]) => {
        done();
        return answer(...answers);
      };
      return query.apply(this, given);
    }
    return (query.apply(this, given) as Promise<unknown>).finally(done);
  });
  scene = await eventWithMembers(deps);
  const [event] = await deps.db.select({ code: events.joinCode }).from(events).where(eq(events.id, scene.eventId));
  code = event!.code;
  // Opening a connection is a query too.
  await Promise.all(Array.from({ length: 5 }, () => deps.pool.query('select pg_sleep(0.05)')));
});

async function costOf<Result>(act: () => Promise<Result>): Promise<{ result: Result; trips: number; statements: number }> {
  [statements, trips] = [0, 0];
  const result = await act();
  return { result, trips, statements };
}

interface Guest {
  id: string;
  headers: Record<string, string>;
}

const join = async (name: string | null = 'Ana'): Promise<Guest> => {
  const response = await fetch(`${origin}/api/v1/auth/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code, key: randomBytes(32).toString('base64url'), ...(name !== null && { name }) }),
  });
  expect(response.status).toBe(201);
  const { user, access_token: token } = (await response.json()) as { user: { id: string }; access_token: string };
  return { id: user.id, headers: { authorization: `Bearer ${token}`, origin, 'x-account': user.id } };
};
const at = (path: string) => `${origin}/api/v1/event/${scene.eventId}/photos${path}`;

test('joining by a code takes at most five round trips, one of which counts the guest', async () => {
  const { result: guest, trips: waited } = await costOf(() => join());
  expect(waited).toBeLessThanOrEqual(5);
  const [part] = await deps.db.select().from(eventParticipants).where(eq(eventParticipants.userId, guest.id));
  expect(part).toMatchObject({ eventId: scene.eventId, role: 'guest', removedAt: null });
});

test('a delivery takes at most twelve round trips, its commit four, a like four, and a cached thumb none', async () => {
  const guest = await join();
  const jpeg = await sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg()
    .toBuffer();
  const tus = { ...guest.headers, 'tus-resumable': '1.0.0' };

  const begun = await costOf(() =>
    fetch(`${origin}/api/v1/uploads`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(jpeg.length), 'upload-metadata': `event ${btoa(scene.eventId)}` },
    }),
  );
  expect(begun.result.status).toBe(201);
  const upload = new URL(begun.result.headers.get('location')!, origin).pathname;
  const sent = await costOf(() =>
    fetch(`${origin}${upload}`, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(jpeg),
    }),
  );
  expect(sent.result.status).toBe(204);
  const fact = {
    id: uuid7(),
    upload_id: upload.split('/').at(-1),
    sha256: createHash('sha256').update(jpeg).digest('hex'),
    bytes: jpeg.length,
    content_type: 'image/jpeg',
    taken_at: new Date().toISOString(),
    tz_offset: 0,
    orientation: 0,
    device_id: uuid7(),
    device_seq: 1,
    source: 'camera',
  };
  const committed = await costOf(() =>
    fetch(at(''), { method: 'POST', headers: { ...guest.headers, 'content-type': 'application/json' }, body: JSON.stringify(fact) }),
  );
  expect(committed.result.status).toBe(201);
  expect(committed.trips).toBeLessThanOrEqual(4);
  expect(begun.trips + sent.trips + committed.trips).toBeLessThanOrEqual(12);

  const photo = (await committed.result.json()) as { id: string; state: string; uploader: { name: string } };
  const read = (await (await fetch(at(`/${fact.id}`), { headers: guest.headers })).json()) as object;
  expect(photo, 'the commit answers what a read answers afterwards').toEqual(read);

  await deps.storage.put(storageKeys.thumb(fact.id), jpeg);
  await deps.db.update(photos).set({ state: 'ready', width: 64, height: 48 }).where(eq(photos.id, fact.id));
  const thumb = () => fetch(at(`/${fact.id}/thumb`), { headers: guest.headers });
  const first = await costOf(thumb);
  expect([first.result.status, first.trips <= 3]).toEqual([200, true]);
  const again = await costOf(thumb);
  expect([again.result.status, again.statements]).toEqual([200, 0]);

  const liked = await costOf(() => fetch(at(`/${fact.id}/like`), { method: 'PUT', headers: guest.headers }));
  expect([liked.result.status, liked.trips <= 4]).toEqual([200, true]);
});
