// An organization's plan, usage and invoices.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listInvoicesParameters } from '#openapi/lists.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { defineList } from '#src/shell/define-list.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Billing = Schemas['Billing'];
export type Plan = Schemas['Plan'];
export type PlanRequest = Schemas['PlanRequest'];
export type Invoice = Schemas['Invoice'];

const key = (organizationId: string, what: 'plan' | 'invoice') => ['billing', what, organizationId] as const;

export const billingQuery = (id: string) =>
  queryOptions({
    queryKey: key(id, 'plan'),
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/organizations/{id}/billing', { params: { path: { id } }, signal })),
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
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/organizations/{id}/invoices/{invoiceId}', { params: { path: { id, invoiceId } }, signal })),
    meta: { persist: { among: 'invoices that were opened', most: 12 }, anew: true },
  });

/** Optimistic patches of requests, by their id. */
export const planRequestOverlay = createOverlay<PlanRequest>();

export async function requestPlan(id: string, body: Schemas['RequestPlanRequest']): Promise<PlanRequest> {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/organizations/{id}/plan-requests', { params: { path: { id } }, body }));
}

export async function withdrawPlanRequest(id: string, requestId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/organizations/{id}/plan-requests/{requestId}', { params: { path: { id, requestId } } }));
}

/** The URL of the payment provider's checkout for `plan`, or of its billing portal for null. */
export async function openPaymentPage(id: string, plan: Plan['id'] | null): Promise<string> {
  requireOrganization();
  const of = { params: { path: { id } } };
  const page = plan
    ? unwrap(await api.POST('/api/v1/organizations/{id}/checkout', { ...of, body: { plan } }))
    : unwrap(await api.POST('/api/v1/organizations/{id}/billing-portal', of));
  return page.url;
}

/** The payment provider's page of an invoice. Null while impersonating. */
export async function readInvoiceLink(id: string, invoiceId: string): Promise<string | null> {
  return unwrap(await api.GET('/api/v1/organizations/{id}/invoices/{invoiceId}/link', { params: { path: { id, invoiceId } } })).url;
}

export const invalidateBilling = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(id, 'plan') });
