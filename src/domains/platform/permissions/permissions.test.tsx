import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { roleColumn } from './permissions.tsx';
import { flags, type RoleRow } from './queries.ts';

afterEach(cleanup);

const column = (row: Partial<RoleRow>) => {
  const { cell, onCard } = roleColumn({ role: 'admin', people: 1, flags: [], changeable: [], ...row }, null, () => undefined);
  return { cell, card: onCard ?? cell };
};

it.each(['cell', 'card'] as const)('shows all permissions of super admins as checked and disabled: %s', (where) => {
  const draw = column({ role: 'super_admin', flags: ['all'] })[where];
  for (const flag of flags) {
    render(<>{draw(flag)}</>);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Super admin$/ });
    expect([box.checked, box.disabled], flag).toEqual([true, true]);
    cleanup();
  }
});

it('leaves out permissions that a role cannot have', () => {
  render(<>{column({ role: 'user' }).cell('all')}</>);
  expect(screen.getByText('Not available for this role')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
