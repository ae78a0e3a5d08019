import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { openEventStream, type StreamDeps } from './event-stream.ts';

/** The browser's EventSource as far as it is used here, driven by the test. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }
  close() {
    this.closed = true;
  }
  tell(kind: string, seq: number) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify({ seq, kind, photo_id: 'a', photo: null, likes: null }) }));
  }
}

const latest = (): FakeSource => FakeSource.opened.at(-1)!;
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
    takeIn: vi.fn((changes: { seq: number }[]) => void (position = changes.at(-1)!.seq)),
    readAgain: vi.fn(() => Promise.resolve()),
    probe: vi.fn<() => Promise<unknown>>(() => Promise.resolve()),
  }) satisfies StreamDeps;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  FakeSource.opened = [];
  position = 10;
});
afterEach(() => {
  stop();
  hide(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('following an event', () => {
  it('goes on behind the last change that is cached', () => {
    stop = openEventStream(deps());
    expect(latest().url).toBe(`${location.origin}/api/v1/event/e1/stream?after=10`);
  });

  it('takes a burst in as one change of the screen', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().tell('added', 11);
    latest().tell('likes', 12);
    await vi.advanceTimersByTimeAsync(200);
    expect(given.takeIn).toHaveBeenCalledTimes(1);
    expect(given.takeIn.mock.calls[0]?.[0]).toHaveLength(2);
  });

  it('takes in what comes after a silence at once, and what follows it a little later, together', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().tell('added', 11);
    await vi.advanceTimersByTimeAsync(20);
    expect(given.takeIn).toHaveBeenCalledTimes(1);
    latest().tell('changed', 12);
    await vi.advanceTimersByTimeAsync(20);
    latest().tell('likes', 13);
    expect(given.takeIn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60);
    expect(given.takeIn).toHaveBeenCalledTimes(2);
    expect(given.takeIn.mock.calls[1]?.[0]).toHaveLength(2);
  });

  it('waits while pages are being read, whose answer would overwrite it', async () => {
    const given = deps();
    stop = openEventStream(given);
    given.settled.mockReturnValue(false);
    latest().tell('added', 11);
    await vi.advanceTimersByTimeAsync(500);
    expect(given.takeIn).not.toHaveBeenCalled();
    given.settled.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(given.takeIn).toHaveBeenCalledTimes(1);
  });

  it('renews the session by an ordinary call when it was cut, then goes on where it was', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().tell('added', 11);
    await vi.advanceTimersByTimeAsync(100);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(given.probe).toHaveBeenCalledTimes(1);
    expect(FakeSource.opened).toHaveLength(2);
    expect(latest().url).toContain('after=11');
  });

  it('tries again while the server cannot be reached', async () => {
    const given = deps();
    given.probe.mockRejectedValue(new NetworkError('unreachable'));
    stop = openEventStream(given);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSource.opened).toHaveLength(2);
  });

  it('gives up when the event is not this reader’s any more', async () => {
    const given = deps();
    given.probe.mockRejectedValue(refusal(403));
    stop = openEventStream(given);
    latest().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSource.opened).toHaveLength(1);
  });

  it('reads the gallery again when its position is too old', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().tell('reset', 90);
    position = 90;
    await vi.advanceTimersByTimeAsync(500);
    expect(given.readAgain).toHaveBeenCalledTimes(1);
    expect(latest().url).toContain('after=90');
  });

  it('is closed while nobody looks, and resumed when somebody does', async () => {
    stop = openEventStream(deps());
    const first = latest();
    hide(true);
    expect(first.closed).toBe(true);
    hide(false);
    expect(FakeSource.opened).toHaveLength(2);
  });

  it('ends for good', async () => {
    const given = deps();
    stop = openEventStream(given);
    latest().tell('added', 11);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(given.takeIn).not.toHaveBeenCalled();
    expect(latest().closed).toBe(true);
  });
});
