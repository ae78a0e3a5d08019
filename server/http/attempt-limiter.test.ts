import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AttemptLimiter, type AttemptSource } from '#server/http/attempt-limiter.ts';
import { Problem } from '#server/http/problem.ts';
import { openRateLimitStore } from '#server/http/rate-limit-store.ts';
import { newSecret } from '#server/secrets.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps.dispose());

const miss = new Problem(404, 'unknown_code', 'No event has this code.');
const isMiss = (error: unknown) => error === miss;
const wrong = async () => {
  await Promise.resolve();
  throw miss;
};
const right = async () => 'the event';
const phone = (device: string, personId: string | null = null): AttemptSource => ({ personId, address: '192.0.2.1', device });

/** With counters of their own, unless they share the secret of others. */
async function makeGuesses(
  limits: { misses: number; windowMs?: number; paceMs?: number } = { misses: 6, paceMs: 5 },
  secret = newSecret(),
) {
  const store = await openRateLimitStore({ db: deps.db, secrets: { getOrCreate: async () => secret } }, () => Date.now());
  return new AttemptLimiter(store, {
    name: 'guess',
    ...limits,
    onError(error) {
      throw error;
    },
  });
}

afterEach(() => vi.useRealTimers());

async function told(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.catch((error: unknown) => (error instanceof Problem ? error.status : error));
}

test('of a hundred concurrent attempts as many are answered as may fail, for every caller', async () => {
  for (const guesser of [phone('a'), phone('a', 'ana')]) {
    const guesses = await makeGuesses();
    const answers = await Promise.all(Array.from({ length: 100 }, () => told(guesses.attempt(guesser, isMiss, wrong))));
    expect(answers.filter((answer) => answer === 404)).toHaveLength(6);
    expect(answers.filter((answer) => answer === 429)).toHaveLength(94);
  }
});

test('those who have the code are all let in, however many come at once', async () => {
  const guesses = await makeGuesses();
  const answers = await Promise.all(Array.from({ length: 100 }, () => told(guesses.attempt(phone('a'), isMiss, right))));
  expect(new Set(answers)).toEqual(new Set(['the event']));
});

test('failures of one phone block no other phone behind its address, even one that looks the same', async () => {
  const guesses = await makeGuesses();
  for (let count = 0; count < 6; count += 1) expect(await told(guesses.attempt(phone('a'), isMiss, wrong))).toBe(404);
  expect(await told(guesses.attempt(phone('b'), isMiss, right))).toBe('the event');
  expect(await told(guesses.attempt(phone('a'), isMiss, right))).toBe('the event');
  expect(await told(guesses.attempt(phone('a'), isMiss, wrong))).toBe(429);
  expect(await told(guesses.attempt(phone('a', 'ana'), isMiss, right))).toBe('the event');
});

test('many accounts or devices behind one address do not multiply it for ever', async () => {
  const guesses = await makeGuesses();
  const answers: unknown[] = [];
  for (let person = 0; person < 12; person += 1)
    for (let count = 0; count < 6; count += 1) answers.push(await told(guesses.attempt(phone('a', `person ${person}`), isMiss, wrong)));
  expect(answers.filter((answer) => answer === 404)).toHaveLength(60);
  expect(await told(guesses.attempt(phone('z', 'somebody'), isMiss, right))).toBe('the event');
});

test('devices that are made up on the way do not multiply what one address may try', async () => {
  const paceMs = 50;
  const guesses = await makeGuesses({ misses: 1, paceMs });
  const tried: number[] = [];
  const guess = (device: string) =>
    told(
      guesses.attempt(phone(device), isMiss, () => {
        tried.push(performance.now());
        return wrong();
      }),
    );
  for (let device = 0; device < 10; device += 1) expect(await guess(`first ${device}`)).toBe(404);
  tried.length = 0;
  const answers = await Promise.all(Array.from({ length: 30 }, (_, device) => guess(`next ${device}`)));
  expect(new Set(answers)).toEqual(new Set([429]));
  expect(tried).toHaveLength(30);
  // Five at once, and five more in the time of one slow try.
  expect(tried.at(-1)! - tried[0]!).toBeGreaterThanOrEqual((paceMs * (30 - 5)) / 5 - paceMs);
});

test('three hundred who have the code come in at once behind one address, also beside one who guesses', async () => {
  const guesses = await makeGuesses({ misses: 1, paceMs: 5 });
  const enter = (device: number) => told(guesses.attempt(phone(`guest ${device}`), isMiss, right));
  expect(new Set(await Promise.all(Array.from({ length: 300 }, (_, device) => enter(device))))).toEqual(new Set(['the event']));
  for (let device = 0; device < 10; device += 1) await told(guesses.attempt(phone(`guesser ${device}`), isMiss, wrong));
  for (let device = 0; device < 300; device += 30) {
    const some = Array.from({ length: 30 }, (_, index) => enter(device + index));
    expect(new Set(await Promise.all(some))).toEqual(new Set(['the event']));
  }
});

test('a person who missed too often is refused untried, until the minute is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const guesses = await makeGuesses({ misses: 1, windowMs: 60_000 });
  expect(await told(guesses.attempt(phone('a', 'ana'), isMiss, wrong))).toBe(404);
  vi.advanceTimersByTime(59_000);
  expect(await told(guesses.attempt(phone('a', 'ana'), isMiss, right))).toBe(429);
  vi.advanceTimersByTime(1_500);
  expect(await told(guesses.attempt(phone('a', 'ana'), isMiss, right))).toBe('the event');
});
