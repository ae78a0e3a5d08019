import { expect, test } from 'vitest';
import { ApiError, NetworkError, parseProblem, parseRetryAfter } from '#src/transport/problem.ts';
import { backoff, classifyFailure, dueIn, MAX_MISMATCHES, retryAfterIn, scheduleRetry } from './scheduler.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 21, 20);
const DAY = 24 * 60 * MINUTE;

test('a backoff applies and ends', () => {
  const record = { nextAttemptAt: NOW + 30_000, scheduledAt: NOW };
  expect(dueIn(record, NOW + 10_000)).toBe(20_000);
  expect(dueIn(record, NOW + 30_000)).toBe(0);
});

test.each([DAY, 10 * MINUTE, 5000])('a back-off written by a clock %i ms ahead is void once the clock is right', (ahead) => {
  const record = { nextAttemptAt: NOW + ahead + 4000, notBefore: NOW + ahead + 90_000, scheduledAt: NOW + ahead };
  expect(dueIn(record, NOW)).toBe(0);
});

test('one that an earlier release wrote is bounded by the longest that there is', () => {
  expect(dueIn({ nextAttemptAt: NOW + DAY, notBefore: NOW + DAY }, NOW)).toBe(0);
  expect(dueIn({ nextAttemptAt: NOW + 50_000 }, NOW)).toBe(50_000);
});

test('what our server asked for is longer than our own cap, but no longer than a quarter of an hour', () => {
  const asked = { nextAttemptAt: NOW, notBefore: NOW + 10 * MINUTE, scheduledAt: NOW };
  expect([dueIn(asked, NOW), retryAfterIn(asked, NOW + MINUTE)]).toEqual([10 * MINUTE, 9 * MINUTE]);
  expect(dueIn({ ...asked, notBefore: NOW + 60 * MINUTE }, NOW)).toBe(0);
});

const answered = (status: number, code: string | null, retryAfter?: string) =>
  new ApiError(
    new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
    code === null ? null : { type: 'about:blank', title: code, status, detail: 'Why.', code, request_id: 'r' },
  );

test.each([
  [408, 'timeout'],
  [423, 'locked'],
  [425, 'too_early'],
  [429, 'too_many_requests'],
  [500, 'internal'],
  [502, 'bad_gateway'],
  [503, 'unavailable'],
  [503, 'busy'],
])('%i is tried again later', (status, code) => {
  expect(classifyFailure(answered(status, code), 0)).toMatchObject({ kind: 'retry', network: false });
});

test.each([
  [403, 'capture_closed'],
  [404, 'not_found'],
  [409, 'photo_conflict'],
  [409, 'image_already_posted'],
  [410, 'event_deleted'],
  [413, 'too_large'],
  [415, 'unsupported_type'],
  [422, 'invalid_request'],
])('%i %s needs the person', (status, code) => {
  expect(classifyFailure(answered(status, code), 0)).toMatchObject({ kind: 'park', code });
});

test('a photo deleted since counts as delivered', () => {
  expect(classifyFailure(answered(410, 'photo_deleted'), 0)).toEqual({ kind: 'delivered', deleted: true });
});

test.each([401, 403, 404, 410, 422])('a %i from an intermediary never parks or pauses', (status) => {
  expect(classifyFailure(answered(status, null), 0)).toMatchObject({ kind: 'retry', network: true });
});

test('a refused session and another account pause the account', () => {
  expect(classifyFailure(answered(401, 'unauthenticated'), 0)).toMatchObject({ kind: 'pause', reason: 'session' });
  expect(classifyFailure(answered(409, 'account_mismatch'), 0)).toMatchObject({ kind: 'pause', reason: 'account' });
});

test('a server that is maintained pauses the account: nothing is parked, nothing failed', () => {
  expect(classifyFailure(answered(503, 'maintenance', '30'), 0)).toMatchObject({ kind: 'pause', reason: 'maintenance' });
});

test('an upload that is gone travels again; bytes that changed on the way do so a few times, then the person is asked', () => {
  expect(classifyFailure(answered(404, 'upload_not_found'), 0)).toMatchObject({ kind: 'restart', mismatch: false });
  expect(classifyFailure(answered(422, 'hash_mismatch'), 0)).toMatchObject({ kind: 'restart', mismatch: true });
  expect(classifyFailure(answered(422, 'hash_mismatch'), MAX_MISMATCHES - 1)).toMatchObject({ kind: 'park' });
});

test('no network is a network matter', () => {
  expect(classifyFailure(new NetworkError('unreachable'), 0)).toMatchObject({ kind: 'retry', network: true });
});

test('an internal error is not swallowed as an outcome', () => {
  expect(() => classifyFailure(new TypeError('a defect'), 0)).toThrow('a defect');
});

test('back-off is full jitter up to a minute', () => {
  expect(backoff(1, () => 1)).toBe(2000);
  expect(backoff(3, () => 0.5)).toBe(4000);
  expect(backoff(50, () => 1)).toBe(60_000);
  expect(
    backoff(9, () => 0),
    'but never at once',
  ).toBe(250);
});

test('what our server asks for is obeyed, within a quarter of an hour', () => {
  expect(classifyFailure(answered(503, 'unavailable', '17'), 0)).toMatchObject({ after: 17, hint: 0 });
  const { notBefore, scheduledAt } = scheduleRetry(1, 17);
  expect(notBefore).toBe(scheduledAt + 17_000);
  expect(scheduleRetry(1, 86_400).notBefore).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
});

test('a pause by an intermediary is a hint of at most a minute', () => {
  expect(classifyFailure(answered(503, null, '3600'), 0)).toMatchObject({ after: null, hint: 60, code: 'gateway' });
  expect(scheduleRetry(1, null, 60).notBefore).toBe(0);
});

test('a date to wait for is read against the clock of the answer that names it', () => {
  const dates = { 'retry-after': 'Sat, 21 Nov 2026 20:00:05 GMT', date: 'Sat, 21 Nov 2026 20:00:00 GMT' };
  expect(parseRetryAfter(new Headers(dates))).toBe(5);
});

test.each([460, 404, 413, 418, 429, 502])(
  'a %i from an intermediary is no captive portal: no sign-in to the network is requested',
  (status) => {
    expect(classifyFailure(answered(status, null), 0)).toMatchObject({ kind: 'retry', network: true, code: 'gateway' });
  },
);

test.each([{ code: 'x', detail: 'y' }, { title: 'Bad gateway', status: 502 }, null, 'text'])(
  '%j is no problem document of ours',
  (body) => {
    expect(parseProblem(body)).toBeNull();
  },
);
