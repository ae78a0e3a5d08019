import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tolerateEmptyJson } from '#server/http/bind.ts';
import { answerErrors } from '#server/http/errors.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  answerErrors(app, () => undefined);
  tolerateEmptyJson(app);
  app.post('/', async ({ body }) => ({ got: body ?? null }));
});
afterAll(() => app.close());

const post = async (payload: string) => {
  const answer = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });
  return [answer.statusCode, answer.json<{ got?: unknown; code?: string; errors?: { field: string }[] }>()] as const;
};

test.each([
  ['', null],
  [' ', null],
  ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
  ['{"a":"\\\\ud83d"}', { a: '\\ud83d' }],
])('the body %j is taken', async (body, got) => {
  expect(await post(body)).toEqual([200, { got }]);
});

test.each([
  ['"\\ud83d"', 'body'],
  ['{"a":["b",{"c":"\\uDE00d"}]}', 'body.a.1.c'],
  ['{"\\ud83d":1}', 'body'],
])('a lone surrogate in %s is refused, and its position is reported', async (body, field) => {
  const [status, { code, errors }] = await post(body);
  expect([status, code, errors?.[0]?.field]).toEqual([422, 'invalid_request', field]);
});

test('bodies nested deeper than any of the contract are refused unparsed; brackets in a text are only text', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect((await post(nested(64)))[0]).toBe(200);
  const [status, { errors }] = await post(nested(65));
  expect([status, errors]).toEqual([422, [{ field: 'body', message: 'is nested too deeply' }]]);
  const brackets = `a"\\${'[{'.repeat(100)}`;
  expect(await post(JSON.stringify({ brackets }))).toEqual([200, { got: { brackets } }]);
  expect((await post(JSON.stringify(Array.from({ length: 1000 }, () => ({})))))[0]).toBe(200);
});

test('a deep one ends nothing', async () => {
  const deep = `${'['.repeat(100_000)}"\\ud83d"${']'.repeat(100_000)}`;
  const [status] = await post(deep);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});
