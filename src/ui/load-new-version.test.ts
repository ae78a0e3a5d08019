import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginBusy } from '#src/lib/busy.ts';
import { reloadPage, loadNewVersion } from './load-new-version.ts';

class Worker extends EventTarget {
  readonly heard: string[] = [];
  state: ServiceWorkerState;
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  postMessage({ type }: { type: string }) {
    this.heard.push(type);
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const office = new Worker('activated');
const reload = vi.fn();
const update = vi.fn(async () => undefined);
const registration: { waiting: Worker | null; installing: Worker | null; update: typeof update } = {
  waiting: null,
  installing: null,
  update,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { serviceWorker: { controller: office, getRegistration: async () => registration } });
  vi.stubGlobal('window', { location: { reload } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Object.assign(registration, { waiting: null, installing: null });
  office.heard.length = 0;
  document.body.replaceChildren();
});

test('a worker that waits takes over; where the browser leaves it waiting, it is made to look again', async () => {
  const next = new Worker('installed');
  registration.waiting = next;
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(1900);
  expect(office.heard).toEqual(['STAND_DOWN']);
  expect(next.heard).toEqual(['SKIP_WAITING']);
  expect(document.querySelector('iframe')).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(office.heard).toEqual(['STAND_DOWN', 'STAND_DOWN']);
  expect(next.heard).toEqual(['SKIP_WAITING', 'SKIP_WAITING']);
  expect(document.querySelector('iframe')?.hidden).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  next.become('activating');
  next.become('activated');
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where a later version than the one that waits is there, that one takes over', async () => {
  const [waits, later] = [new Worker('installed'), new Worker('installing')];
  registration.waiting = waits;
  update.mockImplementationOnce(async () => void (registration.installing = later));
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(100);
  waits.become('redundant');
  Object.assign(registration, { waiting: later, installing: null });
  later.become('installed');
  expect(later.heard).toEqual(['SKIP_WAITING']);
  registration.waiting = null;
  later.become('activated');
  await loading;
  expect(waits.heard).toEqual([]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where the later version cannot be had whole, the one that waits takes over', async () => {
  const [waits, later] = [new Worker('installed'), new Worker('installing')];
  registration.waiting = waits;
  update.mockImplementationOnce(async () => void (registration.installing = later));
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(100);
  registration.installing = null;
  later.become('redundant');
  await vi.advanceTimersByTimeAsync(100);
  expect(waits.heard).toEqual(['SKIP_WAITING']);
  waits.become('activated');
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where the later version takes too long, the one that waits takes over, all of it within 10 seconds', async () => {
  const [waits, later] = [new Worker('installed'), new Worker('installing')];
  registration.waiting = waits;
  update.mockImplementationOnce(async () => void (registration.installing = later));
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(7_100);
  expect(waits.heard).toContain('SKIP_WAITING');
  await vi.advanceTimersByTimeAsync(2_900);
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where none waits the newest is asked for, and taken when it is whole', async () => {
  const next = new Worker('installing');
  update.mockImplementationOnce(async () => void (registration.installing = next));
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(1500);
  expect(office.heard).toEqual([]);
  next.become('installed');
  expect(next.heard).toEqual(['SKIP_WAITING']);
  next.become('activated');
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a shot that is in hand ends before the page goes; what is being sent goes on under the new version', async () => {
  const endShot = beginBusy('shutter');
  const endSending = beginBusy('sending');
  for (const load of [loadNewVersion, reloadPage]) {
    const loading = load();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reload).not.toHaveBeenCalled();
    void loading;
  }
  endShot();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
  endSending();
});

test('one that never takes over is not waited for longer than 10 seconds', async () => {
  registration.waiting = new Worker('installed');
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
  // Who was asked whether to leave may stay.
  const frames = document.querySelectorAll('iframe').length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(document.querySelectorAll('iframe')).toHaveLength(frames);
});
