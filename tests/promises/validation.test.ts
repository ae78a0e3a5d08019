import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { tolerateEmptyJson } from '#server/http/bind.ts';
import { loadContract } from '#server/http/contract.ts';
import { answerErrors } from '#server/http/errors.ts';
import { Problem } from '#server/http/problem.ts';

const ROUNDS = 5;

test('a body with countless errors is refused in linear time', async () => {
  const login = (await loadContract()).find(({ id }) => id === 'login');
  if (!login) throw new Error('login is not in the contract');
  const bestOfMembers = (members: number) => {
    const more = Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 0]));
    const body = { email: 'a@b.example', password: 'x', ...more };
    const times = Array.from({ length: ROUNDS }, () => {
      const began = performance.now();
      expect(() => login.read({ params: {}, query: {}, headers: {}, body })).toThrow(Problem);
      return performance.now() - began;
    });
    return Math.min(...times);
  };
  const few = bestOfMembers(10_000);
  // In quadratic time it would be a hundred times.
  expect(bestOfMembers(100_000) / few, 'times as long for ten times as many').toBeLessThan(30);
});

/** The longest that a request may block all others, on a quiet machine. */
const MOST_MS = 100;

async function bestOf(act: () => Promise<void> | void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await act();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

const BYTES = 280_000;
const ideographs = Array.from({ length: BYTES / 3 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join('');

test.each([
  ['a domain in ever other ideographs', `ana@${ideographs}`],
  ['marks in a row', `e${'\u0301\u0316'.repeat(BYTES / 4)}@example.org`],
])('an address as long as the largest JSON body, with %s, is refused at once', async (_, email) => {
  const settings = (await loadContract()).find(({ id }) => id === 'updateOrganizationSettings');
  if (!settings) throw new Error('the settings are not in the contract');
  const sent = { params: { orgId: '0199aa00-0000-7000-8000-0000000000a1' }, query: {}, headers: {}, body: { contact_email: email } };
  const took = await bestOf(() => expect(() => settings.read(sent)).toThrow('contact_email must have at most 254 characters'));
  expect(took).toBeLessThan(MOST_MS);
});

test('a deep body is refused at once', async () => {
  const app = Fastify({ bodyLimit: 2 * BYTES });
  answerErrors(app, () => undefined);
  tolerateEmptyJson(app);
  app.post('/', async () => null);
  const depth = BYTES / 2;
  const payload = `${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`;
  const took = await bestOf(async () => {
    const answer = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });
    expect(answer.statusCode).toBe(422);
  });
  expect(took).toBeLessThan(MOST_MS);
  await app.close();
});
