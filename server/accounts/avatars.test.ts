// Avatars through the whole application: storage, access, and deletion with the account.
import type { FastifyInstance, InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { avatars, users } from '#server/db/schema/accounts.ts';
import { eventParticipants } from '#server/db/schema/events.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createMembership, createOrganization } from '#tests/support/factories/database.ts';
import { unzip } from '#tests/support/zip.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let landscape: Buffer;

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  passwordHash = await hashPassword(password);
  landscape = await sharp({ create: { width: 1400, height: 700, channels: 3, background: '#1d4ed8' } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  // The first picture starts the worker process.
  await show(await somebody(), landscape);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
}, 30_000);

const call = accountCalls(() => app);

async function somebody() {
  const id = uuid7();
  const email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz' });
  const { body } = await call('POST', 'login', { email, password });
  return { id, email, headers: { authorization: `Bearer ${String(body?.access_token)}` } };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

async function show(person: Somebody, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'me.jpg');
  const sent = new Response(form);
  const options: InjectOptions = {
    method: 'POST',
    url: '/api/v1/auth/avatar',
    headers: { ...person.headers, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  };
  const answer = await app.inject(options);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ avatar_url: string }>().avatar_url;
}
const look = (person: Somebody, url: string, headers = {}) => app.inject({ url, headers: { ...person.headers, ...headers } });

test('an uploaded picture becomes a square without metadata, is cached by its URL, and can be replaced', async () => {
  const person = await somebody();
  const url = await show(person, landscape);
  const answer = await look(person, url);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': expect.stringContaining('private') });
  const shown = await sharp(answer.rawPayload).metadata();
  expect([shown.format, shown.width, shown.height, shown.exif]).toEqual(['webp', 512, 512, undefined]);
  const again = await look(person, url, { 'if-none-match': `W/${String(answer.headers.etag)}` });
  expect([again.statusCode, again.body]).toEqual([304, '']);

  expect(await show(person, landscape), 'the same again').toBe(url);
  const other = await show(person, await sharp(landscape).negate().toBuffer());
  expect(other).not.toBe(url);
  expect([(await look(person, url)).statusCode, (await look(person, other)).statusCode]).toEqual([404, 200]);
});

test('is visible to those who share an organization or an event, while they do, and to no one else', async () => {
  const [person, colleague, guest, stranger] = await Promise.all([somebody(), somebody(), somebody(), somebody()]);
  const { id: organizationId } = await createOrganization(deps);
  const { id: hostId } = await createOrganization(deps);
  const eventId = await createEvent(deps, hostId);
  await createMembership(deps, organizationId, { userId: person.id, status: 'active' });
  await createMembership(deps, organizationId, { userId: colleague.id, status: 'active' });
  await deps.db.insert(eventParticipants).values([person, guest].map(({ id: userId }) => ({ eventId, userId })));
  const url = await show(person, landscape);
  const told = async (...people: Somebody[]) => Promise.all(people.map(async (one) => (await look(one, url)).statusCode));
  expect(await told(person, colleague, guest, stranger)).toEqual([200, 200, 200, 404]);
  const host = await somebody();
  await createMembership(deps, hostId, { userId: host.id, status: 'active' });
  expect(await told(host)).toEqual([200]);
  await deps.db.update(eventParticipants).set({ removedAt: new Date() });
  expect(await told(guest, host)).toEqual([404, 404]);
});

test('can be removed, is exported, and is deleted with the account', async () => {
  const person = await somebody();
  const here = { headers: person.headers };
  const first = await show(person, landscape);
  for (const time of ['once', 'again'])
    expect((await call('DELETE', 'avatar', undefined, here)).body, time).toMatchObject({ avatar_url: null });
  expect((await look(person, first)).statusCode).toBe(404);

  const url = await show(person, landscape);
  const files = unzip((await call('GET', 'account/export', undefined, here)).bytes);
  expect(files.get('picture.webp')).toEqual((await look(person, url)).rawPayload);

  const viewer = await somebody();
  await deps.db.update(users).set({ role: 'super_admin' });
  expect((await look(viewer, url)).statusCode).toBe(200);
  expect((await call('POST', 'account/delete', { photos: 'keep', password }, here)).status).toBe(204);
  expect((await look(viewer, url)).statusCode).toBe(404);
  expect(await deps.db.select().from(avatars)).toEqual(expect.not.arrayContaining([expect.objectContaining({ userId: person.id })]));
});
