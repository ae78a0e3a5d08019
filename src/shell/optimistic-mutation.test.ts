import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { toastStore } from '#src/ui/toast.ts';
import { optimisticMutation } from './optimistic-mutation.ts';
import { createOverlay } from './overlay.ts';

interface Item {
  id: string;
  status: string;
}

/** The server's state, the client's copy, and the calls in order; the test answers each. */
class Server {
  status = 'draft';
  read: Item = { id: 'one', status: 'draft' };
  readonly log: string[] = [];
  readonly #waiting: { name: string; answer: (error?: Error) => void }[] = [];
  #reading: (() => void)[] = [];

  call = (status: string) => {
    this.log.push(status);
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({
        name: status,
        answer: (error) => {
          if (error) return reject(error);
          this.status = status;
          resolve();
        },
      });
    });
  };
  settle = () =>
    new Promise<void>((resolve) => {
      this.#reading.push(() => {
        this.read = { id: 'one', status: this.status };
        resolve();
      });
    });
  /** The oldest call gets its answer. */
  answer = (error?: Error) => inTurn(() => this.#waiting.shift()?.answer(error));
  /** The pending re-read arrives. */
  arrive = () => inTurn(() => this.#reading.splice(0).forEach((done) => done()));
}

/** Runs it, and all its consequences. */
const inTurn = (work: () => void) =>
  act(async () => {
    work();
    await vi.advanceTimersByTimeAsync(0);
  });

const refusal = new ApiError(new Response(null, { status: 409 }), {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'status_not_allowed',
  detail: 'Somebody has joined.',
  request_id: 'r1',
});

const overlay = createOverlay<Item>();
let server = new Server();
const setStatus = optimisticMutation<{ id?: string; to: string; from: string }>({
  item: ({ id = 'one' }) => id,
  apply: ({ id = 'one', to }) => overlay.add(id, { status: to }),
  send: ({ to }) => server.call(to),
  applyRevert: ({ id = 'one', from }) => overlay.add(id, { status: from }),
  revert: ({ from }) => server.call(from),
  done: ({ to }) => (to === 'told elsewhere' ? null : `It is ${to}`),
  failed: 'Couldn’t change the status',
  settle: () => server.settle(),
});

const toasts = () =>
  toastStore
    .read()
    .filter(({ open }) => open)
    .map(({ message }) => message);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const undo = () =>
  inTurn(() => {
    const item = toastStore.read().find(({ open, action }) => open && action?.label === 'Undo');
    if (!item) throw new Error('there is no Undo');
    toastStore.act(item);
  });
const press = (to: string, from: string) => inTurn(() => setStatus({ to, from }));
let shown: () => string | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  const view = renderHook(() => overlay.usePatched());
  shown = () => view.result.current('one', server.read)?.status;
});
afterEach(async () => {
  for (let each = 0; each < 4; each += 1) await server.answer();
  await server.arrive();
  for (const { id } of toastStore.read()) toastStore.act({ ...toastStore.read().find((each) => each.id === id)!, action: undefined });
  await pass(1000);
  cleanup();
  vi.useRealTimers();
});

describe('a change', () => {
  test('is shown and sent in the same turn, and confirmed when the server has answered', async () => {
    // Without awaiting anything: a page may close in the next turn.
    act(() => setStatus({ to: 'live', from: 'draft' }));
    expect(server.log).toEqual(['live']);
    expect(shown()).toBe('live');
    expect(toasts()).toEqual([]);
    await server.answer();
    expect(toasts()).toEqual(['It is live']);
  });

  test('stays patched until the re-read has arrived', async () => {
    await press('live', 'draft');
    await server.answer();
    expect(server.read.status).toBe('draft');
    expect(shown()).toBe('live');
    server.status = 'live and more';
    await server.arrive();
    expect(shown()).toBe('live and more');
  });

  test('that takes long shows progress, and offers its Undo in the meantime', async () => {
    await press('live', 'draft');
    await pass(500);
    expect(toasts()).toEqual(['Saving…']);
    await pass(20_000);
    expect(toasts()).toEqual(['Saving…']);
    await server.answer();
    expect(toasts()).toEqual(['It is live']);
  });

  test('with another confirmation leaves no message behind', async () => {
    await press('told elsewhere', 'draft');
    await pass(500);
    expect(toasts()).toEqual(['Saving…']);
    await server.answer();
    expect(toasts()).toEqual([]);
    expect(shown()).toBe('told elsewhere');
  });

  test('that the server refuses is rolled back, with the server’s message', async () => {
    await press('live', 'draft');
    await pass(500);
    await server.answer(refusal);
    expect(shown()).toBe('draft');
    expect(toasts()).toEqual(['Couldn’t change the status']);
    expect(toastStore.read().find(({ open }) => open)?.detail).toBe('Somebody has joined.');
  });
});

describe('quick changes of one item', () => {
  test('run one after the other, and the last change wins', async () => {
    await press('active', 'draft');
    await press('live', 'active');
    await press('ended', 'live');
    expect(shown()).toBe('ended');
    expect(server.log).toEqual(['active']);
    await server.answer();
    expect(server.log).toEqual(['active', 'live']);
    await server.answer();
    await server.answer();
    expect(server.log).toEqual(['active', 'live', 'ended']);
    expect(shown()).toBe('ended');
    await server.arrive();
    expect([shown(), server.status]).toEqual(['ended', 'ended']);
  });

  test('continue when one of them is refused', async () => {
    await press('active', 'draft');
    await press('live', 'active');
    await server.answer(refusal);
    expect(shown()).toBe('live');
    await server.answer();
    await server.arrive();
    expect([shown(), server.status]).toEqual(['live', 'live']);
  });

  test('of different items do not wait for each other', async () => {
    await press('live', 'draft');
    act(() => setStatus({ id: 'two', to: 'ended', from: 'live' }));
    expect(server.log).toEqual(['live', 'ended']);
    await server.answer();
    await server.answer();
  });

  test('are all sent when the page closes, in order', async () => {
    await press('active', 'draft');
    await press('live', 'active');
    await press('ended', 'live');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(server.log).toEqual(['active', 'live', 'ended']);
    for (let each = 0; each < 3; each += 1) await server.answer();
    await server.arrive();
  });
});

describe('Undo', () => {
  test('is the reverse call, shown at once', async () => {
    await press('live', 'draft');
    await server.answer();
    await server.arrive();
    await undo();
    expect(shown()).toBe('draft');
    expect(server.log).toEqual(['live', 'draft']);
    await server.answer();
    expect(shown()).toBe('draft');
    await server.arrive();
    expect([shown(), server.status]).toEqual(['draft', 'draft']);
  });

  test('pressed during the call is sent after it', async () => {
    await press('live', 'draft');
    await pass(500);
    await undo();
    expect(shown()).toBe('draft');
    expect(server.log).toEqual(['live']);
    await server.answer();
    expect(server.log).toEqual(['live', 'draft']);
    expect(shown()).toBe('draft');
    await server.answer();
    await server.arrive();
    expect(server.status).toBe('draft');
    expect(toasts(), 'an undone change is not reported as done').toEqual([]);
  });

  test('of an unsent change cancels the call', async () => {
    await press('active', 'draft');
    await press('live', 'active');
    await pass(500);
    await inTurn(() => {
      const last = toastStore.read().findLast(({ open }) => open);
      if (last) toastStore.act(last);
    });
    expect(shown()).toBe('active');
    await server.answer();
    await server.arrive();
    expect(server.log).toEqual(['active']);
  });

  test('of a refused change sends nothing; of an unanswered one, it does: it may have happened', async () => {
    await press('live', 'draft');
    await pass(500);
    await undo();
    await server.answer(refusal);
    expect(server.log).toEqual(['live']);
    await server.arrive();
    expect(toasts()).toEqual([]);

    await press('live', 'draft');
    await pass(500);
    await undo();
    await server.answer(new NetworkError('timeout'));
    expect(server.log).toEqual(['live', 'live', 'draft']);
    await server.answer();
    await server.arrive();
    expect(shown()).toBe('draft');
  });

  test('that is refused shows an error, and the server’s state', async () => {
    await press('live', 'draft');
    await server.answer();
    await server.arrive();
    await undo();
    await server.answer(refusal);
    expect(toasts()).toEqual(['Couldn’t undo this']);
    await server.arrive();
    expect(shown()).toBe('live');
  });
});
