import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/transport/problem.ts';
import { toast, toastStore } from '#src/ui/toast.ts';
import { OrganizationMembers } from './organization-members.tsx';
import type { PlatformOrganization, PlatformOrganizationMember } from './queries.ts';

const appoint = vi.hoisted(() => vi.fn());
const dismiss = vi.hoisted(() => vi.fn());
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  appointOrganizationAdmin: appoint,
  dismissOrganizationAdmin: dismiss,
}));

const NO_ACCOUNT = 'No account has this email address.';
const member = (id: string, role: PlatformOrganizationMember['role'], name = id) =>
  ({ user_id: id, name, email: `${id}@x.test`, avatar_url: null, role, status: 'active', joined_at: '2026-11-01T09:00:00.000Z' }) as const;
const ana = member('ana', 'organization', 'Ana Ruiz');
const ben = member('ben', 'member', 'Ben Oak');

interface Opened {
  items?: PlatformOrganizationMember[];
  disabledReason?: string | null;
  deletedAt?: string | null;
}

async function open({ items = [ana, ben], disabledReason = null, deletedAt = null }: Opened = {}) {
  const row = { organization: { id: 'o', name: 'Nimbus' }, deleted_at: deletedAt } as PlatformOrganization;
  const root = createRootRoute({
    component: () => <OrganizationMembers row={row} members={{ total: items.length, items }} disabledReason={disabledReason} />,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Members' });
}
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
const toasts = () => toastStore.read().map(({ message }) => message);
const undo = () =>
  act(() =>
    toastStore
      .read()
      .find(({ action }) => action)
      ?.action?.onClick(),
  );
const named = (was: string, status = 'active') => ({ user_id: 'cy', name: 'Cy Elm', email: 'cy@x.test', was, status });

async function name(email: string) {
  await press('Add admin');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email address' }), email);
  await press('Make admin');
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  appoint.mockReset().mockResolvedValue(named('member'));
  dismiss.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

it('promotes a member immediately, and Undo reverts it', async () => {
  await open();
  await press('Make admin: Ben Oak');
  expect(appoint.mock.calls).toEqual([['o', { user_id: 'ben' }]]);
  await waitFor(() => expect(toasts()).toContain('Ben Oak is now an admin'));
  undo();
  await waitFor(() => expect(dismiss.mock.calls).toEqual([['o', 'ben']]));
});

it.each([
  ['invited', 'will be an admin once they accept the invitation'],
  ['suspended', 'is now an admin, but is still suspended there'],
] as const)('explains why a member who is %s has no admin rights yet', async (status, words) => {
  await open({ items: [ana, { ...ben, status }] });
  await press('Make admin: Ben Oak');
  await waitFor(() => expect(toasts()).toContain(`Ben Oak ${words}`));
});

it('demotes an admin, except the last one', async () => {
  await open();
  expect(button('Make member: Ana Ruiz').getAttribute('aria-disabled')).toBe('true');
  await press('Make member: Ana Ruiz');
  expect(dismiss).not.toHaveBeenCalled();
  cleanup();
  await open({ items: [ana, member('dot', 'organization', 'Dot Fir')] });
  await press('Make member: Ana Ruiz');
  expect(dismiss.mock.calls).toEqual([['o', 'ana']]);
  await waitFor(() => expect(toasts()).toContain('Ana Ruiz is now a member'));
});

it.each<[string, Opened]>([
  ['without a connection', { disabledReason: 'Needs a connection' }],
  ['of one that was deleted', { deletedAt: '2026-11-20T10:00:00.000Z' }],
])('changes nothing %s', async (_, opened) => {
  await open(opened);
  for (const each of ['Make admin: Ben Oak', 'Add admin']) expect(button(each).getAttribute('aria-disabled')).toBe('true');
});

it('appoints by email address, and Undo ends the new membership', async () => {
  appoint.mockResolvedValue(named('none'));
  await open();
  await name('cy@x.test');
  expect(appoint.mock.calls).toEqual([['o', { email: 'cy@x.test' }]]);
  await waitFor(() => expect(toasts()).toContain('Cy Elm is now an admin of Nimbus'));
  expect(screen.queryByRole('dialog')).toBeNull();
  undo();
  await waitFor(() => expect(dismiss.mock.calls).toEqual([['o', 'cy', 'end']]));
});

it('explains that an invited person has to accept first', async () => {
  appoint.mockResolvedValue(named('member', 'invited'));
  await open();
  await name('cy@x.test');
  await waitFor(() => expect(toasts()).toContain('Cy Elm will be an admin of Nimbus once they accept the invitation'));
});

it('rejects a person who is already an admin', async () => {
  appoint.mockResolvedValue(named('admin'));
  await open();
  await name('cy@x.test');
  await waitFor(() => expect(toasts()).toContain('Cy Elm is already an admin of Nimbus'));
});

it('shows an error at the field if no account has the address', async () => {
  const problem = { type: 'about:blank', title: 'Unknown', status: 422, detail: NO_ACCOUNT, code: 'unknown_email', request_id: 'r' };
  appoint.mockRejectedValue(new ApiError(new Response(null, { status: 422 }), problem));
  await open();
  await name('nobody@x.test');
  expect(await screen.findByText(NO_ACCOUNT)).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Add an admin to Nimbus' })).toBeTruthy();
});
