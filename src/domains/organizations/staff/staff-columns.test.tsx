import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Member } from './queries.ts';
import { staffColumns } from './staff-columns.tsx';

afterEach(cleanup);

function statusOf(member: Pick<Member, 'status' | 'removed_at'>): string[] {
  const options = { ownId: 'o1', canManage: true, whyNot: null, actions: {} as Parameters<typeof staffColumns>[0]['actions'] };
  const column = staffColumns({ ...options, onPermissions: () => undefined }).find(({ head }) => head === 'Status');
  const { container } = render(<>{column?.cell({ is_last_admin: false, ...member } as Member)}</>);
  return [...(container.firstElementChild?.children ?? [])].map((badge) => badge.textContent ?? '');
}

it('of who was removed says so, and that who was suspended stays it', () => {
  expect(statusOf({ status: 'suspended', removed_at: null })).toEqual(['Suspended']);
  expect(statusOf({ status: 'active', removed_at: '2026-11-20T18:00:00Z' })).toEqual(['Removed']);
  expect(statusOf({ status: 'suspended', removed_at: '2026-11-20T18:00:00Z' })).toEqual(['Removed', 'Stays suspended when let back in']);
});
