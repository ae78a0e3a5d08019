import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { watchBalances } from './watch-balances.ts';

test('balances are fetched again when the server can be reached again, and nothing else is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, networkMode: 'always' } } });
  const [balance, list] = [vi.fn(() => 7), vi.fn(() => [])];
  const stops = [
    new QueryObserver(client, { queryKey: ['balance'], queryFn: balance, meta: { balance: true } }).subscribe(() => undefined),
    new QueryObserver<unknown>(client, { queryKey: ['list'], queryFn: list, meta: { anew: true } }).subscribe(() => undefined),
    watchBalances(client),
  ];
  await vi.waitFor(() => expect([balance, list].map((each) => each.mock.calls.length)).toEqual([1, 1]));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  reportReachable(false);
  reportReachable(true);
  await vi.waitFor(() => expect(balance).toHaveBeenCalledTimes(2));
  expect(list).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});
