import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { toast } from '#src/ui/toast.ts';
import { json, noContent } from '#tests/support/outbox-server.ts';
import { syncDevicePush } from './device-push.ts';
import { PushControl } from './push-control.tsx';

const publicKey = 'BEl62iUYgUivxIkv69yViEuiBIa';
/** The server's subscription of this session, or null. */
let endpoint: string | null;
/** What the browser has. */
let subscribed: string | null;
let permission: NotificationPermission;
let answer: NotificationPermission;
let isReachable: boolean;
const requestPermission = vi.fn(async () => (permission = answer));
const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => {
  subscribed = `https://push.example/${subscribe.mock.calls.length}`;
  return subscription(subscribed);
});

const subscription = (address: string) => ({
  endpoint: address,
  toJSON: () => ({ endpoint: address, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    subscribed = null;
    return true;
  },
});

const registration = {
  pushManager: { subscribe, getSubscription: async () => (subscribed === null ? null : subscription(subscribed)) },
};

async function server(request: Request): Promise<Response> {
  if (!isReachable) throw new TypeError('Failed to fetch');
  if (request.method === 'PUT') endpoint = ((await request.json()) as { endpoint: string }).endpoint;
  if (request.method === 'DELETE') endpoint = null;
  return request.method === 'GET' ? json(200, { public_key: publicKey, endpoint }) : noContent();
}

beforeEach(() => {
  [endpoint, subscribed, permission, answer, isReachable] = [null, null, 'default', 'granted', true];
  vi.clearAllMocks();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('fetch', (request: Request) => server(request));
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission,
  });
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      serviceWorker: { value: { getRegistration: async () => registration, ready: Promise.resolve(registration) } },
      userAgent: { value: 'Unit' },
      maxTouchPoints: { value: 0 },
      onLine: { get: () => isReachable },
      locks: { value: undefined },
    }),
  );
});
afterEach(async () => {
  cleanup();
  await writeSessionValue('pushAccount', undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Provider>
      <QueryClientProvider client={client}>
        <PushControl account="ana" />
      </QueryClientProvider>
    </Provider>,
  );
}
const button = (name: string) => screen.findByText(name);

test('it asks for permission only when the button is pressed, and turns off again', async () => {
  show();
  const turnOn = await button('Turn on notifications');
  expect(requestPermission).not.toHaveBeenCalled();
  fireEvent.click(turnOn);
  fireEvent.click(await button('Turn off notifications'));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: publicKey });
  await button('Turn on notifications');
  expect([endpoint, subscribed, await readSessionValue('pushAccount')]).toEqual([null, null, undefined]);
});

test('a subscription of another account is not reused', async () => {
  subscribed = 'https://push.example/another';
  show();
  fireEvent.click(await button('Turn on notifications'));
  await button('Turn off notifications');
  expect(endpoint).toBe('https://push.example/1');
});

test('a denied permission is accepted, with instructions to undo it', async () => {
  answer = 'denied';
  show();
  fireEvent.click(await button('Turn on notifications'));
  expect(await screen.findByText(/Notifications are blocked on this computer. Tap the icon next to the address bar/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(subscribe).not.toHaveBeenCalled();
});

test('an unreachable push service is reported, and push stays off', async () => {
  const told = vi.spyOn(toast, 'error').mockReturnValue(undefined as never);
  vi.spyOn(console, 'warn').mockReturnValue();
  subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'));
  show();
  fireEvent.click(await button('Turn on notifications'));
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(told.mock.calls)).toContain('couldn’t reach its push service');
  await button('Turn on notifications');
});

test('a browser without push shows a message', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { getRegistration: async () => undefined } } }));
  Reflect.deleteProperty(window, 'PushManager');
  show();
  expect(await screen.findByText(/doesn’t support notifications/)).toBeTruthy();
});

test('on an iPhone it must be installed first', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { standalone: { value: false } }));
  show();
  fireEvent.click(await button('Show how'));
  expect(await screen.findByText('Add to your home screen')).toBeTruthy();
});

test('without a connection there is a message', async () => {
  isReachable = false;
  show();
  expect(await screen.findByText(/Changing notifications needs a connection/)).toBeTruthy();
});

test.each([
  ['the account that turned it on still has it after signing in again', 'ana', 'https://push.example/kept', 'https://push.example/kept'],
  ['another account has not', 'ben', null, null],
  ['and no account has it after a logout', null, null, null],
])('%s', async (_, account, atServer, inBrowser) => {
  await writeSessionValue('pushAccount', 'ana');
  [subscribed, permission] = ['https://push.example/kept', 'granted'];
  await syncDevicePush(account);
  expect([endpoint, subscribed]).toEqual([atServer, inBrowser]);
  expect(await readSessionValue('pushAccount')).toBe(account === 'ana' ? 'ana' : undefined);
});
