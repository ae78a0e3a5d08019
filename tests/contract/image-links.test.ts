// Links to single images over HTTP: what a stranger with and without the token gets, and how often.
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { type Answer, call } from '#tests/support/api.ts';
import { expectStatus } from '#tests/support/events.ts';
import { requestImages, waitForGeneration } from '#tests/support/generations.ts';
import { base, fixture, type Fixture } from './fixture.ts';
import { sql } from './sql.ts';

type NewLink = components['schemas']['NewImageLink'];

let w: Fixture;
beforeAll(async () => {
  w = await fixture();
}, 120_000);

/** An image of the participant, and a link to it. */
async function newLink(): Promise<NewLink & { imageId: string; path: string }> {
  const { id } = await requestImages(w.people.participant, { prompt: 'A boat', count: 1 });
  const { images } = await waitForGeneration(w.people.participant, id);
  const imageId = images[0]?.id ?? '';
  const path = `/api/v1/generated-images/${imageId}/links`;
  const made = expectStatus(await w.people.participant.call<NewLink>('POST', path, { json: { hours: 1 } }), 201, 'making a link');
  return { ...made, imageId, path };
}
const VARIANTS = ['', '/preview', '/original'];
const open = (token: string): Promise<Answer[]> =>
  Promise.all(VARIANTS.map((variant) => call(base, 'GET', `/api/v1/shared-images/${token}${variant}`)));
const codes = (answers: Answer[]) => answers.map(({ status, body }) => [status, (body as { code?: string }).code]);

test('shows its own image only, to anyone, and is no way to others', async () => {
  const [one, other] = [await newLink(), await newLink()];
  const [shown, preview, original] = await open(one.token);
  expect([shown?.status, preview?.status, original?.status]).toEqual([200, 200, 200]);
  for (const answer of [shown, preview, original]) expect(answer?.headers.get('x-robots-tag')).toBe('noindex');
  expect(original?.headers.get('cache-control')).toBe('private, no-cache');
  expect(original?.headers.get('content-disposition')).toContain('attachment');
  // The image's own addresses stay closed, and a token opens no gallery.
  expect((await call(base, 'GET', `/api/v1/generated-images/${one.imageId}/original`)).status).toBe(401);
  expect((await call(base, 'GET', `/api/v1/links/${one.token}`)).status).toBe(422);
  const [, , foreign] = await open(other.token);
  expect(foreign?.headers.get('etag')).not.toBe(original?.headers.get('etag'));
  const revoked = await w.people.participant.call('DELETE', `${other.path}/${one.link.id}`);
  expect(revoked.status, 'by another image').toBe(404);
  expect((await open(one.token)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('ends when it expires, is revoked, or the image is deleted', async () => {
  const { link, token, path, imageId } = await newLink();
  const closed = VARIANTS.map(() => [410, 'link_closed']);
  await w.people.participant.call('DELETE', `/api/v1/generated-images/${imageId}`);
  expect(codes(await open(token))).toEqual(closed);
  await w.people.participant.call('POST', `/api/v1/generated-images/${imageId}/restore`);
  expect((await open(token)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await sql(`update image_links set expires_at = now() - interval '1 second' where id = $1`, [link.id]);
  expect(codes(await open(token))).toEqual(closed);
  await sql(`update image_links set expires_at = now() + interval '1 hour' where id = $1`, [link.id]);
  await w.people.participant.call('DELETE', `${path}/${link.id}`);
  expect(codes(await open(token))).toEqual(closed);
});

test('can’t be found by its id, its hash or a similar token, and stays out of the audit log and the database', async () => {
  const { link, token } = await newLink();
  const hash = createHash('sha256').update(token).digest();
  const similar = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const guess of [similar, hash.toString('base64url')])
    expect(codes(await open(guess))).toEqual(VARIANTS.map(() => [404, 'unknown_link']));
  expect((await call(base, 'GET', `/api/v1/shared-images/${link.id}`)).status).toBe(422);
  const written = await sql('select id from audit_log where detail::text like $1', [`%${token}%`]);
  const stored = await sql('select id from image_links where token_hash = $1', [token]);
  expect([written, stored]).toEqual([[], []]);
});

test('is downloaded often, but not without end', async () => {
  const { token } = await newLink();
  const download = () => call(base, 'GET', `/api/v1/shared-images/${token}/original`);
  const statuses: number[] = [];
  for (let times = 0; times < 61; times += 1) statuses.push((await download()).status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60);
  const refused = await download();
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
