import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listPendingPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { buildQueuedPhoto } from '#tests/support/factories/api.ts';
import { useOutboxFeed } from './use-outbox-feed.ts';

// The shared query has an older result.
vi.mock('#src/outbox/queue.ts', () => ({
  pendingPhotos: () => ({ read: () => ({ data: [], error: null }), subscribe: () => () => undefined, reload: () => undefined }),
  listPendingPhotos: vi.fn(),
  listPendingLikes: () => Promise.resolve(new Map()),
  readThumb: () => Promise.resolve(null),
}));

const shot = buildQueuedPhoto({ id: 'shot' });
const shown = () =>
  renderHook(() => useOutboxFeed(shot.account, shot.eventId), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });

test('counts as read once its own read has finished, with the latest shot', async () => {
  let tell: (photos: PhotoRecord[]) => void = () => undefined;
  vi.mocked(listPendingPhotos).mockReturnValue(new Promise((resolve) => (tell = resolve)));
  const { result } = shown();
  await act(() => Promise.resolve());
  expect(result.current.isRead).toBe(false);
  tell([shot, buildQueuedPhoto({ id: 'elsewhere', eventId: 'other' })]);
  await waitFor(() => expect(result.current.isRead).toBe(true));
  expect(result.current.waiting.map(({ id }) => id)).toEqual(['shot']);
});

test('counts as read after a failure too', async () => {
  const said = vi.spyOn(console, 'warn').mockReturnValue();
  vi.mocked(listPendingPhotos).mockRejectedValue(new Error('no storage'));
  const { result } = shown();
  await waitFor(() => expect(result.current.isRead).toBe(true));
  expect(said).toHaveBeenCalledOnce();
});
