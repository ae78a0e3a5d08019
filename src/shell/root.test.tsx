import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { lazyPart, LazyPartErrorContext } from '#src/ui/lazy-part.tsx';
import { LazyPartError } from './root.tsx';

let served = false;
const load = () =>
  served
    ? Promise.resolve({ default: (_props: { onClose?: () => void }) => <p>The form itself</p> })
    : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/form-Cssn-mS3.js'));

beforeEach(() => {
  served = false;
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  reportReachable(true);
});

const show = (part: ReactNode) => render(<LazyPartErrorContext value={LazyPartError}>{part}</LazyPartErrorContext>);

test('a missing part of the page explains offline that it needs a connection, in its place, and loads by itself afterwards', async () => {
  reportReachable(false);
  const Part = lazyPart(load, { name: 'the form' });
  show(<Part />);
  await screen.findByText('Couldn’t open the form');
  screen.getByText(/You need a connection the first time/);
  expect(document.querySelector('.fixed')).toBeNull();

  served = true;
  act(() => reportReachable(true));
  expect(screen.queryByText(/The app was updated/)).toBeNull();
  await screen.findByText('The form itself');
});

test('a part that a press opened can be closed', async () => {
  const onClose = vi.fn();
  const Part = lazyPart<{ onClose: () => void }>(load, { name: 'the form', close: (props) => props.onClose() });
  show(<Part onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('with a connection, a newer version has replaced it', async () => {
  const Part = lazyPart(load, { name: 'the form' });
  show(<Part />);
  await screen.findByText(/The app was updated after you opened this page/);
  screen.getByRole('button', { name: 'Load the new version' });
});
