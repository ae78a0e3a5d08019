import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { openEventStream, type EventStreamOptions } from './event-stream.ts';

const latest = (): FakeEventSource => FakeEventSource.opened.at(-1)!;
const refusal = (status: number): ApiError => new ApiError(new Response(null, { status }), null);

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

let stop: () => void = () => undefined;
let position = 10;
const deps = () =>
  ({
    eventId: 'e1',
    position: () => position,
    settled: vi.fn(() => true),
    applyChanges: vi.fn((changes: { seq: number }[]) => void (position = changes.at(-1)!.seq)),
    reload: vi.fn(() => Promise.resolve()),
    probe: vi.fn<() => Promise<unknown>>(() => Promise.resolve()),
  }) satisfies EventStreamOptions;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.opened = [];
  position = 10;
});
afterEach(() => {
  stop();
  hide(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('openEventStream', () => {
  it('continues after the last cached change', () => {
    stop = openEventStream(deps());
    expect(latest().url).toBe(`${location.origin}/api/v1/event/e1/stream?after=10`);
  });

  it('applies a burst in one update', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().emit('added', 11);
    latest().emit('likes', 12);
    await vi.advanceTimersByTimeAsync(200);
    expect(given.applyChanges).toHaveBeenCalledTimes(1);
    expect(given.applyChanges.mock.calls[0]?.[0]).toHaveLength(2);
  });

  it('waits up to a second at large events only', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    for (const [attendees, after20, after1000] of [
      [300, 0, 1],
      [50, 1, 1],
    ] as const) {
      const given = { ...deps(), attendees: () => attendees };
      stop = openEventStream(given);
      latest().emit('changed', position + 1);
      await vi.advanceTimersByTimeAsync(20);
      expect(given.applyChanges).toHaveBeenCalledTimes(after20);
      await vi.advanceTimersByTimeAsync(980);
      expect(given.applyChanges).toHaveBeenCalledTimes(after1000);
      stop();
    }
  });

  it('applies the first change after a pause at once, and gathers those that follow', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().emit('added', 11);
    await vi.advanceTimersByTimeAsync(20);
    expect(given.applyChanges).toHaveBeenCalledTimes(1);
    latest().emit('changed', 12);
    await vi.advanceTimersByTimeAsync(20);
    latest().emit('likes', 13);
    expect(given.applyChanges).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60);
    expect(given.applyChanges).toHaveBeenCalledTimes(2);
    expect(given.applyChanges.mock.calls[1]?.[0]).toHaveLength(2);
  });

  it('waits while pages are loading', async () => {
    const given = deps();
    stop = openEventStream(given);
    given.settled.mockReturnValue(false);
    latest().emit('added', 11);
    await vi.advanceTimersByTimeAsync(500);
    expect(given.applyChanges).not.toHaveBeenCalled();
    given.settled.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(given.applyChanges).toHaveBeenCalledTimes(1);
  });

  it('renews the session by a probe after a disconnect, and resumes at its position', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().emit('added', 11);
    await vi.advanceTimersByTimeAsync(100);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(given.probe).toHaveBeenCalledTimes(1);
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(latest().url).toContain('after=11');
  });

  it('reconnects while the server is unreachable', async () => {
    const given = deps();
    given.probe.mockRejectedValue(new NetworkError('unreachable'));
    stop = openEventStream(given);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  it('stops if the server refuses the event', async () => {
    const given = deps();
    given.probe.mockRejectedValue(refusal(403));
    stop = openEventStream(given);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  it('reloads the gallery if its position is too old', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().emit('reset', 90);
    position = 90;
    await vi.advanceTimersByTimeAsync(500);
    expect(given.reload).toHaveBeenCalledTimes(1);
    expect(latest().url).toContain('after=90');
  });

  it('closes while the page is hidden and resumes when it is visible', async () => {
    stop = openEventStream(deps());
    const first = latest();
    hide(true);
    expect(first.closed).toBe(true);
    hide(false);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  it('shares one connection per event between subscribers with different positions', async () => {
    const early = deps();
    stop = openEventStream(early);
    const first = latest();
    first.emit('added', 11);
    await vi.advanceTimersByTimeAsync(20);
    const late = { ...deps(), position: () => 13 };
    const stopLate = openEventStream(late);
    expect(FakeEventSource.opened).toEqual([first]);
    for (const seq of [12, 13, 14]) first.emit('changed', seq);
    await vi.advanceTimersByTimeAsync(200);
    expect(early.applyChanges.mock.calls.flatMap(([changes]) => changes.map(({ seq }) => seq))).toEqual([11, 12, 13, 14]);
    expect(late.applyChanges.mock.calls.flatMap(([changes]) => changes.map(({ seq }) => seq))).toEqual([14]);
    stopLate();
    expect(first.closed).toBe(false);
    stop();
    expect(first.closed).toBe(true);
  });

  it('reconnects from the earliest position and sends no change twice', async () => {
    const early = deps();
    stop = openEventStream(early);
    latest().emit('added', 11);
    await vi.advanceTimersByTimeAsync(20);
    const behind = { ...deps(), position: () => 9 };
    const stopBehind = openEventStream(behind);
    expect(FakeEventSource.opened.map(({ closed }) => closed)).toEqual([true, false]);
    expect(latest().url).toContain('after=9');
    for (const seq of [10, 11, 12]) latest().emit('changed', seq);
    await vi.advanceTimersByTimeAsync(200);
    expect(behind.applyChanges.mock.calls.flatMap(([changes]) => changes.map(({ seq }) => seq))).toEqual([10, 11, 12]);
    expect(early.applyChanges.mock.calls.flatMap(([changes]) => changes.map(({ seq }) => seq))).toEqual([11, 12]);
    stopBehind();
  });

  it('reconnects once for all subscribers after a failure', async () => {
    const [one, other] = [deps(), deps()];
    stop = openEventStream(one);
    const stopOther = openEventStream(other);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeEventSource.opened).toHaveLength(2);
    latest().emit('added', 11);
    await vi.advanceTimersByTimeAsync(200);
    expect([one, other].map(({ applyChanges }) => applyChanges.mock.calls.length)).toEqual([1, 1]);
    stopOther();
  });

  it('ends for good', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().emit('added', 11);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(given.applyChanges).not.toHaveBeenCalled();
    expect(latest().closed).toBe(true);
  });
});
