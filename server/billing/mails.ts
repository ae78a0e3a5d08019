// Who is written what about plans and invoices: queued in the transaction of what it is about, so that it is told once, or not at all.
import type { FastifyRequest } from 'fastify';
import type { InvoiceRow } from '#server/billing/invoices.ts';
import {
  invoiceIssuedLetter,
  paymentMissedLetter,
  planAnsweredLetter,
  planChangedLetter,
  planRequestedLetter,
} from '#server/billing/letters.ts';
import type { PlanRequestRow } from '#server/billing/plan-requests.ts';
import { findPlan, type PlanRow } from '#server/billing/plans.ts';
import { invoiceNumber } from '#server/billing/presenter.ts';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { Letter } from '#server/mail/letter.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails } from '#server/mail/outgoing.ts';
import { listAdminsToMail, type Recipient } from '#server/notifications/repository.ts';
import { tellSuperAdmins } from '#server/notifications/requests.ts';
import { uuid7 } from '#server/uuid.ts';

export type BillingDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'log'>;

/** Whom a letter is about. */
interface Addressee {
  id: string;
  name: string;
}

interface AskedPlan {
  id: string;
  message: string;
  askedBy: string;
}

export function billingMails(deps: BillingDeps) {
  const send = (tx: Tx, about: string, recipients: readonly Recipient[], letter: Letter) =>
    queueMails(
      deps,
      tx,
      recipients.map(({ userId, email }) => ({ key: `${about}:${userId}`, to: email, letter })),
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
      const letter = planChangedLetter(name, plan.name, before.name, billingOf(request));
      await send(tx, `plan-changed:${uuid7()}`, await listAdminsToMail(tx, id, 'plan_changes'), letter);
    },

    async paymentMissed(tx: Tx, { id, name }: Addressee, plan: PlanRow, until: Date): Promise<void> {
      const letter = paymentMissedLetter(name, plan.name, until, billingOf(null));
      await send(tx, `payment-missed:${uuid7()}`, await listAdminsToMail(tx, id, 'invoices'), letter);
    },

    /** Of one that was settled in this transaction. */
    async planAnswered(tx: Tx, { id, name: organizationName }: Addressee, wish: PlanRequestRow, request: FastifyRequest): Promise<void> {
      const plan = await findPlan(tx, wish.planId);
      const facts = { organizationName, plan: plan.name, isAccepted: wish.status === 'accepted', answer: wish.answer };
      const letter = planAnsweredLetter({ ...facts, url: billingOf(request) });
      await send(tx, `plan-answered:${wish.id}`, await listAdminsToMail(tx, id, 'plan_changes'), letter);
    },

    async invoiceIssued(tx: Tx, { id, name: organizationName }: Addressee, invoice: InvoiceRow, request: FastifyRequest): Promise<void> {
      const { description, amount, currency, dueOn } = invoice;
      const facts = { organizationName, number: invoiceNumber(invoice), description, amount, currency, dueOn };
      const letter = invoiceIssuedLetter({ ...facts, url: billingOf(request) });
      await send(tx, `invoice-issued:${invoice.id}`, await listAdminsToMail(tx, id, 'invoices'), letter);
    },

    /** To the platform. */
    async planRequested(tx: Tx, { name }: Addressee, { id, message, askedBy }: AskedPlan, plan: PlanRow, request: FastifyRequest) {
      const asked = {
        kind: 'plan_requests' as const,
        key: `plan-requested:${id}`,
        link: '/super-admin/billing-subscription?tab=requests',
        body: message || 'Accept or decline it.',
        letter: (url: string) => planRequestedLetter(name, plan.name, message, url),
        askedBy,
      };
      await tellSuperAdmins(deps, tx, asked, request);
    },
  };
}
