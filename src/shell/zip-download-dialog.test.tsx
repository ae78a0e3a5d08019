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
