import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeRefreshToken, rotateRefreshToken, sessionEnd } from '#server/accounts/sessions.ts';
import { refreshTokens, sessions, users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

const request = { ip: '192.0.2.1', id: 'req-1' };
let database: TestDeps;
let sessionId: string;
let signedIn: string;

beforeAll(async () => {
  database = await openTestDeps();
}, 60_000);
afterAll(() => database.dispose());

beforeEach(async () => {
  const { db } = database;
  const userId = uuid7();
  sessionId = uuid7();
  const first = makeRefreshToken();
  await db.insert(users).values({ id: userId, email: `${userId}@example.org`, passwordHash: '', firstName: 'A', lastName: 'B' });
  await db.insert(sessions).values({ id: sessionId, userId, rememberMe: true, expiresAt: sessionEnd(true, new Date()) });
  await db.insert(refreshTokens).values({ id: uuid7(), sessionId, tokenHash: first.hash });
  signedIn = first.token;
  now = Date.now() + 2 * MINUTE_MS;
});

const MINUTE_MS = 60_000;
let now: number;
const use = async (token: string) => (await rotateRefreshToken(database.db, token, request, new Date(now)))?.token ?? null;
/** Uses a token, and waits until the next one can be used. */
const used = async (token: string): Promise<string> => {
  const next = await use(token);
  if (next === null) throw new Error('the token was refused');
  now += MINUTE_MS;
  return next;
};
const session = async () => (await database.db.select().from(sessions).where(eq(sessions.id, sessionId)))[0];

test('each use returns a new token and continues the session', async () => {
  const second = await used(signedIn);
  const third = await used(second);
  expect(new Set([signedIn, second, third]).size).toBe(3);
  expect(await use(third)).not.toBeNull();
});

test('after a lost response, the old token works until a new one is used', async () => {
  await used(signedIn);
  await used(signedIn);
  const arrived = await used(signedIn);
  expect(await use(arrived)).not.toBeNull();
  expect((await session())?.endedAt).toBeNull();
});

test('a browser that loads the app twice, and is killed before it has stored a cookie, is not logged out', async () => {
  const first = (await use(signedIn))!;
  now += 5_000;
  const again = (await use(first))!;
  now += 3_600_000;
  const restarted = await used(signedIn);
  expect(await used(restarted)).not.toBe(restarted);
  expect(await session()).toMatchObject({ endedAt: null });
  expect(await use(again), 'a copy of what was lost').toBeNull();
  expect(await session()).toMatchObject({ endReason: 'reuse' });
});

test('a token is replaced when it is a minute old', async () => {
  const first = (await use(signedIn))!;
  now += MINUTE_MS - 1;
  expect(await use(first)).toBe(first);
  now += 1;
  expect(await use(first)).not.toBe(first);
});

test('the parent of the current token works; an older one ends the session', async () => {
  const second = await used(signedIn);
  const third = await used(second);
  expect(await use(second)).not.toBeNull();
  expect(await use(signedIn)).toBeNull();
  expect(await session()).toMatchObject({ endReason: 'reuse' });
  expect(await use(third)).toBeNull();
  const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, sessionId));
  expect(entry).toMatchObject({ action: 'session.reuse', outcome: 'refused', ip: '192.0.2.1' });
});

test('a stolen token is detected when both copies are used', async () => {
  const owner = await used(signedIn);
  const thief = await used(signedIn);
  await used(owner);
  expect(await use(thief)).toBeNull();
  expect(await session()).toMatchObject({ endReason: 'reuse' });
});

test('concurrent uses are handled one after the other', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => use(signedIn)));
  expect(answers.every((answer) => answer !== null)).toBe(true);
  const [first, second] = answers as string[];
  now += MINUTE_MS;
  const both = await Promise.all([use(first ?? ''), use(second ?? '')]);
  expect(both.filter((answer) => answer !== null)).toHaveLength(1);
});

test('a session ends 90 days after login, however often it is refreshed', async () => {
  const DAY_MS = 24 * 3_600_000;
  const createdAt = (await session())!.createdAt;
  const after = (days: number) => new Date(createdAt.getTime() + days * DAY_MS);
  let token = signedIn;
  for (const days of [20, 40, 60, 80]) {
    const rotated = await rotateRefreshToken(database.db, token, request, after(days));
    token = rotated?.token ?? '';
    expect((await session())?.expiresAt).toEqual(after(Math.min(days + 30, 90)));
  }
  expect(await rotateRefreshToken(database.db, token, request, after(89.9))).not.toBeNull();
  expect(await rotateRefreshToken(database.db, token, request, after(90))).toBeNull();
  // A session from before the limit existed.
  await database.db
    .update(sessions)
    .set({ expiresAt: after(119) })
    .where(eq(sessions.id, sessionId));
  expect(await rotateRefreshToken(database.db, token, request, after(91))).toBeNull();
  expect(sessionEnd(false, createdAt, after(89.5))).toEqual(after(90));
  expect(sessionEnd(false, createdAt, after(1))).toEqual(after(2));
});

test('an ended session, an expired one and an unknown token are rejected', async () => {
  expect(await use('made-up')).toBeNull();
  await database.db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.id, sessionId));
  expect(await use(signedIn)).toBeNull();
  await database.db
    .update(sessions)
    .set({ expiresAt: sessionEnd(true, new Date()), endedAt: new Date(), endReason: 'logout' })
    .where(eq(sessions.id, sessionId));
  expect(await use(signedIn)).toBeNull();
});
