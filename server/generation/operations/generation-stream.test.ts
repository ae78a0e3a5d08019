// The stream of a person's generations, for first and returning readers.
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { endSession } from '#server/accounts/sessions-repository.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { generationServicesOf, syncCatalog } from '#server/generation/catalog.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewer } from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

type Generation = components['schemas']['Generation'];
type Batch = components['schemas']['GenerationBatch'];

const email = 'ana@example.org';
const password = 'correct horse';
const id = uuid7();
const ana = viewer(id);
let deps: TestDeps;
let app: FastifyInstance;
let base: string;
let generator: TestGenerator;

beforeAll(async () => {
  deps = await openTestDeps();
  generator = await openGenerator(deps);
  app = await build(deps);
  base = await app.listen({ port: 0, host: '127.0.0.1' });
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(password), firstName: 'Ana', lastName: 'Ruiz' });
});
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

async function logIn(): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } });
  return answer.json<{ access_token: string }>().access_token;
}

async function listen(token: string, headers: Record<string, string> = {}, query = '') {
  const controller = new AbortController();
  const init = { headers: { authorization: `Bearer ${token}`, ...headers }, signal: controller.signal };
  const response = await fetch(`${base}/api/v1/generations/events${query}`, init);
  const heard = { told: [] as Generation[], batches: [] as Batch[], ended: false, leave: () => controller.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      heard.told = [...text.matchAll(/^id: \d+\nevent: (?:generation|place)\ndata: (.*)\n$/gm)].map(
        ([, data = '']) => JSON.parse(data) as Generation,
      );
      heard.batches = [...text.matchAll(/^id: \d+\nevent: batch\ndata: (.*)\n$/gm)].map(([, data = '']) => JSON.parse(data) as Batch);
    }
  };
  void read()
    .catch((error: unknown) => expect((error as Error).name).toBe('AbortError'))
    .finally(() => (heard.ended = true));
  return heard;
}

test('starts with unfinished generations, sends every end, and resumes', async () => {
  const token = await logIn();
  const { id: finished } = await generator.create(ana);
  await generator.run(finished);
  const { id: waiting } = await generator.create(ana);
  const first = await listen(token);
  await expect.poll(() => first.told.map((one) => [one.id, one.status])).toEqual([[waiting, 'queued']]);
  await generator.run(waiting);
  await expect.poll(() => first.told.at(-1)?.status).toBe('succeeded');
  expect(first.told.at(-1)?.images).toHaveLength(1);
  const numbers = first.told.map(({ seq }) => seq);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  first.leave();

  const { id: missed } = await generator.create(ana);
  await generator.ask('cancelGeneration', ana, { generationId: missed });
  const left = String(numbers.at(-1));
  const second = await listen(token, { 'last-event-id': left });
  await expect.poll(() => second.told.map((one) => [one.id, one.status])).toEqual([[missed, 'cancelled']]);
  const third = await listen(token, {}, '?after=0');
  await expect.poll(() => third.told.map((one) => one.id)).toEqual([finished, waiting, missed]);
  const restored = await listen(token, { 'last-event-id': '999999' });
  const { id: next } = await generator.create(ana);
  await expect.poll(() => restored.told.map((one) => one.id)).toEqual([next]);
  await generator.ask('cancelGeneration', ana, { generationId: next });
  for (const stream of [second, third, restored]) stream.leave();
});

test('updates queue positions', async () => {
  const token = await logIn();
  const ben = viewer(await createUser(deps));
  const [first, second] = [await generator.create(ben), await generator.create(ben)];
  const { id: waiting, seq } = await generator.create(ana);
  const stream = await listen(token);
  const placesOf = (told: Generation[]) =>
    told.filter((one) => one.id === waiting && one.status === 'queued').map((one) => one.queue_position);
  await expect.poll(() => placesOf(stream.told)).toEqual([1]);
  await generator.ask('cancelGeneration', ben, { generationId: first.id });
  await expect.poll(() => placesOf(stream.told)).toEqual([1, 0]);
  expect(stream.told.at(-1)).toMatchObject({ id: waiting, seq, status: 'queued' });
  // Later ones get no update.
  await generator.ask('cancelGeneration', ben, { generationId: second.id });
  await generator.run(waiting);
  await expect.poll(() => stream.told.at(-1)?.status).toBe('succeeded');
  expect(placesOf(stream.told)).toEqual([1, 0]);
  stream.leave();
});

test('an impersonator gets no abilities', async () => {
  const boss = await createUser(deps, { firstName: 'Sue', role: 'super_admin' });
  await deps.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, boss));
  const own = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: `${boss}@unit.test`, password } });
  const token = own.json<{ access_token: string }>().access_token;
  const headers = { authorization: `Bearer ${token}` };
  const begun = await app.inject({
    method: 'POST',
    url: `/api/v1/users/${id}/view`,
    headers,
    payload: { reason: 'A ticket of theirs' },
  });
  expect(begun.statusCode).toBeLessThan(300);
  const { id: waiting } = await generator.create(ana);
  const [theirs, viewed] = [await listen(await logIn()), await listen(token)];
  await expect.poll(() => theirs.told.at(-1)?.can).toMatchObject({ cancel: true });
  await expect.poll(() => viewed.told.at(-1)?.id).toBe(waiting);
  expect(viewed.told.at(-1)?.can).toMatchObject({ cancel: false });
  await generator.run(waiting);
  for (const stream of [theirs, viewed]) await expect.poll(() => stream.told.at(-1)?.status).toBe('succeeded');
  expect(theirs.told.at(-1)?.images[0]?.can).toMatchObject({ delete: true });
  expect(viewed.told.at(-1)?.images[0]?.can).toMatchObject({ delete: false });
  for (const stream of [theirs, viewed]) stream.leave();
});

test('ends with the session', async () => {
  const token = await logIn();
  const stream = await listen(token);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  await deps.db.transaction((tx) => endSession(tx, sid, 'revoked'));
  await generator.create(ana);
  await expect.poll(() => stream.ended).toBe(true);
});

test('sends a batch as one message, without its generations, also to a reader that returns', async () => {
  await syncCatalog(deps.db, generationServicesOf(deps).catalog);
  const token = await logIn();
  const { id: finished } = await generator.create(ana);
  await generator.run(finished);
  const [image] = (await generator.ask('getGeneration', ana, { generationId: finished })).images;
  const call = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/generation-batches${url}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload,
    });
  const key = uuid7();
  const sources = [{ kind: 'image', id: image?.id }];
  expect((await call('', { model: 'builtin:restyle', style: 'oil', sources }, { 'idempotency-key': key })).statusCode).toBe(202);
  const first = await listen(token);
  await expect.poll(() => first.batches.map((batch) => [batch.id, batch.status, batch.left])).toEqual([[key, 'running', 1]]);
  const position = first.batches[0]?.seq;
  await call(`/${key}/pause`, {});
  await expect.poll(() => first.batches.at(-1)?.status).toBe('paused');
  first.leave();
  await call(`/${key}/cancel`, {});
  const again = await listen(token, {}, `?after=${position}`);
  await expect.poll(() => again.batches.map((batch) => [batch.status, batch.cancelled])).toEqual([['cancelled', 1]]);
  again.leave();
  for (const heard of [first, again]) expect(heard.told.map(({ request }) => request.model)).not.toContain('builtin:restyle');
});
