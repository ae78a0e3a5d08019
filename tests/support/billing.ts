// Invoices and requests for plans by the API, for tests that begin after these were made.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import type { Person } from './api.ts';
import { expectStatus } from './events.ts';

type Schemas = components['schemas'];

const billingPath = (organizationId: string, rest: string) => `/api/v1/organizations/${organizationId}/${rest}`;

/** A due date, by the days from now: none is taken that lies in the past. */
export const dueIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** @returns its id */
export async function issueInvoice(
  superAdmin: Person,
  organizationId: string,
  changes: Partial<Schemas['IssueInvoiceRequest']> = {},
): Promise<string> {
  const json: Schemas['IssueInvoiceRequest'] = {
    id: randomUUID(),
    description: 'Pro, November 2026',
    amount: 4900,
    currency: 'EUR',
    period_start: '2026-11-01',
    period_end: '2026-11-30',
    due_on: dueIn(14),
    ...changes,
  };
  const answer = await superAdmin.call<Schemas['Invoice']>('POST', billingPath(organizationId, 'invoices'), { json });
  return expectStatus(answer, 201, 'issuing an invoice').id;
}

/** @returns its id */
export async function requestPlan(owner: Person, organizationId: string): Promise<string> {
  const json: Schemas['RequestPlanRequest'] = { plan: 'pro', message: 'Please.' };
  const answer = await owner.call<Schemas['PlanRequest']>('POST', billingPath(organizationId, 'plan-requests'), { json });
  return expectStatus(answer, 201, 'asking for a plan').id;
}
