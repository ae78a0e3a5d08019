import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { beginBusy } from '#src/lib/busy.ts';
import { updateAtom } from './service-worker.ts';
import UpdatePrompt from './update-prompt.tsx';

afterEach(() => {
  cleanup();
  getDefaultStore().set(updateAtom, null);
});

const updating = () => screen.queryByText('Updating…');

test('it stays while the new version takes over, even if the shutter is pressed', async () => {
  let goes = () => {};
  const accept = vi.fn(() => new Promise<void>((resolve) => (goes = resolve)));
  getDefaultStore().set(updateAtom, { accept });
  render(<UpdatePrompt />);
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  const endShot = beginBusy('shutter');
  expect(updating()).not.toBeNull();
  expect(accept).toHaveBeenCalledTimes(1);
  await act(async () => goes());
  act(endShot);
});

test('it does not prompt while the shutter is open', () => {
  const endShot = beginBusy('shutter');
  getDefaultStore().set(updateAtom, { accept: () => Promise.resolve() });
  render(<UpdatePrompt />);
  expect(screen.queryByRole('region')).toBeNull();
  act(endShot);
  expect(screen.getByRole('region', { name: 'Update' })).not.toBeNull();
});
