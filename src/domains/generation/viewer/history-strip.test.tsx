import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { toLibraryImage } from '#src/domains/generation/library/library-image.ts';
import { historyQuery } from '#src/domains/generation/queries.ts';
import { api } from '#src/transport/client.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildGeneratedImage } from '#tests/support/factories/api.ts';
import { HistoryStrip } from './history-strip.tsx';

type History = components['schemas']['ImageHistory'];
type Item = components['schemas']['HistoryItem'];

afterEach(() => {
  cleanup();
  reportReachable(true);
  vi.restoreAllMocks();
});

const image = (id: string) => toLibraryImage(buildGeneratedImage({ id, prompt: `Prompt of ${id}` }));
const item = (id: string, rest: Partial<Item> = {}): Item => ({
  id,
  parent_id: null,
  action: null,
  state: 'available',
  item: image(id),
  ...rest,
});
const gone = (state: 'deleted' | 'unavailable'): Item => ({ id: null, parent_id: null, action: null, state, item: null });

function show(history: History | null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  if (history) client.setQueryData(historyQuery('now').queryKey, history);
  const onShow = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <HistoryStrip image={image('now')} onShow={onShow} />
    </QueryClientProvider>,
  );
  return onShow;
}

it('shows the way from the first image to this one, and what was made from it', () => {
  const onShow = show({
    action: 'variation',
    ancestors: [item('first'), item('second', { action: 'inpaint', parent_id: 'first' })],
    descendants: [
      item('child', { action: 'upscale', parent_id: 'now' }),
      item('grandchild', { action: 'restyle', parent_id: 'child' }),
      item('great', { action: 'restyle', parent_id: 'grandchild' }),
    ],
    is_complete: true,
  });
  const history = screen.getByRole('navigation', { name: 'History of this image' });
  expect(within(history).getByText('This image, variation').closest('li')?.getAttribute('aria-current')).toBe('true');
  fireEvent.click(within(history).getByRole('button', { name: /^Edited part: “Prompt of second”/ }));
  expect(onShow).toHaveBeenCalledWith(image('second'));
  const branches = within(history).getByRole('list', { name: 'Made from this image' });
  expect(
    within(branches)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Upscaled: “Prompt of child”, Clip art, 2 made from it']);
  expect(within(history).getByRole('button', { name: 'Compare' })).toBeTruthy();
});

it('says what is deleted and what isn’t available, and offers neither to open nor to compare it', () => {
  show({ action: 'restyle', ancestors: [gone('deleted')], descendants: [], is_complete: true });
  expect(screen.getAllByText('Deleted image').length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('button')).toEqual([]);
  cleanup();
  show({ action: 'restyle', ancestors: [gone('unavailable')], descendants: [], is_complete: true });
  expect(screen.getAllByText('Not available').length).toBeGreaterThan(0);
});

it('begins with the photo that the person uploaded, which the image can be compared with', () => {
  show({ action: 'restyle', ancestors: [], upload: { id: 'upload', width: 1024, height: 1024 }, descendants: [], is_complete: true });
  const history = screen.getByRole('navigation', { name: 'History of this image' });
  fireEvent.click(within(history).getByRole('button', { name: 'Your photo, before and after' }));
  expect(screen.getByRole('slider', { name: 'Divider' })).toBeTruthy();
});

it('takes no room without a history, and while it loads', () => {
  show({ action: null, ancestors: [], descendants: [], is_complete: true });
  expect(document.querySelector('.history-strip')).toBeNull();
  cleanup();
  show(null);
  expect(document.querySelector('.history-strip')).toBeNull();
});

it('that can’t be loaded is asked for again', async () => {
  const get = vi.spyOn(api, 'GET').mockRejectedValue(new Error('The server refused.'));
  show(null);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('Couldn’t load the history.')).toBeTruthy();
  fireEvent.click(retry);
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2));
});

it('says that it needs a connection', async () => {
  act(() => reportReachable(false));
  vi.spyOn(api, 'GET').mockRejectedValue(new Error('No connection.'));
  show(null);
  expect(await screen.findByText('The history needs a connection.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
