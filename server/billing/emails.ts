// What people are written about plans and invoices.
import { withUnprovedVariant, type EmailContent } from '#server/mail/email-content.ts';

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
  /** In the words of who answered, or none. */
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
    `You keep the plan until ${day.format(until)}. Please check your payment method before then. Without a payment, ${organizationName} moves to the Free plan. You won’t lose anything.`,
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
