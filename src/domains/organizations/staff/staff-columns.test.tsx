import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Member } from './queries.ts';
import { staffColumns } from './staff-columns.tsx';

afterEach(cleanup);

const options = { ownId: 'o1', canManage: true, disabledReason: null, actions: {} as Parameters<typeof staffColumns>[0]['actions'] };
const columnOf = (head: string) => staffColumns({ ...options, onPermissions: () => undefined }).find((column) => column.head === head);

function statusOf(member: Pick<Member, 'status' | 'removed_at'>): string[] {
  const { container } = render(<>{columnOf('Status')?.cell({ is_last_admin: false, ...member } as Member)}</>);
  return [...(container.firstElementChild?.children ?? [])].map((badge) => badge.textContent ?? '');
}

it('marks removed members, and those who stay suspended when restored', () => {
  expect(statusOf({ status: 'suspended', removed_at: null })).toEqual(['Suspended']);
  expect(statusOf({ status: 'active', removed_at: '2026-11-20T18:00:00Z' })).toEqual(['Removed']);
  expect(statusOf({ status: 'suspended', removed_at: '2026-11-20T18:00:00Z' })).toEqual(['Removed', 'Stays suspended when restored']);
});

it('marks an unconfirmed email address', () => {
  const show = (is_proved: boolean) =>
    render(
      <>{columnOf('Name')?.cell({ user_id: 'u1', first_name: 'Ana', last_name: 'Ruiz', email: 'ana@x.test', is_proved } as Member)}</>,
    );
  show(true);
  expect(screen.queryByRole('img', { name: /not confirmed/ })).toBeNull();
  cleanup();
  show(false);
  expect(screen.getByRole('img', { name: 'Email address not confirmed yet' })).toBeTruthy();
});
