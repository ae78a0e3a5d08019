import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { api } from '#src/transport/client.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { ConfirmEmailNote } from './confirm-email-note.tsx';

const user = { id: 'u1', email: 'ana@example.org', is_verified: false };
const show = (changes: object = {}, once = false, then?: string) =>
  render(
    <Provider>
      <QueryClientProvider client={new QueryClient()}>
        <ConfirmEmailNote user={{ ...user, ...changes }} canDismiss={once} then={then} />
      </QueryClientProvider>
    </Provider>,
  );
const isAsked = () => screen.queryByText('Confirm your email address') !== null;

beforeEach(() => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { sends_mail: true }, response: new Response() });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows for unconfirmed addresses only', () => {
  show();
  expect(isAsked()).toBe(true);
  cleanup();
  show({ is_verified: true });
  expect(isAsked()).toBe(false);
  cleanup();
  show({ email: null });
  expect(isAsked()).toBe(false);
});

it('resends the link and shows the address', async () => {
  vi.spyOn(api, 'POST').mockResolvedValue({ data: { delivery: 'smtp' }, response: new Response() });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Resend link' }));
  expect(await screen.findByText(/Open the link in the message to ana@example.org/)).toBeTruthy();
});

describe('on a server without email', () => {
  const then = 'Models that cost the platform money need a confirmed address.';
  beforeEach(() => {
    vi.spyOn(api, 'GET').mockResolvedValue({ data: { sends_mail: false }, response: new Response() });
  });
  const signedIn = (changes: Parameters<typeof buildUser>[0]) => {
    const snapshot = { user: buildUser(changes), selectedOrganizationId: null, expired: false };
    vi.spyOn(session, 'read').mockReturnValue(snapshot);
  };

  it('tells people what they can do, and nothing about the server', async () => {
    signedIn({ id: 'u1' });
    show({}, false, then);
    expect(await screen.findByText(/Ask an administrator to confirm it\./)).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull());
    expect(document.body.textContent).toContain(then);
    expect(document.body.textContent).not.toMatch(/set up|SMTP|server/);
  });

  it('tells super admins how to set it up', async () => {
    signedIn({ id: 'u1', role: 'super_admin', permissions: { all: true } });
    show({}, false, then);
    expect(await screen.findByText(/Email isn’t set up\. To send it, set SMTP_URL and MAIL_FROM\./)).toBeTruthy();
  });
});

it('stays dismissed on the dashboard, per account', async () => {
  show({}, true);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(isAsked()).toBe(false);
  show({ id: 'u2' }, true);
  expect(isAsked()).toBe(true);
  cleanup();
  show();
  expect(isAsked(), 'on the profile').toBe(true);
});
