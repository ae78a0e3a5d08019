import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { toast, toastStore } from '#src/ui/toast.ts';
import { buildBatch, buildUser } from '#tests/support/factories/api.ts';
import { json } from '#tests/support/outbox-server.ts';
import { hideBatchToast, resumeBatchWatch, watchBatch } from './watch-batches.ts';

let now = buildBatch();
const asked: string[] = [];
const open = vi.fn();
const messages = () => toastStore.read().flatMap((item) => (item.open ? [[item.message, item.detail, item.action?.label]] : []));

beforeEach(async () => {
  asked.length = 0;
  now = buildBatch();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (pathname.endsWith('/undo')) now = buildBatch({ ...now, seq: now.seq + 1, undone_at: '2026-11-20T21:00:00.000Z' });
    if (pathname.endsWith('/restore')) now = buildBatch({ ...now, seq: now.seq + 1, undone_at: null });
    return json(200, now);
  });
  await session.signIn(buildUser({ id: 'ana' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  // Ends the watch of a batch that goes on.
  for (const { id } of toastStore.read()) toast.dismiss(id);
  await session.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});

const becomes = async (changes: Partial<typeof now>) => {
  now = buildBatch({ ...now, ...changes, seq: now.seq + 1 });
  await vi.advanceTimersByTimeAsync(4500);
};

it('a batch is shown until it is done, then Undo is offered, and its reverse', async () => {
  resumeBatchWatch(open);
  watchBatch(now);
  await vi.advanceTimersByTimeAsync(100);
  expect(messages()).toEqual([['Restyling 200 photos', '12 of 200 made · About 3 minutes left', 'Show']]);
  await becomes({ made: 150, left: 50, seconds_left: 50 });
  expect(messages()).toEqual([['Restyling 200 photos', '150 of 200 made · Less than a minute left', 'Show']]);
  await becomes({ status: 'done', made: 200, left: 0 });
  expect(messages()).toEqual([['200 photos restyled', '200 of 200 made', 'Undo']]);
  expect(localStorage.getItem('batches:ana')).toBeNull();
  toastStore.act(toastStore.read().at(-1)!);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.at(-1)).toBe('POST /api/v1/generation-batches/b1/undo');
  expect(messages()).toEqual([['All results of the batch removed', undefined, 'Restore']]);
  toastStore.act(toastStore.read().at(-1)!);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.at(-1)).toBe('POST /api/v1/generation-batches/b1/restore');
});

it('the next page shows it again, but not while a screen shows its progress, nor to another account', async () => {
  localStorage.setItem('batches:ana', 'b1');
  const end = hideBatchToast('b1');
  resumeBatchWatch(open);
  await vi.advanceTimersByTimeAsync(100);
  expect(messages()).toEqual([]);
  end();
  await becomes({ made: 13 });
  expect(messages().map(([message]) => message)).toEqual(['Restyling 200 photos']);
  toastStore.act(toastStore.read().at(-1)!);
  expect(open).toHaveBeenCalledWith('b1');
  await session.signIn(buildUser({ id: 'ben' }));
  await becomes({ made: 14 });
  await vi.advanceTimersByTimeAsync(300);
  expect(messages()).toEqual([]);
  const before = asked.length;
  await becomes({ made: 15 });
  expect(asked).toHaveLength(before);
});

it('a pause is announced in the place of the progress, and the next one in its place', async () => {
  resumeBatchWatch(open);
  watchBatch(now);
  await vi.advanceTimersByTimeAsync(100);
  const { length } = toastStore.read();
  await becomes({ status: 'paused', made: 3 });
  expect(messages()).toEqual([['The batch is paused', '3 of 200 made', 'Show']]);
  expect(toastStore.read(), 'none that is closing').toHaveLength(length);
  now = buildBatch({ id: 'b2', seq: 1, status: 'paused', made: 4 });
  watchBatch(now);
  await vi.advanceTimersByTimeAsync(100);
  expect(messages()).toEqual([['The batch is paused', '4 of 200 made', 'Show']]);
  toastStore.act(toastStore.read().at(-1)!);
  expect(open).toHaveBeenLastCalledWith('b2');
});
