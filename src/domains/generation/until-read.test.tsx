import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { QueryState } from '#src/shell/query-state.tsx';
import { untilRead } from './until-read.ts';

afterEach(cleanup);

type Page = { items: string[] };

/** A list that was empty on an earlier visit, and is read again now. */
function renderList(read: () => Promise<Page>): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['list'], { pages: [{ items: [] }], pageParams: [null] }, { updatedAt: 1 });
  function List() {
    const query = useInfiniteQuery({
      queryKey: ['list'],
      queryFn: read,
      initialPageParam: null,
      getNextPageParam: () => null,
    });
    return (
      <QueryState query={untilRead(query)} skeleton="Loading" failed="Failed">
        {({ pages }) => pages.flatMap(({ items }) => items).join() || 'Nothing yet'}
      </QueryState>
    );
  }
  render(<List />, { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> });
}

it('a list that was empty before is not called empty until it was read again', async () => {
  let answer: (page: Page) => void = () => undefined;
  renderList(() => new Promise((resolve) => (answer = resolve)));
  expect(screen.getByText('Loading')).toBeDefined();
  answer({ items: ['image'] });
  expect(await screen.findByText('image')).toBeDefined();
});

it('the stored list is shown when there is no answer, and when it is still empty', async () => {
  renderList(() => Promise.reject(new TypeError('offline')));
  expect(await screen.findByText('Nothing yet')).toBeDefined();
  cleanup();
  renderList(() => Promise.resolve({ items: [] }));
  expect(await screen.findByText('Nothing yet')).toBeDefined();
});
