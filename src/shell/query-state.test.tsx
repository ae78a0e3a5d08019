import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { LoadMore, QueryState } from './query-state.tsx';

afterEach(cleanup);

const refetch = vi.fn();
const query = { data: undefined as string | undefined, error: null as Error | null, isPending: false, isFetching: false, refetch };

function show(changes: Partial<typeof query>) {
  render(
    <QueryState
      query={{ ...query, ...changes }}
      skeleton={<p>skeleton</p>}
      failed="Couldn’t load the list"
      offline="This needs a connection."
    >
      {(data) => <p>{data}</p>}
    </QueryState>,
  );
}

test('nothing read yet: the skeleton', () => {
  show({ isPending: true });
  expect(screen.getByText('skeleton')).toBeTruthy();
});

test('unreachable: the state of the device or the server, the consequences here, and a retry', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportReachable(false);
  show({ error: new NetworkError('unreachable') });
  expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeTruthy();
  expect(screen.getByText(/This needs a connection\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(refetch).toHaveBeenCalled();
  cleanup();
  vi.restoreAllMocks();
  show({ error: new NetworkError('unreachable') });
  expect(screen.getByRole('heading', { name: 'Can’t reach the server' })).toBeTruthy();
  expect(document.body.textContent?.match(/Can’t reach the server/g), 'said once').toHaveLength(1);
  cleanup();
  show({ error: new NetworkError('timeout') });
  expect(screen.getByText(/The server didn’t respond in time\. This needs a connection\./)).toBeTruthy();
  reportReachable(true);
});

test('failed: the server’s message, no internal errors', () => {
  const problem = { type: 'about:blank', title: 'Busy', status: 503, code: 'busy', detail: 'Too many at once.', request_id: 'r-1' };
  show({ error: new ApiError(new Response(null, { status: 503 }), problem) });
  expect(screen.getByRole('heading', { name: 'Couldn’t load the list' })).toBeTruthy();
  expect(screen.getByText('Too many at once.')).toBeTruthy();
  expect(screen.getByText('Request r-1')).toBeTruthy();
});

test('an internal error is not shown', () => {
  show({ error: new TypeError('x is undefined') });
  expect(screen.queryByText(/undefined/)).toBeNull();
});

test('the previous answer stays when a refetch fails', () => {
  show({ data: 'read', error: new NetworkError('timeout') });
  expect(screen.getByText('read')).toBeTruthy();
});

test('a button loads the next page, and a failure is shown beside it', () => {
  const more = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: true, error: new NetworkError('timeout') };
  const fetchNextPage = vi.fn();
  const { rerender } = render(<LoadMore query={{ ...more, fetchNextPage }} />);
  expect(screen.getByRole('alert').textContent).toBe('The server didn’t respond in time.');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(fetchNextPage).toHaveBeenCalled();
  rerender(<LoadMore query={{ ...more, hasNextPage: false, fetchNextPage }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
