import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { FreshQueryClient } from './query-client.ts';

/** A list that answers when it is told to, with what was true when it was asked. */
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

it('reads again what was being read for the first time when it changed', async () => {
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

it('does so for what a loader asked for and no screen shows yet', async () => {
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

it('asks once more only for what was under way', async () => {
  const client = new FreshQueryClient();
  const { list, read, answer } = heldList();
  const loaded = client.prefetchQuery(list);
  answer();
  await loaded;
  await client.invalidateQueries({ queryKey: ['staff'] });
  expect(read).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
});
