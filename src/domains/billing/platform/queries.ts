// Billing of all organizations, for platform admins.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listAllInvoicesParameters, listPlanRequestsParameters, listSubscriptionsParameters } from '#openapi/lists.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { InvoiceSearch, PlanRequestSearch, SubscriptionSearch } from './billing-search.ts';

type Schemas = components['schemas'];
export type Subscription = Schemas['Subscription'];
export type PlatformInvoice = Schemas['PlatformInvoice'];
export type PlanInUse = Schemas['PlanInUse'];
export type SellerSettings = Schemas['SellerSettings'];
export type Revenue = Schemas['Revenue'];

const PAGE_SIZE = 50;
const key = ['platform', 'billing'] as const;

export const subscriptionsQuery = (search: SubscriptionSearch) =>
  pagedQuery([...key, 'subscriptions'], toListQuery(listSubscriptionsParameters, search), (query, signal) =>
    api.GET('/api/v1/subscriptions', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const allInvoicesQuery = (search: InvoiceSearch) =>
  pagedQuery([...key, 'invoices'], toListQuery(listAllInvoicesParameters, search), (query, signal) =>
    api.GET('/api/v1/invoices', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const planRequestsQuery = (search: PlanRequestSearch) =>
  pagedQuery([...key, 'requests'], toListQuery(listPlanRequestsParameters, search), (query, signal) =>
    api.GET('/api/v1/plan-requests', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const plansQuery = queryOptions({
  queryKey: [...key, 'plans with versions'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/plans', { signal })),
  meta: { persist: true, anew: true },
});

export const sellerQuery = queryOptions({
  queryKey: [...key, 'seller settings'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/billing/seller', { signal })),
  meta: { persist: true, anew: true },
});

export const revenueQuery = queryOptions({
  queryKey: [...key, 'revenue'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/billing/revenue', { signal })),
  meta: { persist: true, anew: true },
});

/** Optimistic patches, by the organization's id. */
export const subscriptionOverlay = createOverlay<Subscription>();
/** By the invoice's id. */
export const invoiceOverlay = createOverlay<PlatformInvoice['invoice']>();

export const invalidatePlatformBilling = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

const organizationPath = (id: string) => ({ params: { path: { id } } });

export const setOrganizationPlan = async (id: string, plan: Subscription['plan']) =>
  unwrap(await api.PUT('/api/v1/organizations/{id}/plan', { ...organizationPath(id), body: { plan } }));
export const issueInvoice = async (id: string, body: Schemas['IssueInvoiceRequest']) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/invoices', { ...organizationPath(id), body }));
/** Works for permanently deleted organizations too. */
export const updateInvoiceStatus = async (invoiceId: string, status: Schemas['InvoiceStatus']) =>
  unwrap(await api.PUT('/api/v1/invoices/{invoiceId}', { params: { path: { invoiceId } }, body: { status } }));
export const answerPlanRequest = async (id: string, requestId: string, body: Schemas['AnswerPlanRequestRequest']) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/plan-requests/{requestId}/answer', { params: { path: { id, requestId } }, body }));

/** @throws ApiError 412 `changed_meanwhile` if someone else changed it */
export async function updatePlan({ plan: { id: planId }, version }: PlanInUse, body: Schemas['UpdatePlanRequest']): Promise<PlanInUse> {
  const params = { path: { planId }, header: { 'If-Match': `"${version}"` } };
  return unwrap(await api.PUT('/api/v1/plans/{planId}', { params, body }));
}

/** @throws ApiError 412 `changed_meanwhile` if someone else changed it */
export async function updateSeller({ version }: SellerSettings, body: SellerSettings['seller']): Promise<SellerSettings> {
  const params = { header: { 'If-Match': `"${version}"` } };
  return unwrap(await api.PUT('/api/v1/billing/seller', { params, body }));
}

/** Bypasses the query cache. */
export async function refetchPlan(client: QueryClient, planId: Subscription['plan']): Promise<PlanInUse> {
  const { plans } = await client.fetchQuery({ ...plansQuery, staleTime: 0 });
  const entry = plans.find(({ plan }) => plan.id === planId);
  if (!entry) throw new Error(`Plan ${planId} not found`);
  return entry;
}

export const refetchSeller = (client: QueryClient): Promise<SellerSettings> => client.fetchQuery({ ...sellerQuery, staleTime: 0 });
