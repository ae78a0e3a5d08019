import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PlatformRole, PlatformUser } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

afterEach(cleanup);

function open(role: PlatformRole) {
  const changeRole = vi.fn();
  const user = { id: 'u1', first_name: 'Ana', last_name: 'Ruiz', email: 'ana@x.test', role } as PlatformUser;
  render(<RoleSelect aria-label="Role" user={user} changeRole={changeRole} />);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
  select.focus();
  return { changeRole, user, select, choose: (value: PlatformRole) => fireEvent.change(select, { target: { value } }) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('asks before somebody is raised, and leaves the role as it was where that is cancelled', () => {
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

it('lowers at once: Undo takes it back', () => {
  const { changeRole, user, choose } = open('super_admin');
  choose('admin');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(changeRole.mock.calls).toEqual([[{ user, role: 'admin' }]]);
});
