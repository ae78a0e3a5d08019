import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { WaitingRequestCard } from '#src/domains/generation/results/waiting-request-card.tsx';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { session } from '#src/session/store.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { DataAge } from './data-age.tsx';
import { OfflineIndicator } from './offline-indicator.tsx';

const maintenance = { message: 'Back at 3 AM.', until: null };
const request = {
  id: 'w1',
  body: { prompt: 'A cat', organization_id: null } as GenerationRecord['body'],
  modelName: 'Clip art',
  writtenAt: 0,
  refusal: null,
};
const ignore = () => undefined;
function card() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <WaitingRequestCard request={request} onRetry={ignore} onEdit={ignore} onDiscard={ignore} />
    </QueryClientProvider>,
  );
}

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  reportReachable(true);
  await act(() => session.clear());
});

test('the header shows maintenance, and the platform’s message when pressed', async () => {
  render(<OfflineIndicator />);
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => session.signIn(buildUser({ maintenance })));
  fireEvent.click(screen.getByRole('button', { name: 'Maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Under maintenance' });
  expect(dialog.textContent).toContain('Back at 3 AM.');

  act(() => reportReachable(false));
  expect(screen.queryByRole('button', { name: 'Maintenance' })).toBeNull();
  act(() => reportReachable(true));
  await act(() => session.signIn(buildUser()));
  expect(screen.queryByRole('button')).toBeNull();
});

test('it disappears at its end time', async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  await session.signIn(buildUser({ maintenance: { message: '', until } }));
  vi.useFakeTimers();
  render(<OfflineIndicator />);
  screen.getByRole('button', { name: 'Maintenance' });
  act(() => void vi.advanceTimersByTime(61_000));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a request waits for the end of maintenance, except a super admin’s', async () => {
  await session.signIn(buildUser({ maintenance }));
  card();
  screen.getByText(/^The platform is under maintenance/);
  expect(screen.queryByText('Sending to the server…')).toBeNull();
  await act(() => session.signIn(buildUser({ maintenance, role: 'super_admin' })));
  screen.getByText('Sending to the server…');
});

test.each([
  [false, false, /^Offline · Updated /],
  [true, false, /^Server unreachable · Updated /],
  [true, true, /^Couldn’t refresh · Updated /],
])('with the device online: %s, and the server reachable: %s, the age of data shows its reason', (onLine, reachable, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  reportReachable(reachable);
  render(<DataAge at={1} failed />);
  expect(screen.getByRole('status').textContent).toMatch(words);
});
