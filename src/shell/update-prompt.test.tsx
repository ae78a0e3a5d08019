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

test('a shutter that is pressed while the new version takes over ends before the page goes, and the prompt stands', async () => {
  let takeOver = () => {};
  const reload = vi.fn();
  const accept = async (rest?: () => Promise<void>) => {
    await new Promise<void>((resolve) => (takeOver = resolve));
    await rest?.();
    reload();
  };
  getDefaultStore().set(updateAtom, { accept });
  render(<UpdatePrompt />);
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  let endShot = () => {};
  act(() => void (endShot = beginBusy('shutter')));
  expect(updating()).not.toBeNull();
  const endSending = beginBusy('sending');
  await act(async () => takeOver());
  expect(reload).not.toHaveBeenCalled();
  await act(async () => endShot());
  expect(reload, 'what is sent goes on under the new version').toHaveBeenCalledTimes(1);
  act(endSending);
});

test('it is not asked while the shutter is open', () => {
  const endShot = beginBusy('shutter');
  getDefaultStore().set(updateAtom, { accept: () => Promise.resolve() });
  render(<UpdatePrompt />);
  expect(screen.queryByRole('region')).toBeNull();
  act(endShot);
  expect(screen.getByRole('region', { name: 'Update' })).not.toBeNull();
});
