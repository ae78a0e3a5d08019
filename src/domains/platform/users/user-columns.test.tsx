import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PlatformRole, PlatformUser } from './queries.ts';
import { platformUserColumns, RoleSelect, type UserColumnOptions } from './user-columns.tsx';

afterEach(cleanup);

const can = { change_role: true, suspend: true } as PlatformUser['can'];
const person = (change: Partial<PlatformUser>) =>
  ({
    id: 'ana',
    email: 'ana@x.test',
    first_name: 'Ana',
    last_name: 'Ruiz',
    role: 'user',
    organizations_run: 0,
    can,
    ...change,
  }) as PlatformUser;

async function row(user: PlatformUser) {
  const options = { ownId: 'me', disabledReason: null, actions: {} } as UserColumnOptions;
  const columns = platformUserColumns(options).filter(({ head }) => head === 'Name' || head === 'Role' || head === 'Status');
  const root = createRootRoute({
    component: () => (
      <ul>
        {columns.map(({ head, cell }) => (
          <li key={head}>{cell(user)}</li>
        ))}
      </ul>
    ),
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/?q=a'] }) })} />);
  await screen.findByRole('list');
}

it('links the name to the profile and preserves the search', async () => {
  await row(person({}));
  // The link covers the row; other controls are above it.
  expect(screen.getByRole('link', { name: 'Ana Ruiz' }).className).toContain('after:inset-0');
  expect(screen.getByRole('combobox', { name: 'Role for Ana Ruiz' }).closest('.z-10')).toBeTruthy();
  const href = screen.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href');
  expect(Object.fromEntries(new URL(href ?? '', location.origin).searchParams)).toEqual({ q: 'a', user: 'ana' });
});

it('marks email addresses that their owner has not confirmed, and skips guests', async () => {
  const marks = () => screen.queryAllByRole('img', { name: /confirmed/i }).map((mark) => mark.getAttribute('aria-label'));
  const marksOf = async (change: Partial<PlatformUser>) => {
    await row(person(change));
    const found = marks();
    cleanup();
    return found;
  };
  expect(await marksOf({ is_verified: true, is_proved: true })).toEqual([]);
  expect(await marksOf({ is_verified: true, is_proved: false })).toEqual(['Confirmed by an administrator, not yet by its owner']);
  expect(await marksOf({ is_verified: false, is_proved: false })).toEqual(['Email address not confirmed yet']);
  expect(await marksOf({ email: null, is_verified: false, is_proved: false })).toEqual([]);
});

it('shows once per row that the address is not confirmed', async () => {
  await row(person({ state: 'active', is_verified: false, is_proved: false }));
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getAllByText(/not confirmed/i), 'the hint of the mark').toHaveLength(1);
  expect(screen.getAllByRole('img', { name: /not confirmed/i })).toHaveLength(1);
});

it('shows that a user is an organization admin', async () => {
  await row(person({ organizations_run: 2 }));
  expect(screen.getByText('Admin of 2 organizations')).toBeTruthy();
  cleanup();
  await row(person({}));
  expect(screen.queryByText(/Admin of/)).toBeNull();
});

describe('the role select', () => {
  function open(role: PlatformRole) {
    const changeRole = vi.fn();
    const user = { id: 'u1', first_name: 'Ana', last_name: 'Ruiz', email: 'ana@x.test', role } as PlatformUser;
    render(<RoleSelect aria-label="Role" user={user} changeRole={changeRole} />);
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
    select.focus();
    return { changeRole, user, select, choose: (value: PlatformRole) => fireEvent.change(select, { target: { value } }) };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('asks before a promotion, and changes nothing if it is canceled', () => {
    const { changeRole, user, select, choose } = open('user');
    choose('admin');
    expect(screen.getByRole('dialog', { name: 'Make Ana Ruiz a platform admin?' })).toBeTruthy();
    expect(changeRole).not.toHaveBeenCalled();
    press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(select.value).toBe('user');
    choose('super_admin');
    press('Make super admin');
    expect(changeRole.mock.calls).toEqual([[{ user, role: 'super_admin' }]]);
  });

  it('demotes immediately', () => {
    const { changeRole, user, choose } = open('super_admin');
    choose('admin');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changeRole.mock.calls).toEqual([[{ user, role: 'admin' }]]);
  });
});
