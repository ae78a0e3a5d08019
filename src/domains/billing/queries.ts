// An organization's plan, usage and invoices.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listInvoicesParameters } from '#openapi/lists.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { defineList } from '#src/shell/define-list.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type Billing = Schemas['Billing'];
export type Plan = Schemas['Plan'];
export type PlanRequest = Schemas['PlanRequest'];
export type Invoice = Schemas['Invoice'];

const key = (organizationId: string, what: 'plan' | 'invoice') => ['billing', what, organizationId] as const;

export const billingQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'plan'),
    queryFn: ({ signal }) => call('GET /api/v1/organizations/{id}/billing', { path: { id }, signal }),
    meta: { persist: true, anew: true },
  });

/** Latest first. */
export const invoices = defineList('/api/v1/organizations/{id}/invoices', listInvoicesParameters, {
  key: ['billing', 'invoices'],
  keyOf: ({ id }) => id,
  limit: 12,
});

export const invoiceQuery = (id: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...key(id, 'invoice'), invoiceId],
    queryFn: ({ signal }) => call('GET /api/v1/organizations/{id}/invoices/{invoiceId}', { path: { id, invoiceId }, signal }),
    meta: { persist: { among: 'invoices that were opened', most: 12 }, anew: true },
  });

/** Optimistic patches of requests, by their id. */
export const planRequestOverlay = createOverlay<PlanRequest>();

export const requestPlan = (id: string, body: Schemas['RequestPlanRequest']): Promise<PlanRequest> =>
  callInOrganization('POST /api/v1/organizations/{id}/plan-requests', { path: { id }, body });
export const withdrawPlanRequest = (id: string, requestId: string) =>
  callInOrganization('DELETE /api/v1/organizations/{id}/plan-requests/{requestId}', { path: { id, requestId } });

/** The URL of the payment provider's checkout for `plan`, or of its billing portal for null. */
export async function openPaymentPage(id: string, plan: Plan['id'] | null): Promise<string> {
  const page = plan
    ? await callInOrganization('POST /api/v1/organizations/{id}/checkout', { path: { id }, body: { plan } })
    : await callInOrganization('POST /api/v1/organizations/{id}/billing-portal', { path: { id } });
  return page.url;
}

/** The payment provider's page of an invoice. Null while impersonating. */
export async function readInvoiceLink(id: string, invoiceId: string): Promise<string | null> {
  return (await call('GET /api/v1/organizations/{id}/invoices/{invoiceId}/link', { path: { id, invoiceId } })).url;
}

export const invalidateBilling = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(id, 'plan') });
