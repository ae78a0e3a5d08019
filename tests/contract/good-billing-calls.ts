// Good calls upon an organization's plan and its invoices.
import { randomUUID } from 'node:crypto';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { dueIn } from '#tests/support/billing.ts';
import { signedEvent } from '#tests/support/fake-stripe.ts';
import type { RoleName, Fixture } from './fixture.ts';
import { forSuper, isOrganization, isSignedIn, type GoodCalls } from './good-call.ts';

const aurora = (rest: string) => `/api/v1/organizations/${demoOrganizationIds.aurora}/${rest}`;
const ofInvoice = (w: Fixture) => aurora(`invoices/${w.invoiceId}`);
const ofRequest = (w: Fixture, rest = '') => aurora(`plan-requests/${w.planRequestId}${rest}`);

/** Answers 404 to outsiders; its own people and super admins can see it. */
function inBilling(role: RoleName, allowed: Partial<Record<RoleName, number[]>>): number[] {
  if (!isSignedIn(role)) return [401];
  return allowed[role] ?? [isOrganization(role) || role === 'super' ? 403 : 404];
}

export const goodBillingCalls: GoodCalls = {
  getBilling: (_, role) => ({
    path: aurora('billing'),
    expected: inBilling(role, { owner: [200], member: [200], super: [200] }),
  }),
  // On which it is already: the calls that others make need its room.
  setPlan: (_, role) => ({ path: aurora('plan'), options: { json: { plan: 'studio' } }, expected: inBilling(role, { super: [200] }) }),
  // Once it was answered or withdrawn, it may be asked for again.
  requestPlan: (_, role) => ({
    path: aurora('plan-requests'),
    options: { json: { plan: 'pro', message: 'Please.' } },
    expected: inBilling(role, { owner: [201] }),
  }),
  withdrawPlanRequest: (w, role) => ({ path: ofRequest(w), expected: inBilling(role, { owner: [204, 409] }) }),
  answerPlanRequest: (w, role) => ({
    path: ofRequest(w, '/answer'),
    options: { json: { accept: false, answer: 'You have more than that.' } },
    expected: inBilling(role, { super: [200, 409] }),
  }),
  listPlanRequests: (_, role) => ({
    expected: forSuper(role),
  }),
  listInvoices: (_, role) => ({ path: aurora('invoices'), expected: inBilling(role, { owner: [200], super: [200] }) }),
  issueInvoice: (_, role) => ({
    path: aurora('invoices'),
    options: {
      json: {
        id: randomUUID(),
        description: 'Studio, December 2026',
        amount: 19_900,
        currency: 'EUR',
        period_start: '2026-12-01',
        period_end: '2026-12-31',
        due_on: dueIn(14),
      },
    },
    expected: inBilling(role, { super: [201] }),
  }),
  getInvoice: (w, role) => ({ path: ofInvoice(w), expected: inBilling(role, { owner: [200], super: [200] }) }),
  updateInvoice: (w, role) => ({
    path: ofInvoice(w),
    options: { json: { status: 'open' } },
    expected: inBilling(role, { super: [200] }),
  }),
  getInvoicePdf: (w, role) => ({ path: `${ofInvoice(w)}/pdf`, expected: inBilling(role, { owner: [200], super: [200] }) }),
  updateAnyInvoice: (w, role) => ({
    path: `/api/v1/invoices/${w.invoiceId}`,
    options: { method: 'PUT', json: { status: 'open' } },
    expected: forSuper(role),
  }),
  getAnyInvoicePdf: (w, role) => ({ path: `/api/v1/invoices/${w.invoiceId}/pdf`, expected: forSuper(role) }),
  // Of one of ours there is none.
  getInvoiceLink: (w, role) => ({ path: `${ofInvoice(w)}/link`, expected: inBilling(role, { owner: [404], super: [404] }) }),
  openCheckout: (_, role) => ({
    path: aurora('checkout'),
    expected: inBilling(role, { owner: [201] }),
  }),
  // Those who run the platform do not change what an organization pays.
  openBillingPortal: (_, role) => ({ path: aurora('billing-portal'), expected: inBilling(role, { owner: [201] }) }),
  // The caller does not matter, only the signature.
  receivePaymentEvent: () => {
    const { body, signature } = signedEvent('invoice.paid', { id: 'in_1', object: 'invoice', customer: 'cus_nobody' });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return { options: { body, headers }, expected: [200] };
  },
  listPlans: (_, role) => ({ expected: forSuper(role) }),
  // As it is: what others do needs its room.
  updatePlan: (_, role) => ({
    path: '/api/v1/plans/studio',
    options: {
      headers: { 'if-match': '*' },
      json: {
        name: 'Studio',
        monthly_price: 19_900,
        currency: 'EUR',
        limits: { events: null, staff: null, storage_bytes: 2_000_000_000_000, generations: 5000 },
      },
    },
    expected: forSuper(role),
  }),
  listSubscriptions: (_, role) => ({ expected: forSuper(role) }),
  listAllInvoices: (_, role) => ({ expected: forSuper(role) }),
  getRevenue: (_, role) => ({ expected: forSuper(role) }),
  getSeller: (_, role) => ({ expected: forSuper(role) }),
  updateSeller: (_, role) => ({
    options: {
      headers: { 'if-match': '*' },
    },
    expected: forSuper(role),
  }),
};
