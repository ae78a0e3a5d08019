import { beforeEach, expect, test, vi } from 'vitest';
import type { PushMessage } from '#src/lib/push-message.ts';
import { sendJson } from '#src/transport/fetch.ts';
import { readSessionValue, type Snapshot } from '#src/transport/session-db.ts';
import { openNotification, renewSubscription, showPush } from './push.ts';

vi.mock('#src/transport/session-db.ts', () => ({ readSessionValue: vi.fn() }));
vi.mock('#src/transport/fetch.ts', () => ({ sendJson: vi.fn() }));
vi.mock('./api-base.ts', () => ({ ensureApiBase: async () => undefined }));

const origin = 'https://app.test';
const neutral = { title: 'AI Image Suite', tag: 'something-new' };

let noted: { snapshot?: Snapshot; pendingLogout?: true; pushAccount?: string };
/** By tag, as browsers do it. */
let shown: Map<string, { title: string } & NotificationOptions>;
let windows: { visibilityState: string; postMessage: ReturnType<typeof vi.fn>; focus: ReturnType<typeof vi.fn> }[];
const unsubscribe = vi.fn(async () => true);
const subscribe = vi.fn(async () => subscription('https://push.example/new'));
const openWindow = vi.fn(async () => null);

const signedIn = (id: string, expired = false) => ({ user: { id }, selectedOrganizationId: null, expired }) as Snapshot;
const subscription = (endpoint: string) =>
  ({
    endpoint,
    options: { userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe,
  }) as unknown as PushSubscription;
const message = (changes: Partial<PushMessage> = {}) =>
  JSON.stringify({ id: 'n1', account: 'ana', title: 'Doors', body: 'At eight.', link: '/dashboard', ...changes });
const addWindow = (visibilityState: string) => {
  const window = { visibilityState, postMessage: vi.fn(), focus: vi.fn(async () => undefined) };
  windows.push(window);
  return window;
};
const notification = (data: unknown) => ({ data, close: vi.fn() }) as unknown as Notification;
const changed = (change: Partial<PushSubscriptionChangeEvent>) =>
  renewSubscription({ oldSubscription: null, newSubscription: null, ...change } as PushSubscriptionChangeEvent);

beforeEach(() => {
  vi.clearAllMocks();
  noted = { snapshot: signedIn('ana'), pushAccount: 'ana' };
  shown = new Map();
  windows = [];
  vi.mocked(readSessionValue).mockImplementation(async (key) => (noted as Record<string, unknown>)[key] as never);
  vi.mocked(sendJson).mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('self', {
    location: { origin },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.set(options.tag ?? '', { title, ...options }),
      pushManager: { getSubscription: async () => subscription('https://push.example/old'), subscribe },
    },
    clients: { matchAll: async () => windows, openWindow },
  });
});

test('a push is shown once, to its recipient', async () => {
  await showPush(message());
  await showPush(message());
  expect([...shown.values()]).toMatchObject([{ title: 'Doors', body: 'At eight.', tag: 'n1', data: '/dashboard' }]);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test('it neither rings nor falls over the camera while the app is seen', async () => {
  await showPush(message());
  addWindow('hidden');
  await showPush(message({ id: 'n2' }));
  addWindow('visible');
  await showPush(message({ id: 'n3' }));
  expect([...shown.values()].map(({ tag, silent }) => [tag, silent])).toEqual([
    ['n1', false],
    ['n2', false],
    ['n3', true],
  ]);
});

test.each([
  ['another is signed in', () => (noted.snapshot = signedIn('ben'))],
  ['nobody is', () => delete noted.snapshot],
  ['the session has ended', () => (noted.snapshot = signedIn('ana', true))],
  ['a logout waits for its connection', () => (noted.pendingLogout = true)],
  ['that cannot be read', () => vi.mocked(readSessionValue).mockRejectedValueOnce(new Error('no disk'))],
])('nothing private is shown where %s', async (_, arrange) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  arrange();
  await showPush(message());
  expect([...shown.values()]).toMatchObject([{ ...neutral, data: null }]);
  expect(JSON.stringify([...shown.values()])).not.toMatch(/Doors|eight/);
});

test('a device of a signed-out account is unsubscribed; another account that enabled push is not', async () => {
  noted.snapshot = signedIn('ben');
  await showPush(message());
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  noted.pushAccount = 'ben';
  await showPush(message());
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test.each([undefined, '', 'words', '{"id":1}', '[]', 'null'])('a push with the content %s shows a neutral notification', async (text) => {
  await showPush(text);
  expect([...shown.values()]).toMatchObject([neutral]);
});

test('pressed, it leads the window that is seen there, and brings it to the front', async () => {
  const [hidden, seen] = [addWindow('hidden'), addWindow('visible')];
  const pressed = notification('/event/e1/gallery?photo=1');
  await openNotification(pressed);
  expect(seen.postMessage).toHaveBeenCalledWith({ type: 'NOTICE_PRESSED', link: '/event/e1/gallery?photo=1' });
  expect(seen.focus).toHaveBeenCalledTimes(1);
  expect(hidden.postMessage).not.toHaveBeenCalled();
  expect([vi.mocked(pressed.close).mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
});

test('pressed where no window is open, it opens one', async () => {
  await openNotification(notification('/dashboard'));
  expect(openWindow).toHaveBeenCalledWith('/dashboard');
});

test.each(['https://elsewhere.test/x', '//elsewhere.test/x', 'javascript:alert(1)', null, 7])('pressed, %s leads nowhere', async (link) => {
  await openNotification(notification(link));
  expect(openWindow).toHaveBeenCalledWith('/');
  const window = addWindow('visible');
  await openNotification(notification(link));
  expect(window.postMessage).not.toHaveBeenCalled();
  expect(window.focus).toHaveBeenCalledTimes(1);
});

test('a window that cannot be focused navigates all the same', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const window = addWindow('visible');
  window.focus.mockRejectedValue(new Error('Not allowed to focus a window.'));
  await openNotification(notification('/dashboard'));
  expect(window.postMessage).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a new address is sent to the server for its account', async () => {
  await changed({ oldSubscription: subscription('https://push.example/old') });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true });
  const [request] = vi.mocked(sendJson).mock.calls[0];
  expect([request.method, request.url, request.headers.get('X-Account')]).toEqual(['PUT', `${origin}/api/v1/push/subscription`, 'ana']);
  expect(await request.json()).toEqual({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } });
  await changed({ newSubscription: subscription('https://push.example/given') });
  expect(subscribe).toHaveBeenCalledTimes(1);
  expect(await vi.mocked(sendJson).mock.calls[1][0].json()).toMatchObject({ endpoint: 'https://push.example/given' });
  vi.mocked(sendJson).mockResolvedValue(new Response(null, { status: 503 }));
  await expect(changed({ newSubscription: subscription('https://push.example/given') })).rejects.toThrow('503');
});

test('for another account nothing is sent', async () => {
  noted.snapshot = signedIn('ben');
  await changed({ oldSubscription: subscription('https://push.example/old') });
  await changed({ newSubscription: subscription('https://push.example/new') });
  expect([vi.mocked(sendJson).mock.calls.length, subscribe.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([0, 0, 1]);
});
