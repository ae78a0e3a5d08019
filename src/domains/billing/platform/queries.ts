// Billing of all organizations, for platform admins.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listAllInvoicesParameters, listPlanRequestsParameters, listSubscriptionsParameters } from '#openapi/lists.ts';
import { defineList } from '#src/shell/define-list.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type Subscription = Schemas['Subscription'];
export type PlatformInvoice = Schemas['PlatformInvoice'];
export type PlanInUse = Schemas['PlanInUse'];
export type SellerSettings = Schemas['SellerSettings'];
export type Revenue = Schemas['Revenue'];

const key = ['platform', 'billing'];

export const subscriptions = defineList('/api/v1/subscriptions', listSubscriptionsParameters, {
  key: [...key, 'subscriptions'],
  keyOf: ({ organization }) => organization.id,
});
export const allInvoices = defineList('/api/v1/invoices', listAllInvoicesParameters, {
  key: [...key, 'invoices'],
  keyOf: ({ invoice }) => invoice.id,
});
export const planRequests = defineList('/api/v1/plan-requests', listPlanRequestsParameters, {
  key: [...key, 'requests'],
  keyOf: ({ id }) => id,
});

export const plansQuery = queryOptions({
  queryKey: [...key, 'plans with versions'],
  queryFn: ({ signal }) => call('GET /api/v1/plans', { signal }),
  meta: { persist: true, anew: true },
});

export const sellerQuery = queryOptions({
  queryKey: [...key, 'seller settings'],
  queryFn: ({ signal }) => call('GET /api/v1/billing/seller', { signal }),
  meta: { persist: true, anew: true },
});

export const revenueQuery = queryOptions({
  queryKey: [...key, 'revenue'],
  queryFn: ({ signal }) => call('GET /api/v1/billing/revenue', { signal }),
  meta: { persist: true, anew: true },
});

export const invalidatePlatformBilling = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const setOrganizationPlan = (id: string, plan: Subscription['plan']) =>
  call('PUT /api/v1/organizations/{id}/plan', { path: { id }, body: { plan } });
/** Works for permanently deleted organizations too. */
export const updateInvoiceStatus = (invoiceId: string, status: Schemas['InvoiceStatus']) =>
  call('PUT /api/v1/invoices/{invoiceId}', { path: { invoiceId }, body: { status } });

/** @throws ApiError 412 `changed_meanwhile` if someone else changed it */
export const updatePlan = ({ plan: { id: planId }, version }: PlanInUse, body: Schemas['UpdatePlanRequest']): Promise<PlanInUse> =>
  call('PUT /api/v1/plans/{planId}', { path: { planId }, header: { 'If-Match': `"${version}"` }, body });

/** @throws ApiError 412 `changed_meanwhile` if someone else changed it */
export const updateSeller = ({ version }: SellerSettings, body: SellerSettings['seller']): Promise<SellerSettings> =>
  call('PUT /api/v1/billing/seller', { header: { 'If-Match': `"${version}"` }, body });

/** Bypasses the query cache. */
export async function refetchPlan(client: QueryClient, planId: Subscription['plan']): Promise<PlanInUse> {
  const { plans } = await client.fetchQuery({ ...plansQuery, staleTime: 0 });
  const entry = plans.find(({ plan }) => plan.id === planId);
  if (!entry) throw new Error(`Plan ${planId} not found`);
  return entry;
}

export const refetchSeller = (client: QueryClient): Promise<SellerSettings> => client.fetchQuery({ ...sellerQuery, staleTime: 0 });
