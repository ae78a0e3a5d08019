// Emails about plans and invoices. They are queued in the transaction of their cause, so each is sent once or not at all.
import type { FastifyRequest } from 'fastify';
import type { InvoiceRow } from '#server/billing/invoices-repository.ts';
import { findPlan, type PlanRequestRow, type PlanRow } from '#server/billing/plans-repository.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type EmailContent, withUnprovedVariant } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { listAdminsToMail, type Recipient } from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export type BillingDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>;

/** The organization that an email is about. */
interface Addressee {
  id: string;
  name: string;
}

interface RequestedPlan {
  id: string;
  message: string;
  askedBy: string;
}

export function billingMailer(deps: BillingDeps) {
  const send = (tx: Tx, about: string, recipients: readonly Recipient[], content: EmailContent) =>
    queueMails(
      deps,
      tx,
      recipients.map(({ userId, email }) => ({ key: `${about}:${userId}`, to: email, content })),
    );
  const link = (request: FastifyRequest | null, path: string) =>
    appLink(deps.config, path, request ? ownPort(request, deps) : deps.config.port);
  const billingOf = (request: FastifyRequest | null) => link(request, '/organization/billing');

  return {
    /** @param request null: triggered by the payment provider */
    async planChanged(
      tx: Tx,
      { id, name }: Addressee,
      before: PlanRow,
      plan: PlanRow,
      request: FastifyRequest | null = null,
    ): Promise<void> {
      const content = planChangedEmail(name, plan.name, before.name, billingOf(request));
      await send(tx, `plan-changed:${uuid7()}`, await listAdminsToMail(tx, id, 'plan_changes'), content);
    },

    async paymentMissed(tx: Tx, { id, name }: Addressee, plan: PlanRow, until: Date): Promise<void> {
      const content = paymentMissedEmail(name, plan.name, until, billingOf(null));
      await send(tx, `payment-missed:${uuid7()}`, await listAdminsToMail(tx, id, 'invoices'), content);
    },

    /** Of one that was settled in this transaction. */
    async planAnswered(tx: Tx, { id, name: organizationName }: Addressee, wish: PlanRequestRow, request: FastifyRequest): Promise<void> {
      const plan = await findPlan(tx, wish.planId);
      const facts = { organizationName, plan: plan.name, isAccepted: wish.status === 'accepted', answer: wish.answer };
      const content = planAnsweredEmail({ ...facts, url: billingOf(request) });
      await send(tx, `plan-answered:${wish.id}`, await listAdminsToMail(tx, id, 'plan_changes'), content);
    },

    async invoiceIssued(tx: Tx, { id, name: organizationName }: Addressee, invoice: InvoiceRow, request: FastifyRequest): Promise<void> {
      const { description, amount, currency, dueOn } = invoice;
      const facts = { organizationName, number: invoiceNumber(invoice), description, amount, currency, dueOn };
      const content = invoiceIssuedEmail({ ...facts, url: billingOf(request) });
      await send(tx, `invoice-issued:${invoice.id}`, await listAdminsToMail(tx, id, 'invoices'), content);
    },

    /** To the platform. */
    async planRequested(tx: Tx, { name }: Addressee, { id, message, askedBy }: RequestedPlan, plan: PlanRow, request: FastifyRequest) {
      const asked = {
        kind: 'plan_requests' as const,
        key: `plan-requested:${id}`,
        link: '/super-admin/billing-subscription?tab=requests',
        body: message || 'Accept or decline it.',
        email: (url: string) => planRequestedEmail(name, plan.name, message, url),
        askedBy,
      };
      await notifySuperAdmins(deps, tx, asked, request);
    },
  };
}

/** Where its name, which people typed, is not to be repeated. */
const UNNAMED_ORGANIZATION = 'your organization';

const linesOf = (text: string): string[] => text.split(/\s*\n\s*/).filter(Boolean);

export const planChangedEmail = (organizationName: string, plan: string, before: string, url: string): EmailContent =>
  withUnprovedVariant(planChanged(organizationName, plan, before, url), planChanged(UNNAMED_ORGANIZATION, plan, before, url));

const planChanged = (organizationName: string, plan: string, before: string, url: string): EmailContent => ({
  subject: `${organizationName} is on the ${plan} plan`,
  paragraphs: [`${organizationName} was moved from the ${before} plan to the ${plan} plan. The new limits apply immediately.`],
  button: { label: 'See plan and usage', url },
});

interface PlanAnswer {
  organizationName: string;
  plan: string;
  isAccepted: boolean;
  /** A message from the super admin, or empty. */
  answer: string;
  url: string;
}

export const planAnsweredEmail = (facts: PlanAnswer): EmailContent =>
  withUnprovedVariant(planAnswered(facts), planAnswered({ ...facts, organizationName: UNNAMED_ORGANIZATION, answer: '' }));

const planAnswered = ({ organizationName, plan, isAccepted, answer, url }: PlanAnswer): EmailContent => ({
  subject: isAccepted ? `${organizationName} is on the ${plan} plan` : `The ${plan} plan was declined for ${organizationName}`,
  paragraphs: [
    isAccepted
      ? `Your request for the ${plan} plan was accepted. ${organizationName} is now on it.`
      : `Your request for the ${plan} plan was declined. ${organizationName} stays on its current plan.`,
    ...(answer ? ['Answer:', ...linesOf(answer)] : []),
  ],
  button: { label: 'See plan and usage', url },
});

interface IssuedInvoice {
  organizationName: string;
  /** "INV-00002". */
  number: string;
  description: string | null;
  /** In hundredths of the currency. */
  amount: number;
  currency: string;
  /** A day, as `2026-12-15`. */
  dueOn: string;
  url: string;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export const invoiceIssuedEmail = (facts: IssuedInvoice): EmailContent =>
  withUnprovedVariant(invoiceIssued(facts), invoiceIssued({ ...facts, organizationName: UNNAMED_ORGANIZATION, description: null }));

function invoiceIssued({ organizationName, number, description, amount, currency, dueOn, url }: IssuedInvoice): EmailContent {
  const sum = new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
  return {
    subject: `Invoice ${number} for ${organizationName}`,
    paragraphs: [
      description === null
        ? `An invoice was issued to ${organizationName}.`
        : `An invoice was issued to ${organizationName}: ${description}.`,
      `${sum}, due on ${day.format(new Date(dueOn))}.`,
    ],
    button: { label: 'See the invoice', url },
  };
}

export const paymentMissedEmail = (organizationName: string, plan: string, until: Date, url: string): EmailContent =>
  withUnprovedVariant(paymentMissed(organizationName, plan, until, url), paymentMissed(UNNAMED_ORGANIZATION, plan, until, url));

const paymentMissed = (organizationName: string, plan: string, until: Date, url: string): EmailContent => ({
  subject: `A payment for ${organizationName} failed`,
  paragraphs: [
    `The last payment for the ${plan} plan of ${organizationName} failed. We’ll retry it over the next few days.`,
    `You keep the plan until ${day.format(until)}. Please check your payment method before then. Without a payment, ${organizationName} moves to the Free plan. Your data is kept.`,
  ],
  button: { label: 'Open billing', url },
});

export const planRequestedEmail = (organizationName: string, plan: string, message: string, url: string): EmailContent =>
  withUnprovedVariant(planRequested(organizationName, plan, message, url), planRequested('an organization', plan, '', url));

const planRequested = (organizationName: string, plan: string, message: string, url: string): EmailContent => ({
  subject: `${organizationName} requests the ${plan} plan`,
  paragraphs: [`${organizationName} requests the ${plan} plan.`, ...(message ? ['Message:', ...linesOf(message)] : [])],
  button: { label: 'Open plan requests', url },
});
