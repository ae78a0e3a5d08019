import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { uploadBytes } from '#src/outbox/upload.ts';
import { json, OutboxServer } from '#tests/support/outbox-server.ts';
import { apiUrl, configureApiBase } from './api-base.ts';
import { api, checkHealth } from './client.ts';
import { finishPendingLogout, refreshSession } from './refresh.ts';
import { writeSessionValue } from './session-db.ts';
import { subscribeStream } from './stream.ts';

const HOST = 'https://api.studio.test';

afterEach(() => {
  configureApiBase('');
  vi.unstubAllGlobals();
});

/** Which addresses are asked while `act` runs. */
async function asked(server: OutboxServer, act: () => Promise<unknown>): Promise<string[]> {
  const urls: string[] = [];
  const before = server.intercept;
  server.intercept = (request, route) => {
    urls.push(request.url);
    return before(request, route);
  };
  const uninstall = server.install();
  await act().finally(uninstall);
  return urls;
}

test('every call goes to the configured host: the generated client, renewal, logout, health, uploads begun before, streams', async () => {
  configureApiBase(HOST);
  const server = new OutboxServer();
  server.intercept = (_request, route) => (route.startsWith('GET') ? json(200, { status: 'ok', items: [] }) : undefined);
  server.uploads.set('kept', { length: 3, bytes: new Uint8Array(1) });
  const sources: string[] = [];
  class Source extends EventTarget {
    constructor(url: string, init: EventSourceInit) {
      super();
      sources.push(`${url} ${init.withCredentials}`);
    }
    close() {}
  }
  vi.stubGlobal('EventSource', Source);
  const signal = new AbortController().signal;
  const kept = '/api/v1/uploads/kept';
  const urls = await asked(server, async () => {
    await api.GET('/api/v1/event', { params: { query: { q: 'a b' } } });
    await refreshSession();
    await writeSessionValue('pendingLogout', true);
    await finishPendingLogout();
    await checkHealth();
    const job = {
      blob: new Blob(['abc']),
      account: 'ana',
      eventId: 'e1',
      signal,
      onUrl: async () => undefined,
      onProgress: () => undefined,
      onRequest: () => undefined,
      onChunk: () => undefined,
    };
    expect(await uploadBytes({ ...job, uploadUrl: kept })).toBe(kept);
    expect(await uploadBytes({ ...job, uploadUrl: null })).toMatch(/^\/api\/v1\/uploads\/upload-/);
  });
  const ignore = () => undefined;
  subscribeStream('/api/v1/event/e1/stream', [], { after: 3, onOpen: ignore, onMessage: ignore, onError: ignore })();
  expect(urls).toEqual(
    [
      '/api/v1/event?q=a%20b',
      '/api/v1/auth/refresh',
      '/api/v1/auth/logout',
      '/healthz',
      '/api/v1/uploads/kept',
      '/api/v1/uploads/kept',
      '/api/v1/uploads',
    ].map((path) => HOST + path),
  );
  expect(sources).toEqual([`${HOST}/api/v1/event/e1/stream?after=3 true`]);
});

test('without a configured base, the server has the origin of the page', () => {
  expect(apiUrl('/api/v1/event')).toBe('http://app.test/api/v1/event');
});
