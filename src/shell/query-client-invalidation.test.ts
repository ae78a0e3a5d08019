import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { FreshQueryClient } from './query-client.ts';

/** A list that answers on demand, with the state at the time of the request. */
function heldList() {
  let truth = 'before';
  const answers: (() => void)[] = [];
  const read = vi.fn(() => {
    const asked = truth;
    return new Promise<string>((resolve) => answers.push(() => resolve(asked)));
  });
  return {
    list: { queryKey: ['staff', { status: 'suspended' }], queryFn: read, staleTime: 30_000 },
    read,
    change: () => (truth = 'after'),
    answer: () => answers.shift()?.(),
  };
}

it('refetches a first read that was under way during the change', async () => {
  const client = new FreshQueryClient();
  const { list, read, change, answer } = heldList();
  const observer = new QueryObserver(client, list);
  const leave = observer.subscribe(() => undefined);
  change();
  const settled = client.invalidateQueries({ queryKey: ['staff'] });
  answer();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  answer();
  await settled;
  expect(observer.getCurrentResult().data).toBe('after');
  leave();
});

it('does so for a loader’s read without observers', async () => {
  const client = new FreshQueryClient();
  const { list, read, change, answer } = heldList();
  const loaded = client.prefetchQuery(list);
  change();
  const settled = client.invalidateQueries({ queryKey: ['staff'] });
  answer();
  await Promise.all([loaded, settled]);
  const observer = new QueryObserver(client, list);
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  answer();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  leave();
});

it('refetches once, and only reads that were under way', async () => {
  const client = new FreshQueryClient();
  const { list, read, answer } = heldList();
  const loaded = client.prefetchQuery(list);
  answer();
  await loaded;
  await client.invalidateQueries({ queryKey: ['staff'] });
  expect(read).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
});
