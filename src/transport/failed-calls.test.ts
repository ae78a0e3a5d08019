import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failedCalls } from '#src/lib/failure-log.ts';
import { OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { send, sendJson } from './fetch.ts';
import type { NetworkError } from './problem.ts';

const THING = 'GET /api/v1/event';
const ask = () => new Request('http://app.test/api/v1/event');
let server: OutboxServer;
let uninstall: () => void;

beforeEach(() => {
  server = new OutboxServer();
  uninstall = server.install();
});
afterEach(() => uninstall());

describe('a call that fails', () => {
  test.each([
    ['refused', () => problem(503, 'unavailable', { 'x-request-id': 'r-7' }), { outcome: '503', requestId: 'r-7' }],
    ['unanswered', () => Promise.reject(new TypeError('Failed to fetch')), { outcome: 'unreachable', requestId: null }],
    ['answered by a portal', () => portalPage(), { outcome: 'portal', requestId: null }],
  ])('is logged with the known facts and passed on: %s', async (_what, answer, noted) => {
    server.intercept = answer;
    await sendJson(ask()).catch(() => undefined);
    expect(failedCalls().at(-1)).toMatchObject({ call: THING, ...noted });
  });

  test('without an answer is given up after 30,000 ms, not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const control = new AbortController();
      setTimeout(() => control.abort(new DOMException('', 'TimeoutError')), ms);
      return control.signal;
    });
    try {
      vi.stubGlobal('fetch', (request: Request) => {
        const { signal } = request;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      });
      let outcome = 'waits';
      void send(ask()).catch((error: NetworkError) => (outcome = error.reason));
      await vi.advanceTimersByTimeAsync(29_999);
      expect(outcome).toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      expect(outcome).toBe('timeout');
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });
});
