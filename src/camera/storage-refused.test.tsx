import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveDownloads } from '#tests/support/downloads.ts';
import { createShutter, type Shot } from './shutter.ts';
import { StorageRefused } from './storage-refused.tsx';

let downloads: ReturnType<typeof saveDownloads>;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  downloads = saveDownloads();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const shot = (number: number, blob = new Blob([`shot ${number}`])): Shot => ({
  id: `s${number}`,
  blob,
  contentType: 'image/jpeg',
  orientation: 0,
  takenAt: number * 1000,
  moment: null,
  tzOffset: 0,
});

function show(unsaved: Shot[]) {
  const shutter = createShutter({
    take: () => Promise.reject(new Error('no camera')),
    turn: () => 0,
    store: () => Promise.resolve(),
    isStored: () => Promise.resolve(false),
    after: () => Promise.resolve(),
  });
  render(<StorageRefused refused={{ reason: 'full', unsaved }} shutter={shutter} waiting={0} eventZone={null} onOpenQueue={() => {}} />);
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  act(() => void fireEvent.click(button));
};

test('the way on looks harmless once all unsaved photos were exported', async () => {
  show([shot(1), shot(2), shot(3)]);
  screen.getByRole('button', { name: 'Discard 3 photos' });
  await press('Save 3 photos to Downloads');
  await screen.findByText('3 of 3 photos saved');
  await screen.findByRole('button', { name: 'Continue' });
  expect(new Set(downloads.names).size).toBe(3);
});

test('it is still "Discard" while one of them could not be exported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const broken = new Blob(['lost']);
  vi.spyOn(broken, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  show([shot(1), shot(2, broken), shot(3)]);
  await press('Save 3 photos to Downloads');
  await screen.findByText('2 of 3 photos saved');
  await screen.findByText(/Couldn’t read 1 photo/);
  screen.getByRole('button', { name: 'Discard 3 photos' });
});

test('it is still "Discard" when the share sheet was closed', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  const share = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')));
  vi.stubGlobal('navigator', { canShare: () => true, share });
  show([shot(1), shot(2)]);
  await press('Save 2 photos to Downloads');
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  await screen.findByText('0 of 2 photos saved');
  screen.getByRole('button', { name: 'Discard 2 photos' });
});
