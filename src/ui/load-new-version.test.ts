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

test('a waiting worker takes over; if the browser leaves it waiting, it is nudged', async () => {
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

test('a later version than the waiting one takes over', async () => {
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

test('if the later version fails to install, the waiting one takes over', async () => {
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

test('if the later version takes too long, the waiting one takes over, all within 10 seconds', async () => {
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

test('without a waiting worker the newest is requested, and activated once installed', async () => {
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

test('an open shutter finishes before the page reloads; uploads continue under the new version', async () => {
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

test('a worker that never activates is awaited for at most 10 seconds', async () => {
  registration.waiting = new Worker('installed');
  const loading = loadNewVersion();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await loading;
  expect(reload).toHaveBeenCalledTimes(1);
  // The person may choose to stay.
  const frames = document.querySelectorAll('iframe').length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(document.querySelectorAll('iframe')).toHaveLength(frames);
});
