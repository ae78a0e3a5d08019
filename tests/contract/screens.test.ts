// Screens over HTTP: they switch when they are paired and unpaired, see nothing else, and their codes can't be guessed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { call, deliver } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { base, fixture, type Fixture, openScreen, type Screen } from './fixture.ts';
import { sql } from './sql.ts';

type Schemas = components['schemas'];

let w: Fixture;
let eventId: string;
beforeAll(async () => {
  w = await fixture();
  eventId = (await createEvent(w.people.owner, { name: 'Wall Night' })).id;
}, 120_000);

const opened: AbortController[] = [];
afterAll(() => opened.forEach((control) => control.abort()));

const pair = (code: string, who = w.people.owner) =>
  who.call<Schemas['Screen']>('POST', `${eventPath(eventId)}/screens`, { json: { code, name: 'Foyer' } });

/** The screen's page: what its stream tells, and whether it ended. */
async function listen({ cookie }: Screen) {
  const control = new AbortController();
  opened.push(control);
  const response = await fetch(new URL('/api/v1/screen/stream', base), { headers: { cookie }, signal: control.signal });
  expect(response.status).toBe(200);
  const page = { text: '', ended: false };
  const read = async () => {
    if (!response.body) return;
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) page.text += chunk;
    page.ended = true;
  };
  read().catch((error: unknown) => {
    if (!control.signal.aborted) throw error;
  });
  await waitUntil(
    () => page.text !== '',
    10_000,
    () => 'the stream did not begin',
  );
  return page;
}

const told = (page: { text: string }, what: string) =>
  waitUntil(
    () => page.text.includes(what),
    20_000,
    () => `not told ${what}: ${page.text}`,
  );

const ask = <Body>({ cookie }: Screen, method: string, path: string) => call<Body>(base, method, path, { headers: { cookie } });

test('a screen switches when it is paired, gets new photos, and leaves when it is unpaired', async () => {
  const screen = await openScreen();
  const waiting = await listen(screen);
  const { id } = expectStatus(await pair(screen.code), 201, 'pairing');
  await told(waiting, 'event: closed');
  const page = await listen(screen);
  const photo = await deliver(w.people.owner, eventId, await picture());
  await told(page, `event: added\ndata: {"id":"${photo.id}"`);
  expectStatus(await w.people.owner.call('DELETE', `${eventPath(eventId)}/photos/${photo.id}`), 204, 'deleting');
  await told(page, `event: removed\ndata: {"id":"${photo.id}"}`);
  expectStatus(await w.people.owner.call('DELETE', `${eventPath(eventId)}/screens/${id}`), 204, 'unpairing');
  await told(page, 'event: closed');
  await waitUntil(
    () => page.ended,
    10_000,
    () => 'the stream stayed open',
  );
  expect(await ask(screen, 'GET', '/api/v1/screen/photos')).toMatchObject({ status: 409, body: { code: 'screen_unpaired' } });
});

test('its secret opens nothing else', async () => {
  const screen = await openScreen();
  expectStatus(await pair(screen.code), 201, 'pairing');
  for (const path of [eventPath(eventId), `${eventPath(eventId)}/photos`, `${eventPath(eventId)}/screens`, '/api/v1/auth/sessions'])
    expect((await ask(screen, 'GET', path)).status, path).toBe(401);
});

test('another organization’s members and people without an account pair nothing, even with the right code', async () => {
  const { code } = await openScreen();
  expect((await pair(code, w.people.outsider)).status).toBe(404);
  expect((await pair(code, w.people.stranger)).status).toBe(404);
  expect((await call(base, 'POST', `${eventPath(eventId)}/screens`, { json: { code } })).status).toBe(401);
  expectStatus(await pair(code), 201, 'pairing');
  expect(await pair(code)).toMatchObject({ status: 404, body: { code: 'unknown_screen_code' } });
});

test('an expired code pairs nothing', async () => {
  const { code } = await openScreen();
  await sql(`update screens set code_expires_at = now() - interval '1 second' where code = $1`, [code]);
  expect(await pair(code)).toMatchObject({ status: 404, body: { code: 'unknown_screen_code' } });
});

test('a code can’t be guessed: wrong ones are refused after a number of attempts', async () => {
  const guesser = w.people.member;
  const { code } = await openScreen();
  const wrong = code === '000000' ? '000001' : '000000';
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) statuses.push((await pair(wrong, guesser)).status);
  expect(statuses.slice(0, 8)).toEqual(Array(8).fill(404));
  expect(statuses.at(-1)).toBe(429);
  const refused = await pair(code, guesser);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the audit trail names screens by id, without code and secret', async () => {
  const screen = await openScreen();
  const { id } = expectStatus(await pair(screen.code), 201, 'pairing');
  const rows = await sql<{ entry: string }>(`select row_to_json(a)::text as entry from audit_log a where a.detail::text like $1`, [
    `%${id}%`,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.entry).not.toContain(`"${screen.code}"`);
  expect(rows[0]?.entry).not.toContain(screen.cookie.split('=')[1]);
});
