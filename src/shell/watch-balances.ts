import type { QueryClient } from '@tanstack/react-query';
import { subscribeReachability } from '#src/transport/reachability.ts';

/** Refetches balances whenever the server can be reached again. Returns a function that stops it. */
export const watchBalances = (client: QueryClient): (() => void) =>
  subscribeReachability((now) => {
    if (now) void client.invalidateQueries({ predicate: ({ meta }) => meta?.balance === true });
  });
