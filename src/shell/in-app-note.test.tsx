import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import InAppNote from './in-app-note.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(agent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  const writeText = vi.fn(async (_text: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  render(
    <Provider store={createStore()}>
      <InAppNote link="https://photos.example.org/join/HARBOUR26" />
    </Provider>,
  );
  return writeText;
}

it('in the browser of another app says where photos are safe, and copies the link', async () => {
  const writeText = open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/22B83 Instagram 358.0.0.0');
  expect(screen.getByText('Open this page in Safari')).toBeTruthy();
  expect(screen.getByText(/^Instagram’s built-in browser can lose photos/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://photos.example.org/join/HARBOUR26');
  fireEvent.click(screen.getByRole('button', { name: 'Continue here' }));
  expect(screen.queryByText(/Open this page/)).toBeNull();
});

it('says nothing in a browser of its own', () => {
  open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/22B83 Safari/604.1');
  expect(screen.queryByText(/Open this page/)).toBeNull();
});
