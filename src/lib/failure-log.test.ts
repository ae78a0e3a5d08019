import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failedCalls, logFailedCall } from './failure-log.ts';
import { failureReport } from './failure-report.ts';

const call = (path: string) => ({ method: 'GET', url: `https://api.test${path}` });
afterEach(() => vi.unstubAllEnvs());

beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'a phone' }));
afterEach(() => vi.unstubAllGlobals());

test('logs method, path, outcome and request id, without code, token or search', () => {
  logFailedCall(call('/api/v1/event/0199aa00-0000-7000-8000-0000000000ef/photos?q=secret'), '503', 'r-1');
  logFailedCall(call('/api/v1/event/join/ELSA-JON1'), 'unreachable');
  logFailedCall(call('/api/v1/event/join/elsajon'), '404');
  logFailedCall(call('/api/v1/reset/eyJhbGciOi'), '410');
  expect(failedCalls().map(({ call: told, outcome, requestId }) => [told, outcome, requestId])).toEqual([
    ['GET /api/v1/event/0199aa00-0000-7000-8000-0000000000ef/photos', '503', 'r-1'],
    ['GET /api/v1/event/join/…', 'unreachable', null],
    ['GET /api/v1/event/join/…', '404', null],
    ['GET /api/v1/reset/…', '410', null],
  ]);
  expect(failureReport()).toMatch(/photos 503, request r-1\n/);
  expect(failureReport()).not.toMatch(/secret|ELSA|elsajon|eyJ/);
});

test('retains only the latest', () => {
  for (let count = 0; count < 60; count += 1) logFailedCall(call('/healthz'), String(count));
  expect(failedCalls()).toHaveLength(50);
  expect(failedCalls().at(-1)?.outcome).toBe('59');
});

test('logs to the console in development', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  logFailedCall(call('/healthz'), '500');
  expect(warn).not.toHaveBeenCalled();
  vi.stubEnv('MODE', 'development');
  logFailedCall(call('/healthz'), '500');
  expect(warn).toHaveBeenCalledOnce();
});
