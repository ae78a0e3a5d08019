import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { registerWorker, updateAtom } from './service-worker.ts';

const workbox = vi.hoisted(() => ({ listeners: new Map<string, () => void>(), register: vi.fn() }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      workbox.listeners.set(type, listener);
    }
    register = workbox.register;
  },
}));

const update = vi.fn(async () => undefined);
const registration: { active: object | null; update: typeof update } = { active: null, update };

let listened: MockInstance<typeof document.addEventListener>;
beforeEach(async () => {
  vi.useFakeTimers();
  listened = vi.spyOn(document, 'addEventListener');
  workbox.register.mockResolvedValue(registration);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    ready: new Promise(() => undefined),
    getRegistration: async () => registration,
  });
  Object.assign(serviceWorker.controller, { postMessage: () => undefined });
  vi.stubGlobal('navigator', { serviceWorker });
  await registerWorker();
});
afterEach(() => {
  vi.useRealTimers();
  for (const [type, listener] of listened.mock.calls) document.removeEventListener(type, listener);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  update.mockClear();
  registration.active = null;
  getDefaultStore().set(updateAtom, null);
});

const isOffered = () => getDefaultStore().get(updateAtom) !== null;
const seen = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

test('the very first worker is no new version, however long it waits; a second one is', async () => {
  workbox.listeners.get('waiting')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOffered()).toBe(false);
  registration.active = {};
  workbox.listeners.get('waiting')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOffered()).toBe(true);
});

test('checks for a new version within 30 seconds after the page becomes visible again, and every hour', async () => {
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(1);
  seen(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(update).toHaveBeenCalledTimes(1);
  seen(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(update).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(3);
});
