import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast, toastStore } from '#src/ui/toast.ts';
import type { BulkUserResult, PlatformUser } from './queries.ts';
import { useBulkUserActions } from './use-user-actions.ts';

const call = vi.hoisted(() => vi.fn<(to: string, init: object) => Promise<object>>());
vi.mock('#src/transport/call.ts', () => ({ call }));

afterEach(() => {
  for (const { id } of toastStore.read()) toast.dismiss(id);
  call.mockReset();
});

const users = ['ana', 'ben'].map((id) => ({ id }) as PlatformUser);
const results: BulkUserResult[] = [
  { id: 'ana', outcome: 'done', reason: null },
  { id: 'ben', outcome: 'skipped', reason: 'nothing_to_do' },
];

/** Suspends both, and gives the server's answer when it is called. */
function suspend() {
  let answer = () => {};
  call.mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve({ results }))));
  const onSkipped = vi.fn();
  const { result, unmount } = renderHook(() => useBulkUserActions(onSkipped), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });
  result.current('suspend', users);
  return { onSkipped, unmount, answer: () => act(async () => answer()) };
}

it('reports skipped users to the list, without a toast', async () => {
  const { onSkipped, answer } = suspend();
  await answer();
  await waitFor(() => expect(onSkipped).toHaveBeenCalledWith({ action: 'suspend', users, results }));
  expect(toastStore.read()).toEqual([]);
});

it('shows a toast with Undo if the list was closed before the answer', async () => {
  const { unmount, answer } = suspend();
  unmount();
  await answer();
  await waitFor(() => expect(toastStore.read()).toMatchObject([{ message: '1 of 2 people suspended' }]));
  call.mockResolvedValueOnce({ results: [] });
  toastStore.read()[0]?.action?.onClick();
  await waitFor(() => expect(call).toHaveBeenLastCalledWith('POST /api/v1/users/bulk', { body: { action: 'reactivate', ids: ['ana'] } }));
});
