import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { json } from '#tests/support/outbox-server.ts';
import { RegisterForm, registrationFailure } from './register-form.tsx';

let client = new QueryClient();
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** `arrive` answers the request for the registration settings. */
function show(props: Partial<Parameters<typeof RegisterForm>[0]> = {}) {
  let arrive: (registration: object) => void = () => undefined;
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>((resolve) => (arrive = (registration) => resolve(json(200, { name: 'Aurora', registration })))),
  );
  client = new QueryClient();
  const form = (more: Partial<Parameters<typeof RegisterForm>[0]>) => (
    <QueryClientProvider client={client}>
      <RegisterForm onDone={() => undefined} {...props} {...more} />
    </QueryClientProvider>
  );
  const { rerender } = render(form({}));
  return {
    arrive: (registration: object) => act(async () => arrive(registration)),
    become: (more: Partial<Parameters<typeof RegisterForm>[0]>) => rerender(form(more)),
  };
}

const firstName = () => screen.getByLabelText<HTMLInputElement>('First name');

test('typed values survive the arrival of the registration settings', async () => {
  const { arrive } = show();
  const field = firstName();
  fireEvent.change(field, { target: { value: 'Ana' } });
  field.focus();
  await arrive({ personal: 'open', organization: 'open' });
  expect(await screen.findByText('Run events.')).toBeTruthy();
  expect(firstName()).toBe(field);
  expect(field.value).toBe('Ana');
  expect(document.activeElement).toBe(field);
});

test('switches to an open account type if the selected one turns out to be closed', async () => {
  const { arrive } = show();
  fireEvent.change(firstName(), { target: { value: 'Ana' } });
  await arrive({ personal: 'closed', organization: 'approval' });
  expect(await screen.findByLabelText('Organization name')).toBeTruthy();
  expect(firstName().value).toBe('Ana');
});

test('typed values survive the switch to joining an event', async () => {
  const { become } = show();
  const field = firstName();
  fireEvent.change(field, { target: { value: 'Ana' } });
  become({ joins: true });
  expect(screen.getByRole('button', { name: 'Create account and join' })).toBeTruthy();
  expect(firstName()).toBe(field);
  expect(field.value).toBe('Ana');
});

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'There is an account with this address.',
  code: 'email_taken',
  request_id: 'r',
};

describe('A failed registration shows', () => {
  it("the server's own sentence, when it gave one", () => {
    expect(registrationFailure(new ApiError(new Response(null, { status: 409 }), problem))).toBe('There is an account with this address.');
  });
  it('the general sentence, when the server gave none', () => {
    expect(registrationFailure(new NetworkError('unreachable'))).toBe('Can’t reach the server.');
    expect(registrationFailure(new ApiError(new Response(null, { status: 502 }), null))).toBe(
      'Something went wrong on our side. Try again.',
    );
  });
  it('"Failed to register", when there is neither', () => {
    expect(registrationFailure(new Error(''))).toBe('Failed to register');
    expect(registrationFailure('no error at all')).toBe('Failed to register');
  });
});
