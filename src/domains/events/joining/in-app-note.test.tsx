import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import InAppNote from './in-app-note.tsx';
import { detectInAppBrowser } from './in-app-slot.tsx';

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
    <QueryClientProvider client={new QueryClient()}>
      <Provider store={createStore()}>
        <InAppNote app={detectInAppBrowser(agent)!} event={buildEvent({ join_code: 'HARBOUR26' })} />
      </Provider>
    </QueryClientProvider>,
  );
  return writeText;
}

it('recommends the system browser in an in-app browser, and copies the link', async () => {
  const writeText = open('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/22B83 Instagram 358.0.0.0');
  expect(screen.getByText('Open this page in Safari')).toBeTruthy();
  expect(screen.getByText(/^Instagram’s built-in browser can lose photos/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}/join/HARBOUR26`);
  fireEvent.click(screen.getByRole('button', { name: 'Continue here' }));
  expect(screen.queryByText(/Open this page/)).toBeNull();
});

it.each([
  ['FBAN/FBIOS;FBAV/490.0.0.0', 'Facebook'],
  ['musical_ly_2023700030 BytedanceWebview', 'TikTok'],
  ['Safari Line/14.19.0', 'LINE'],
  ['Pinterest/iOS', 'Pinterest'],
])('names the app for %s', (agent, name) => {
  open(agent);
  expect(screen.getByText(new RegExp(`^${name}’s built-in browser`))).toBeTruthy();
});
