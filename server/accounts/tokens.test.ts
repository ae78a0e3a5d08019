import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openAccessTokens, type AccessTokens } from '#server/accounts/sessions.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
let tokens: AccessTokens;
beforeAll(async () => {
  deps = await openTestDeps();
  tokens = await openAccessTokens(deps);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => deps.dispose());

test('a verified token is cached until its 15 minutes are over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const token = await tokens.sign('user', 'session');
  const whose = { userId: 'user', sessionId: 'session' };
  expect(await tokens.verify(token)).toMatchObject(whose);
  vi.setSystemTime(Date.now() + 14 * 60_000);
  expect(await tokens.verify(token)).toMatchObject(whose);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await tokens.verify(token)).toBeNull();
  expect(await tokens.verify(await tokens.sign('user', 'session'))).toMatchObject(whose);
});

test('a token that is valid for more than 15 minutes is rejected, even with a valid signature', async () => {
  const key = Buffer.from(await deps.secrets.getOrCreate('access-token-key', () => ''), 'base64url');
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: object) =>
    new SignJWT({ sid: 'session', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('user')
      .setIssuer('ai-image-suite')
      .sign(key);
  expect(await tokens.verify(await sign({ iat: now, exp: now + 900 }))).toMatchObject({ userId: 'user' });
  for (const claims of [
    { iat: now, exp: now + 10 * 365 * 86_400 },
    { iat: now, exp: now + 901 },
    { iat: now + 86_400, exp: now + 86_400 + 900 },
    { exp: now + 900 },
    { iat: now },
  ])
    expect(await tokens.verify(await sign(claims)), JSON.stringify(claims)).toBeNull();
});

test('a forged token is rejected after a valid one was cached', async () => {
  const token = await tokens.sign('user', 'session');
  expect(await tokens.verify(token)).not.toBeNull();
  const [head, claims = '', signature] = token.split('.');
  const others = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('"user"', '"else"')).toString('base64url');
  expect(await tokens.verify([head, others, signature].join('.'))).toBeNull();
  expect(await tokens.verify(`${head}.${claims}.${'A'.repeat(43)}`)).toBeNull();
  expect(await tokens.verify(`${head}.${claims}.`)).toBeNull();
});
