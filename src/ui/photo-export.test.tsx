import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeFolder } from '#tests/support/fake-folder.ts';
import type { ExportPhoto } from './export-photos.ts';
import PhotoExport from './photo-export.tsx';

// The pause between downloads is tested in export-photos.test.ts, and with a real browser.
vi.mock('./download-file.ts', () => ({ DOWNLOAD_PAUSE_MS: 1, downloadFile: ({ name }: File) => downloads.names.push(name) }));

const photos = (count: number): ExportPhoto[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `p${number}`,
    fileName: `${number}.jpg`,
    contentType: 'image/jpeg',
    takenAt: number,
  }));
const bytes = (id: string): Promise<Blob | null> => Promise.resolve(new Blob([id]));

const downloads = vi.hoisted(() => ({ names: [] as string[] }));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  downloads.names = [];
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const touchDevice = () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  const share = vi.fn<(data: { files: File[] }) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { canShare: () => true, share });
  return share;
};
const press = (name: string) => act(async () => void fireEvent.click(await screen.findByRole('button', { name })));
const counted = (words: string) => screen.findByText(words, { selector: '[role=status]' });

function show(count: number, read: (id: string) => Promise<Blob | null> = bytes) {
  const exported: string[] = [];
  const running = vi.fn();
  const props = { read, onExported: (id: string) => void exported.push(id), onRunning: running };
  const view = render(<PhotoExport photos={photos(count)} {...props} />);
  return {
    exported,
    running,
    update: (next: ExportPhoto[]) => view.rerender(<PhotoExport photos={next} {...props} />),
    unmount: view.unmount,
  };
}

test('80 photos are shared in four batches, a press each, and only completed shares count', async () => {
  const share = touchDevice();
  const { exported } = show(80);
  await press('Save photos 1–25 of 80');
  await counted('25 of 80 photos saved');

  share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  await press('Save photos 26–50 of 80');
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  await counted('25 of 80 photos saved');
  expect(exported).toHaveLength(25);

  await press('Save photos 26–50 of 80');
  await press('Save photos 51–75 of 80');
  await press('Save photos 76–80 of 80');
  await counted('80 of 80 photos saved');
  expect(share.mock.calls.map(([{ files }]) => files.length)).toEqual([25, 25, 25, 25, 5]);
  expect(exported).toEqual(photos(80).map(({ id }) => id));
  expect(downloads.names).toEqual([]);
});

test('a refused share downloads its batch, and the next batch is shared again', async () => {
  const share = touchDevice();
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  show(30);
  await press('Save photos 1–25 of 30');
  await counted('25 of 30 photos saved');
  expect(downloads.names).toHaveLength(25);
  await press('Save photos 26–30 of 30');
  await counted('30 of 30 photos saved');
  expect(share).toHaveBeenCalledTimes(2);
  expect(downloads.names).toHaveLength(25);
});

test('where the share sheet is of no use, all can be downloaded instead', async () => {
  const share = touchDevice();
  show(30);
  await press('Save photos 1–25 of 30');
  await counted('25 of 30 photos saved');
  await press('Download instead');
  await counted('30 of 30 photos saved');
  expect(share).toHaveBeenCalledOnce();
  expect(downloads.names).toEqual(['25.jpg', '26.jpg', '27.jpg', '28.jpg', '29.jpg']);
});

test('downloads count as they start; a photo that cannot be read is named, and can be tried again', async () => {
  let lost = true;
  const { exported } = show(4, (id) => (id === 'p2' && lost ? Promise.reject(new Error('missing')) : bytes(id)));
  await press('Save 4 photos to Downloads');
  await counted('3 of 4 photos saved');
  await screen.findByText('Couldn’t read 1 photo: 2.jpg');
  expect(exported).toEqual(['p0', 'p1', 'p3']);
  lost = false;
  await press('Try 1 photo again');
  await counted('4 of 4 photos saved');
  expect(screen.queryByText(/could not be read/)).toBeNull();
  expect(downloads.names).toEqual(['0.jpg', '1.jpg', '3.jpg', '2.jpg']);
});

test('a photo that was stored on the server in the meantime does not count as exported', async () => {
  const { exported } = show(3, (id) => (id === 'p1' ? Promise.resolve(null) : bytes(id)));
  await press('Save 3 photos to Downloads');
  await counted('2 of 3 photos saved. 1 no longer waiting on this computer');
  expect(exported).toEqual(['p0', 'p2']);
});

test('photos that are taken after an export are exported by the next press, alone', async () => {
  const { update } = show(2);
  await press('Save 2 photos to Downloads');
  await counted('2 of 2 photos saved');
  update(photos(3));
  await press('Save photo 3 of 3');
  await counted('3 of 3 photos saved');
  expect(downloads.names).toEqual(['0.jpg', '1.jpg', '2.jpg']);
  // Once all are out, another press exports all of them again.
  await press('Save 3 photos to Downloads');
  await waitFor(() => expect(downloads.names).toHaveLength(6));
});

test('a folder takes all of them; closing its picker exports nothing', async () => {
  const folder = fakeFolder();
  const picker = vi.fn(() => Promise.resolve(folder.handle)).mockRejectedValueOnce(new DOMException('', 'AbortError'));
  vi.stubGlobal('showDirectoryPicker', picker);
  const { exported } = show(80);
  await press('Choose a folder…');
  await counted('0 of 80 photos saved');
  expect(exported).toEqual([]);
  await press('Choose a folder…');
  await counted('80 of 80 photos saved');
  expect(Object.keys(folder.files())).toHaveLength(80);
  expect(exported).toHaveLength(80);
  expect(downloads.names).toEqual([]);
});

test('a full disk is reported with the number of written photos; the next press exports the rest', async () => {
  const folder = fakeFolder();
  vi.stubGlobal('showDirectoryPicker', () => Promise.resolve(folder.handle));
  folder.fail('write', new DOMException('', 'QuotaExceededError'), 12);
  const { exported } = show(80);
  await press('Choose a folder…');
  await counted('12 of 80 photos saved');
  await screen.findByText(/The disk is full/);
  expect(exported).toHaveLength(12);
  await press('Save photos 13–80 of 80');
  await counted('80 of 80 photos saved');
  expect(downloads.names).toHaveLength(68);
});

test('an export ends when its screen goes', async () => {
  let answer: (blob: Blob) => void = () => undefined;
  const reading = vi.fn((id: string) => (id === 'p0' ? bytes(id) : new Promise<Blob>((resolve) => (answer = resolve))));
  const { exported, running, unmount } = show(80, reading);
  await press('Save 80 photos to Downloads');
  await waitFor(() => expect(reading).toHaveBeenCalledTimes(2));
  unmount();
  answer(new Blob(['p1']));
  await waitFor(() => expect(running).toHaveBeenLastCalledWith(false));
  expect(exported).toEqual(['p0']);
  expect(downloads.names).toEqual(['0.jpg']);
});
