import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { json } from '#tests/support/outbox-server.ts';
import { BulkModeration } from './bulk-moderation.tsx';
import { initialModerationState } from './decisions.ts';
import type { ModerationSession, SessionView } from './moderation-session.ts';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: Observer, matchMedia: () => Object.assign(new EventTarget(), { matches: false }) });

afterEach(() => vi.unstubAllGlobals());

test('undo stays available when the list loads and when it is empty', async () => {
  let arrive = () => {};
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (arrive = () => resolve(json(200, { items: [], next_cursor: null, previous_cursor: null })))),
  );
  const takeBack = vi.fn();
  const session: Partial<ModerationSession> = { undo: takeBack };
  const view: SessionView = {
    ...initialModerationState,
    decided: [{ id: 1, photos: [], from: 'pending', to: 'approved', reason: null }],
    phase: 'working',
    isClaiming: false,
    position: null,
    error: null,
    announcement: { text: '', number: 0 },
    failure: null,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BulkModeration
        eventId="e1"
        account="u1"
        status="pending"
        session={session as ModerationSession}
        view={view}
        share={() => null}
        restyle={() => null}
      />
    </QueryClientProvider>,
  );
  const undo = screen.getByRole('button', { name: /^Undo/ });
  await act(async () => arrive());
  expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Undo/ })).toBe(undo);
  fireEvent.click(undo);
  expect(takeBack).toHaveBeenCalledTimes(1);
});
