import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { ZipDownloadDialog } from './zip-download-dialog.tsx';

type PhotoDownload = components['schemas']['PhotoDownload'];

const preparing: PhotoDownload = {
  id: 'd1',
  variant: 'full',
  state: 'preparing',
  failure: null,
  photos: 2000,
  prepared: 120,
  web_size_photos: 0,
  missing_photos: 0,
  awaited_photos: 0,
  bytes: null,
  file_name: 'party-photos.zip',
  url: null,
  expires_at: '2026-11-21T21:14:07.000Z',
};
const ready: PhotoDownload = {
  ...preparing,
  state: 'ready',
  prepared: 2000,
  web_size_photos: 0,
  bytes: 8_400_000_000,
  url: '/api/v1/downloads/d1/s/party-photos.zip',
};

afterEach(cleanup);

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function show(read: () => Promise<PhotoDownload>, begin: () => Promise<PhotoDownload> = () => Promise.resolve(preparing)) {
  const cancel = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const parts = {
    title: 'Download all photos',
    description: 'As one ZIP file.',
    queryKey: ['zip'],
    legend: 'Size',
    begin,
    read,
    cancel,
    onClose,
  };
  client.clear();
  const dialog = () =>
    render(
      <QueryClientProvider client={client}>
        <ZipDownloadDialog choices={[{ value: 'full', label: 'Full size' }]} {...parts} />
      </QueryClientProvider>,
    );
  dialog();
  return { cancel, onClose, dialog };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('shows the progress, also after it was closed, and then the file', async () => {
  let now = preparing;
  const { dialog } = show(() => Promise.resolve(now));
  await press('Prepare download');
  await screen.findByText('Preparing 120 of 2,000');
  cleanup();
  dialog();
  await screen.findByText('Preparing 120 of 2,000');
  now = ready;
  await screen.findByText(/^2,000 photos · 8.4 GB/);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download ZIP' });
  expect([link.download, new URL(link.href).pathname]).toEqual(['party-photos.zip', ready.url]);
});

it('says what the file lacks before it is downloaded', async () => {
  const said = async (change: Partial<PhotoDownload>) => {
    show(() => Promise.resolve({ ...ready, photos: 35, ...change }));
    await press('Prepare download');
    const text = (await screen.findByText(/Works until/)).closest('[role="dialog"]')?.textContent ?? '';
    cleanup();
    return text;
  };
  const awaited = await said({ missing_photos: 2, awaited_photos: 2 });
  expect(awaited).toContain('33 photos ·');
  expect(awaited).toContain('2 originals are still on the way');
  const mixed = await said({ missing_photos: 3, awaited_photos: 1 });
  expect(mixed).toMatch(/32 photos ·.*1 original is still on the way.*2 photos can’t be read/);
  expect(await said({ missing_photos: 1, awaited_photos: 0 })).toMatch(/34 photos ·.*Some photos are missing.*1 photo can’t be read/);
  expect(await said({})).not.toMatch(/missing|on the way/);
});

it('cancels', async () => {
  const { cancel, onClose } = show(() => Promise.resolve(preparing));
  await press('Prepare download');
  await press('Cancel download');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(cancel.mock.calls).toEqual([['d1']]);
});

it('says why it failed, and starts again', async () => {
  show(() => Promise.resolve({ ...preparing, state: 'failed', failure: 'There is no space left.' }));
  await press('Prepare download');
  await screen.findByText('There is no space left.');
  await press('Start again');
  await screen.findByRole('button', { name: 'Prepare download' });
});
