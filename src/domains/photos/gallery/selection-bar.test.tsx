import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import type { GalleryModel } from '#src/domains/photos/use-gallery.ts';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { SelectionBar } from './selection-bar.tsx';

const { downloads } = vi.hoisted(() => ({ downloads: [] as string[] }));
vi.mock('#src/domains/photos/viewer/download.ts', () => ({
  startDownload: ({ id }: { id: string }) => Promise.resolve(downloads.push(id)),
}));

const zip = vi.fn<(photos: readonly Photo[]) => void>();

const canShare = vi.hoisted(() => vi.fn<() => boolean>(() => false));
vi.mock('#src/ui/export-photos.ts', () => ({ canSharePhotos: canShare }));

beforeEach(() => {
  zip.mockClear();
  vi.useFakeTimers();
  downloads.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const createLink = vi.fn<(photoIds: readonly string[]) => void>();

function show(count: number, changed: Partial<ReturnType<typeof buildPhoto>> = {}, isVisitor = false, isStaff = false) {
  const photos = Array.from({ length: count }, (_, number) => buildPhoto({ id: `p${number}`, ...changed }));
  const selected = new Map<string, FeedItem>(photos.map((photo) => [photo.id, { kind: 'stored', id: photo.id, photo }]));
  const gallery = {
    reader: { photo: (id: string) => photos.find((photo) => photo.id === id) },
    withPendingLike: <T,>(photo: T) => photo,
    order: photos.map(({ id }) => id),
  } as unknown as GalleryModel;
  const selection = { selected, reading: null, end: () => undefined, all: () => undefined } as unknown as GridSelection<FeedItem>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SelectionBar
        onRestyle={() => undefined}
        gallery={gallery}
        selection={selection}
        eventId="e1"
        account="u1"
        isVisitor={isVisitor}
        onDownload={zip}
        onMove={() => undefined}
        onCreateLink={isStaff ? createLink : null}
      />
    </QueryClientProvider>,
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('shows download progress and stops on request', async () => {
  show(39);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  await pass(350 * 11 + 10);
  expect(screen.getByRole('status').textContent).toBe('12 of 39 downloaded');
  const before = downloads.length;
  fireEvent.click(screen.getByRole('button', { name: 'Stop download' }));
  await pass(20_000);
  expect(downloads).toHaveLength(before);
  expect(screen.getByRole('status').textContent).toBe('39 selected');
  screen.getByRole('button', { name: 'Download' });
});

it('downloads more than 50 photos as one file', () => {
  show(51);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(zip.mock.calls[0]?.[0]).toHaveLength(51);
  expect(downloads).toHaveLength(0);
});

it('offers two photos to the share sheet of a touch device', () => {
  canShare.mockReturnValueOnce(true);
  show(2);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(zip.mock.calls[0]?.[0]).toHaveLength(2);
  expect(downloads).toHaveLength(0);
});

it('offers deletion only if a selected photo can be deleted', () => {
  show(2);
  screen.getByRole('button', { name: 'Delete' });
  cleanup();
  const { can } = buildPhoto();
  show(2, { can: { ...can, delete: false } });
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

it('offers likes to participants, not to visitors', () => {
  show(1);
  screen.getByRole('button', { name: 'Like' });
  cleanup();
  show(1, {}, true);
  expect(screen.queryByRole('button', { name: /like/i })).toBeNull();
});

it('says in a word below each icon what it does', async () => {
  vi.useRealTimers();
  show(2, { status: 'pending', can: { ...buildPhoto().can, moderate: true } }, false, true);
  await screen.findByRole('button', { name: 'Approve' });
  const buttons = screen.getAllByRole('button').filter((button) => button.getAttribute('aria-label') !== 'Cancel');
  expect(buttons).toHaveLength(9);
  for (const button of buttons) {
    const word = button.textContent?.trim() ?? '';
    expect(word, button.outerHTML).toMatch(/^\w{3,8}$/);
    expect(button.getAttribute('aria-label')?.toLowerCase()).toContain(word.toLowerCase());
  }
});

it('creates a gallery link of the selected photos, for the organization only', () => {
  show(2);
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  cleanup();
  show(2, {}, false, true);
  fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
  expect(createLink).toHaveBeenCalledWith(['p0', 'p1']);
});
