import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildBatch } from '#tests/support/factories/api.ts';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { BatchProgress } from './batch-progress.tsx';
import type { Batch } from './batches.ts';

const fetching = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', fetching);
  act(() => reportReachable(false));
});
afterEach(() => {
  cleanup();
  reportReachable(true);
  fetching.mockClear();
  vi.unstubAllGlobals();
});

function show(listed?: Batch): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
      <BatchProgress id="b1" listed={listed} />
    </QueryClientProvider>,
  );
}

it('shows a batch of the list without a connection, and why nothing can be changed', async () => {
  const can = { pause: false, resume: false, cancel: false, retry: false, undo: true, restore: false };
  show(buildBatch({ status: 'done', total: 5, made: 5, left: 0, can }));
  await vi.waitFor(() => expect(fetching).toHaveBeenCalled());
  expect(await screen.findByText('5 of 5 made')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo: remove all results' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('You can change the batch when you’re online again.')).toBeTruthy();
  expect(screen.queryByText(/Results appear here/)).toBeNull();
});

it('says that an unknown batch needs a connection', async () => {
  show();
  expect(await screen.findByText(/The server goes on with it/)).toBeTruthy();
});

it('says why some results were not posted', async () => {
  const can = { pause: false, resume: false, cancel: false, retry: false, undo: true, restore: false };
  show(buildBatch({ status: 'done', total: 5, made: 5, left: 0, posted: 4, event: { id: 'e1', name: 'Gala' }, can }));
  expect(
    await screen.findByText(/^Not posted: images that may show nudity.+ and those of photos that were rejected or deleted\.$/),
  ).toBeTruthy();
  cleanup();
  show(buildBatch({ status: 'done', total: 5, made: 5, left: 0, posted: 5, event: { id: 'e1', name: 'Gala' }, can }));
  expect(await screen.findByText(/5 posted/)).toBeTruthy();
  expect(screen.queryByText(/Not posted/)).toBeNull();
});
