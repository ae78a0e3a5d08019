import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { SharedImagePage } from './shared-image-page.tsx';

afterEach(() => {
  cleanup();
  reportReachable(true);
  vi.restoreAllMocks();
});

const image = {
  width: 640,
  height: 480,
  bytes: 9000,
  thumbhash: '',
  content_type: 'image/webp' as const,
  is_sensitive: false,
  is_ai: true,
  expires_at: '2026-12-01T20:00:00Z',
};

it('says of a link that has ended what may be the reason, in one sentence for both', async () => {
  vi.spyOn(api, 'GET').mockRejectedValue(new ApiError(new Response(null, { status: 410 }), null));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
      <SharedImagePage token="token" />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeTruthy();
  expect(screen.getByText('Its time is over, or whoever shared the image ended it. Ask them for a new one.')).toBeTruthy();
});

it('opens the image as soon as the server answers again', async () => {
  act(() => reportReachable(false));
  const get = vi.spyOn(api, 'GET').mockRejectedValue(new NetworkError('unreachable'));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
      <SharedImagePage token="token" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/The image opens once you’re online\./)).toBeTruthy();
  get.mockResolvedValue({ data: image, response: new Response() });
  act(() => reportReachable(true));
  expect(await screen.findByRole('img', { name: 'Shared image' })).toBeTruthy();
});

it.each([
  [true, 'Made with AI'],
  [false, 'Made by a filter or drawing program'],
  [undefined, null],
])('says how the image was made: by AI %s', async (isAi, words) => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { ...image, is_ai: isAi }, response: new Response() });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
      <SharedImagePage token="token" />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('img', { name: 'Shared image' })).toBeTruthy();
  expect(screen.queryByText(/^Made (with AI|by a filter or drawing program)$/)?.textContent ?? null).toBe(words);
});
