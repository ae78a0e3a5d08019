import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { components } from '#openapi/api.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { json } from '#tests/support/outbox-server.ts';
import { pushSummary, StatusCards } from './status-cards.tsx';

type Schemas = components['schemas'];

const mail: Schemas['PlatformStatus']['mail'] = {
  delivery: 'smtp',
  host: 'mail.example.org',
  from: 'no-reply@example.org',
  waiting: 4,
  refused: [{ id: 'm1', to: 'sam@example.org', subject: 'Hello', reason: '550 No such user', at: '2026-12-12T18:00:00.000Z' }],
};
const status: Schemas['PlatformStatus'] = {
  mail,
  push: { contact: 'mailto:ops@example.org', devices: 0, waiting: 0, failed_today: 0 },
  storage: { photos_bytes: 1, free_bytes: 90, total_bytes: 100 },
  database: { embedded: true, version: '17.5', bytes: 1 },
  services: [],
  last_backup_at: null,
};

function show(state: Schemas['HealthState'], measured = status) {
  const part = { part: 'mail', state, since: '2026-12-12T18:00:00.000Z', latency_ms: null, figure: 4, good_share: 1, hours: [] };
  const health = { measured_at: '2026-12-12T18:00:00.000Z', every_seconds: 240, parts: [part] };
  vi.stubGlobal('fetch', (request: Request) => Promise.resolve(json(200, request.url.endsWith('/status') ? measured : health)));
  render(
    <QueryClientProvider client={queryClient}>
      <StatusCards />
    </QueryClientProvider>,
  );
}
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('shows the measured health of configured email', async () => {
  show('down');
  expect(await screen.findByText('Down')).toBeTruthy();
  expect(screen.queryByText(/^(Sent|Configured)$/)).toBeNull();
  cleanup();
  queryClient.clear();
  show('good');
  expect(await screen.findByText('Configured')).toBeTruthy();
});

test('lists refused emails with the mail server’s answer', async () => {
  show('good');
  expect(await screen.findByText(/to sam@example.org: “Hello”. 550 No such user/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  show('good', { ...status, mail: { ...mail, refused: [] } });
  expect(await screen.findByText('Configured')).toBeTruthy();
  expect(screen.queryByText('Not delivered')).toBeNull();
});

test('summarizes push notifications without zeros, and with a plain contact address', () => {
  const push = { devices: 0, waiting: 0, failed_today: 0, contact: 'mailto:ops@example.org' };
  expect(pushSummary(push)).toBe('No devices subscribed yet. Contact for push services: ops@example.org');
  expect(pushSummary({ ...push, devices: 2, waiting: 1, failed_today: 3 })).toBe(
    '2 devices subscribed. 1 notification waiting. 3 notifications failed in the last 24 hours. Contact for push services: ops@example.org',
  );
});
