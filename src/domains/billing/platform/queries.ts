// The billing of all organizations, for those who run the platform.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listAllInvoicesParameters, listPlanRequestsParameters, listSubscriptionsParameters } from '#openapi/lists.ts';
import { listQueryOf } from '#src/lib/list-query.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { InvoiceSearch, PlanRequestSearch, SubscriptionSearch } from './billing-search.ts';

type Schemas = components['schemas'];
export type Subscription = Schemas['Subscription'];
export type PlatformInvoice = Schemas['PlatformInvoice'];
export type PlanInUse = Schemas['PlansInUse']['plans'][number];
export type Seller = Schemas['Seller'];
export type Revenue = Schemas['Revenue'];

const PAGE_SIZE = 50;
const key = ['platform', 'billing'] as const;

export const subscriptionsQuery = (search: SubscriptionSearch) =>
  pagedQuery([...key, 'subscriptions'], listQueryOf(listSubscriptionsParameters, search), (query, signal) =>
    api.GET('/api/v1/subscriptions', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const allInvoicesQuery = (search: InvoiceSearch) =>
  pagedQuery([...key, 'invoices'], listQueryOf(listAllInvoicesParameters, search), (query, signal) =>
    api.GET('/api/v1/invoices', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const planRequestsQuery = (search: PlanRequestSearch) =>
  pagedQuery([...key, 'requests'], listQueryOf(listPlanRequestsParameters, search), (query, signal) =>
    api.GET('/api/v1/plan-requests', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const plansQuery = queryOptions({
  queryKey: [...key, 'plans in use'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/plans', { signal })),
  meta: { persist: true, anew: true },
});

export const sellerQuery = queryOptions({
  queryKey: [...key, 'seller'],
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

export const allBillingIsStale = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

const of = (id: string) => ({ params: { path: { id } } });

export const setOrganizationPlan = async (id: string, plan: Subscription['plan']) =>
  unwrap(await api.PUT('/api/v1/organizations/{id}/plan', { ...of(id), body: { plan } }));
export const issueInvoice = async (id: string, body: Schemas['IssueInvoiceRequest']) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/invoices', { ...of(id), body }));
export const updateInvoiceStatus = async (id: string, invoiceId: string, status: Schemas['InvoiceStatus']) =>
  unwrap(await api.PUT('/api/v1/organizations/{id}/invoices/{invoiceId}', { params: { path: { id, invoiceId } }, body: { status } }));
export const answerPlanRequest = async (id: string, requestId: string, body: Schemas['AnswerPlanRequestRequest']) =>
  unwrap(await api.POST('/api/v1/organizations/{id}/plan-requests/{requestId}/answer', { params: { path: { id, requestId } }, body }));
export const updatePlan = async (planId: Subscription['plan'], body: Schemas['UpdatePlanRequest']) =>
  unwrap(await api.PUT('/api/v1/plans/{planId}', { params: { path: { planId } }, body }));
export const updateSeller = async (body: Seller) => unwrap(await api.PUT('/api/v1/billing/seller', { body }));
