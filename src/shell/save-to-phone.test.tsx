import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SaveToPhone } from './save-to-phone.tsx';

const fetched = vi.hoisted(() => ({ urls: [] as string[] }));
vi.mock('#src/transport/fetch-image.ts', () => ({
  fetchImage: (url: string) => {
    fetched.urls.push(url);
    return url.endsWith('p3') ? Promise.reject(new Error('gone')) : Promise.resolve(new Blob([url], { type: 'image/jpeg' }));
  },
}));

const share = vi.fn<(data: { files: File[] }) => Promise<void>>(() => Promise.resolve());
beforeEach(() => {
  fetched.urls = [];
  share.mockClear();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { canShare: () => true, share }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (count: number) =>
  render(
    <SaveToPhone
      photos={Array.from({ length: count }, (_, number) => ({ id: `p${number}`, fileName: `${number}.jpg`, takenAt: number }))}
      bytes={count * 2_000_000}
      urlOf={(id) => `/photos/${id}`}
    />,
  );

test('photos are fetched and shared in batches of 25; one that can’t be fetched is named', async () => {
  show(30);
  screen.getByText(/30 photos, about 60\sMB, 25 at a time/);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save photos 1–25 of 30' })));
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(fetched.urls).toHaveLength(25);
  const { files } = share.mock.calls[0]![0];
  expect([files.length, files[0]?.name, files[0]?.type]).toEqual([24, '0.jpg', 'image/jpeg']);
  await screen.findByText(/Couldn’t read 1 photo: 3.jpg/);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save photos 26–30 of 30' })));
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
});

test('it stops when it is closed', async () => {
  const { unmount } = show(25);
  fireEvent.click(screen.getByRole('button', { name: 'Save 25 photos to Downloads' }));
  unmount();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(fetched.urls.length).toBeLessThan(3);
  expect(share).not.toHaveBeenCalled();
});

test('a device without a share sheet for photos sees nothing of it', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  show(2);
  expect(screen.queryByRole('region')).toBeNull();
});
