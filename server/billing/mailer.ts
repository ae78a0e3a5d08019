// Who is written what about plans and invoices: queued in the transaction of what it is about, so that it is told once, or not at all.
import type { FastifyRequest } from 'fastify';
import { invoiceIssuedEmail, paymentMissedEmail, planAnsweredEmail, planChangedEmail, planRequestedEmail } from '#server/billing/emails.ts';
import type { InvoiceRow } from '#server/billing/invoices-repository.ts';
import type { PlanRequestRow } from '#server/billing/plan-requests-repository.ts';
import { findPlan, type PlanRow } from '#server/billing/plans-repository.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/queue.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { listAdminsToMail, type Recipient } from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';

export type BillingDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>;

/** Whom a letter is about. */
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
    /** @param request null: nobody asked for it, the payment provider told */
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
