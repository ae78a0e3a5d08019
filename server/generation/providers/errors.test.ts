import { describe, expect, test } from 'vitest';
import { HttpClientError } from '#server/http/http-client.ts';
import { exchangeError, sanitizeMessage, jobError, responseError } from './errors.ts';

const voice = { name: 'OpenAI', secrets: ['sk-own-key'] };
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers,
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

describe('a sentence of a provider', () => {
  test.each([
    ['Two\nlines\u0000 and\u202e a tab\t.', 'Two lines and a tab .'],
    ['<!doctype html><p>Blocked</p>', ''],
    ['Wrong key sk-own-key and sk-proj-abcdefgh12345 here', 'Wrong key … and … here'],
    ['See https://help.openai.com/a?b=c for more', 'See … for more'],
  ])('%j becomes %j', (message, expected) => expect(sanitizeMessage(message, voice.secrets)).toBe(expected));
  // Some providers repeat a part of the key, quote the address that was called, or the header as it was sent.
  test.each([
    ['in part', 'Wrong key zz.own+key/0123… here', 'Wrong key …… here'],
    ['in an address', 'Called /v1?key=zz.own%2Bkey%2F0123%3DQ&n=1', 'Called /v1?key=…&n=1'],
    ['in an address in lower case', 'Called /v1?key=zz.own%2bkey%2f0123%3dQ&n=1', 'Called /v1?key=…&n=1'],
    ['in base64', `Header ${Buffer.from('zz.own+key/0123=Q').toString('base64')} is wrong`, 'Header … is wrong'],
    ['twice', 'zz.own+key/0123=Q and zz.own+key/0123=Q', '… and …'],
    ['but not by its last characters', 'The key that ends with 3=Q is wrong', 'The key that ends with 3=Q is wrong'],
  ])('is without the key, %s', (_where, message, expected) => expect(sanitizeMessage(message, ['zz.own+key/0123=Q'])).toBe(expected));
  test('is cut where a word ends', () => {
    const told = sanitizeMessage('many words '.repeat(100), []);
    expect(told.length).toBeLessThanOrEqual(201);
    expect(told).toMatch(/(many|words)…$/);
  });
  test('is cut between characters where no word ends', () => {
    const told = sanitizeMessage(`${'x'.repeat(99)}${'😀'.repeat(100)}`, []);
    expect(told.length).toBeGreaterThan(90);
    expect(told).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('a refusal', () => {
  test.each([
    [400, { error: { code: 'moderation_blocked', message: 'No.' } }, 'content_policy', false],
    [422, { detail: [{ type: 'content_policy_violation', msg: 'No.' }] }, 'content_policy', false],
    [429, { error: { code: 'insufficient_quota', message: 'Pay.' } }, 'provider_quota', false],
    [400, { error: { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached' } }, 'provider_quota', false],
    [402, {}, 'provider_quota', false],
    [403, { detail: 'User is locked. Reason: Exhausted balance.' }, 'provider_quota', false],
    [429, { detail: 'Slower.' }, 'rate_limited', true],
    [401, {}, 'not_configured', false],
    [403, '<html>Forbidden</html>', 'not_configured', false],
    [404, { detail: 'Not Found' }, 'model_unavailable', false],
    [400, { error: { message: 'Invalid size.' } }, 'invalid_request', false],
    [413, 'too large', 'invalid_request', false],
    [408, '', 'provider_error', true],
    [500, '', 'provider_error', true],
    [502, '<html>Bad gateway</html>', 'provider_error', true],
    [307, '', 'provider_error', false],
  ] as const)('%i %j is %s', (status, body, code, retryable) =>
    expect(responseError(voice, answer(status, body))).toMatchObject({ code, retryable }),
  );

  test('reports the retry delay, an hour at most', () => {
    const wait = (headers: Record<string, string>, body: unknown = {}) => responseError(voice, answer(429, body, headers)).retryAfter;
    expect(wait({ 'retry-after': '12' })).toBe(12);
    expect(wait({ 'retry-after': '0.2' })).toBe(1);
    expect(wait({ 'retry-after': '86400' })).toBe(3600);
    expect(wait({ 'retry-after': new Date(Date.now() + 30_000).toUTCString() })).toBeGreaterThan(25);
    expect(wait({ 'retry-after': 'soon' })).toBeNull();
    expect(wait({}, { retry_after: 9 })).toBe(9);
  });

  test('ignores text of a provider in unrelated fields', () => {
    expect(responseError(voice, answer(401, { error: { message: 'Incorrect API key provided: sk-own-key' } })).message).toBe(
      'OpenAI didn’t accept this server’s API key.',
    );
    expect(responseError(voice, answer(400, { error: { message: 'Invalid size.' } })).message).toBe(
      'OpenAI didn’t accept the request: Invalid size.',
    );
  });
});

test('a failed job has a reason', () => {
  expect(jobError(voice, 'NSFW content detected.')).toMatchObject({
    code: 'content_policy',
    message: 'OpenAI declined to create this: NSFW content detected.',
  });
  expect(jobError(voice, 'CUDA out of memory')).toMatchObject({ code: 'provider_error', retryable: true });
});

describe('an exchange without a connection', () => {
  const failure = (code: string) => new HttpClientError('cut', `getaddrinfo ${code}`, Object.assign(new Error('x'), { code }));
  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
    'because of %s is said to be this server’s',
    (code) => {
      expect(exchangeError({ ...voice, host: 'api.openai.com' }, failure(code))).toMatchObject({
        code: 'provider_error',
        message: 'This server can’t reach api.openai.com.',
        retryable: true,
      });
      expect(exchangeError(voice, failure(code)).message, 'an address of one’s own is not named').toBe('This server can’t reach OpenAI.');
    },
  );
  test('that breaks off is the provider’s', () =>
    expect(exchangeError(voice, failure('ECONNRESET')).message).toBe('OpenAI has a problem right now.'));
});
