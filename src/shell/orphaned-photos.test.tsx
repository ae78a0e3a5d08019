import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveDownloads } from '#tests/support/downloads.ts';
import { OrphanedPhotos } from './orphaned-photos.tsx';

const { lost } = vi.hoisted(() => ({ lost: new Set<string>() }));
vi.mock('#src/outbox/queue-management.ts', () => ({
  orphanedPhotos: () =>
    Promise.resolve(['a', 'b', 'c'].map((id) => ({ id, fileName: `${id}.jpg`, contentType: 'image/jpeg', takenAt: 1, state: 'parked' }))),
  readForExport: (id: string) => (lost.has(id) ? Promise.reject(new Error('missing')) : Promise.resolve(new Blob([id]))),
}));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  saveDownloads();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  act(() => void fireEvent.click(button));
};
const question = () => screen.findByRole('dialog', { name: 'Discard 3 photos?' });

test('the number of lost photos in the question follows the actual exports', async () => {
  lost.add('b');
  render(<OrphanedPhotos />);
  await screen.findByText('3 photos from an account that no longer exists are only on this computer');
  await press('Discard');
  expect((await question()).textContent).toContain('They’re only on this computer. Without a copy, photos are permanently deleted.');
  await press('Keep them');

  await press('Save 3 photos to Downloads');
  await screen.findByText('Couldn’t read 1 photo: b.jpg');
  await screen.findByRole('button', { name: 'Try 1 photo again' });
  await screen.findByText(/^They’re in your browser’s downloads/);
  await press('Discard');
  expect((await question()).textContent).toContain('You’ve saved copies of 2 of 3. Without a copy, photos are permanently deleted.');
  await press('Keep them');

  lost.clear();
  await press('Try 1 photo again');
  await screen.findByText('3 of 3 photos saved');
  screen.getByText('3 photos from an account that no longer exists are still on this computer');
  await press('Discard');
  expect((await question()).textContent).toContain('You’ve saved copies of all 3.');
});
