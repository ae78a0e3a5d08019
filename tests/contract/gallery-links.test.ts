// Gallery links over HTTP: open pages of visitors follow what the organization changes, and secrets stay out of logs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { call, deliver } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { base, fixture, type Fixture } from './fixture.ts';
import { sql } from './sql.ts';

type Link = components['schemas']['GalleryLink'];

let w: Fixture;
let eventId: string;
beforeAll(async () => {
  w = await fixture();
  eventId = (await createEvent(w.people.owner, { name: 'Shared Night' })).id;
}, 120_000);

const opened: AbortController[] = [];
afterAll(() => opened.forEach((control) => control.abort()));

const makeLink = async (json: object = {}) =>
  expectStatus(
    await w.people.owner.call<Link>('POST', `${eventPath(eventId)}/links`, { json: { name: 'For the couple', scope: 'gallery', ...json } }),
    201,
    'making a link',
  );
const change = (link: Link, json: object) => w.people.owner.call('PATCH', `${eventPath(eventId)}/links/${link.id}`, { json });

/** A visitor's page that stays open: what its stream tells, and whether it ended. */
async function openPage({ token }: Link, cookie = '') {
  const control = new AbortController();
  opened.push(control);
  const response = await fetch(new URL(`/api/v1/links/${token}/stream`, base), { headers: { cookie }, signal: control.signal });
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

test('an open page is told of a new photo and of new settings', async () => {
  const link = await makeLink();
  const page = await openPage(link);
  await deliver(w.people.owner, eventId, await picture());
  await told(page, 'event: changed');
  page.text = '';
  await change(link, { downloads: 'web' });
  await told(page, 'event: changed');
});

test('it closes when the link is revoked, is given a password, or its event goes', async () => {
  const link = await makeLink();
  const page = await openPage(link);
  expectStatus(await w.people.owner.call('DELETE', `${eventPath(eventId)}/links/${link.id}`), 204, 'revoking');
  await told(page, 'event: closed\ndata: {"code":"link_closed"}');
  await waitUntil(
    () => page.ended,
    10_000,
    () => 'the stream stayed open',
  );

  const other = await makeLink();
  const locked = await openPage(other);
  await change(other, { password: 'harbour' });
  await told(locked, 'event: closed\ndata: {"code":"link_locked"}');

  const unlocked = await call(base, 'POST', `/api/v1/links/${other.token}/unlock`, { json: { password: 'harbour' } });
  expectStatus(unlocked, 204, 'unlocking');
  const again = await openPage(other, unlocked.headers.get('set-cookie')?.split(';')[0]);
  await sql(`update gallery_links set expires_at = now() - interval '1 second' where id = $1`, [other.id]);
  await change(await makeLink(), { name: 'Wakes the streams' });
  await told(again, 'event: closed\ndata: {"code":"link_closed"}');
});

test('a password can’t be guessed: wrong ones are refused after a number of attempts, whatever device sends them', async () => {
  const link = await makeLink({ password: 'harbour' });
  const guess = (password: string, device: string) =>
    call(base, 'POST', `/api/v1/links/${link.token}/unlock`, { json: { password }, headers: { 'user-agent': device } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) statuses.push((await guess(`wrong ${attempt}`, `device ${attempt % 10}`)).status);
  // Of one address; those of all addresses together: server/http/rate-limits.test.ts.
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
  const refused = await guess('wrong', 'another device');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
}, 60_000);

test('the audit trail names links by id, not by their secret', async () => {
  const link = await makeLink({ password: 'harbour' });
  await call(base, 'POST', `/api/v1/links/${link.token}/unlock`, { json: { password: 'nope' } });
  const rows = await sql<{ entry: string }>(
    `select row_to_json(a)::text as entry from audit_log a where a.detail::text like $1 or a.subject_id like $1`,
    [`%${link.token}%`],
  );
  expect(rows).toEqual([]);
});
