import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OrganizationControls } from './organization-details.tsx';
import type { PlatformOrganization, PlatformOrganizationDetails } from './queries.ts';

afterEach(cleanup);

const organization = { id: 'o', name: 'Nimbus', status: 'active', rejection_reason: null } as PlatformOrganization['organization'];

function open(change: Partial<PlatformOrganization> = {}, { isPaid = false, disabledReason = null as string | null } = {}) {
  const decisions = { approve: vi.fn(), suspend: vi.fn(), reactivate: vi.fn(), restore: vi.fn(), changePlan: vi.fn() };
  const onReject = vi.fn();
  const row = { organization, plan: 'pro', deleted_at: null, ...change } as PlatformOrganization;
  const details = { is_paid_at_provider: isPaid } as PlatformOrganizationDetails;
  render(<OrganizationControls row={row} details={details} decisions={decisions} disabledReason={disabledReason} onReject={onReject} />);
  return { decisions, onReject, row };
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const plan = () => screen.getByRole('combobox', { name: 'Plan' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it.each<[string, Partial<PlatformOrganization>, string[]]>([
  ['waits', { organization: { ...organization, status: 'pending' } }, ['Approve', 'Reject with a reason']],
  ['is active', {}, ['Suspend']],
  ['is suspended', { organization: { ...organization, status: 'suspended' } }, ['Reactivate']],
  ['is deleted', { deleted_at: '2026-11-20T10:00:00.000Z' }, ['Restore']],
])('offers the available decisions for an organization that %s', (_, change, names) => {
  open(change);
  expect(buttons()).toEqual(names);
});

it('decides and changes the plan', () => {
  const { decisions, row } = open();
  press('Suspend');
  expect(decisions.suspend).toHaveBeenCalledWith({ row });
  fireEvent.change(plan(), { target: { value: 'studio' } });
  expect(decisions.changePlan).toHaveBeenCalledWith({ row, plan: 'studio' });
});

it('asks for the reason of a rejection', () => {
  const pending = { ...organization, status: 'pending' as const };
  const { onReject } = open({ organization: pending });
  press('Reject with a reason');
  expect(onReject).toHaveBeenCalledWith(pending);
});

it.each<[string, Parameters<typeof open>]>([
  ['Restore the organization first.', [{ deleted_at: '2026-11-20T10:00:00.000Z' }]],
  ['Paid through Stripe. The organization changes it there.', [{}, { isPaid: true }]],
  ['Needs a connection', [{ organization: { ...organization, status: 'pending' } }, { disabledReason: 'Needs a connection' }]],
])('explains why the plan cannot be changed: %s', (reason, asked) => {
  open(...asked);
  expect(plan().title).toBe(reason);
});
