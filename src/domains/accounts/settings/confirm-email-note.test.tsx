import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '#src/transport/client.ts';
import { ConfirmEmailNote } from './confirm-email-note.tsx';

const user = { id: 'u1', email: 'ana@example.org', is_verified: false };
const show = (changes: object = {}, once = false) =>
  render(
    <Provider>
      <QueryClientProvider client={new QueryClient()}>
        <ConfirmEmailNote user={{ ...user, ...changes }} canDismiss={once} />
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
