import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { noContent } from '#tests/support/outbox-server.ts';
import { watchPendingLogout } from './actions.ts';

const asked = vi.fn<(url: string) => void>();
const server = (answer: () => Promise<Response>) =>
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked(new URL(url).pathname);
    return answer();
  });
const isPending = async () => (await readSessionValue('pendingLogout')) === true;

beforeAll(watchPendingLogout);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  asked.mockClear();
});

test('a page that is being hidden begins nothing: it may be going into the back/forward cache', async () => {
  await writeSessionValue('pendingLogout', true);
  server(() => Promise.resolve(noContent()));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('visibilitychange'));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(asked).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(async () => expect(await isPending()).toBe(false));
});

test('a logout made offline is finished by itself as soon as the server is there, and once', async () => {
  await writeSessionValue('pendingLogout', true);
  server(() => Promise.reject(new TypeError('Failed to fetch')));
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await isPending(), 'a network without our server').toBe(true);

  asked.mockClear();
  server(() => Promise.resolve(noContent()));
  // A probe shows that nothing else is sent.
  reportReachable(true);
  await vi.waitFor(async () => expect(await isPending()).toBe(false));
  expect(asked.mock.calls).toEqual([['/api/v1/auth/logout']]);
  for (const moment of ['online', 'focus', 'visibilitychange']) window.dispatchEvent(new Event(moment));

  await writeSessionValue('pendingLogout', true);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(async () => expect(await isPending()).toBe(false));
  expect(asked).toHaveBeenCalledTimes(2);
});
