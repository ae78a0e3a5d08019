import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { updateCached } from './update-cached.ts';

type Pages = InfiniteData<string[], number>;

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

const queryKey = ['list'];
const without = (gone: string) => (data: Pages) => ({ ...data, pages: data.pages.map((page) => page.filter((one) => one !== gone)) });
const shown = () => client.getQueryData<Pages>(queryKey)?.pages;

/** A list whose pages arrive on demand. */
function openList() {
  const answers: ((page: string[]) => void)[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
    staleTime: Infinity,
  });
  const end = observer.subscribe(() => undefined);
  const answer = async (page: string[]) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(page);
    await expect.poll(() => client.isFetching()).toBe(0);
  };
  return { observer, end, answer };
}

test('an update before the first page arrives is applied to it', async () => {
  const { end, answer } = openList();
  updateCached<Pages>(client, queryKey, without('b'));
  await answer(['a', 'b']);
  expect(shown()).toEqual([['a']]);
  end();
});

test('an update during the load of a further page is applied to the earlier pages', async () => {
  const { observer, end, answer } = openList();
  await answer(['a', 'b']);
  void observer.fetchNextPage();
  updateCached<Pages>(client, queryKey, without('a'));
  expect(shown()).toEqual([['b']]);
  await answer(['c', 'a']);
  expect(shown()).toEqual([['b'], ['c']]);
  end();
});

test('an update from before a fetch is not applied to its answer', async () => {
  const { observer, end, answer } = openList();
  await answer(['a', 'b']);
  updateCached<Pages>(client, queryKey, without('a'));
  void observer.refetch();
  await answer(['a', 'b']);
  expect(shown()).toEqual([['a', 'b']]);
  end();
});
