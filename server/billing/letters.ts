// What people are written about plans and invoices.
import type { Letter } from '#server/mail/letter.ts';

const linesOf = (text: string): string[] => text.split(/\s*\n\s*/).filter(Boolean);

export const planChangedLetter = (organizationName: string, plan: string, before: string, url: string): Letter => ({
  subject: `${organizationName} is on the ${plan} plan`,
  paragraphs: [`${organizationName} was moved from the ${before} plan to the ${plan} plan. Its limits count at once.`],
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

export const planAnsweredLetter = ({ organizationName, plan, isAccepted, answer, url }: PlanAnswer): Letter => ({
  subject: isAccepted ? `${organizationName} is on the ${plan} plan` : `The ${plan} plan was declined for ${organizationName}`,
  paragraphs: [
    isAccepted
      ? `Your request for the ${plan} plan was accepted: ${organizationName} is on it from now on.`
      : `Your request for the ${plan} plan was declined. ${organizationName} stays on its plan.`,
    ...(answer ? ['The answer:', ...linesOf(answer)] : []),
  ],
  button: { label: 'See plan and usage', url },
});

interface IssuedInvoice {
  organizationName: string;
  /** "INV-00002". */
  number: string;
  description: string;
  /** In hundredths of the currency. */
  amount: number;
  currency: string;
  /** A day, as `2026-12-15`. */
  dueOn: string;
  url: string;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function invoiceIssuedLetter({ organizationName, number, description, amount, currency, dueOn, url }: IssuedInvoice): Letter {
  const sum = new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
  return {
    subject: `Invoice ${number} for ${organizationName}`,
    paragraphs: [`An invoice was issued to ${organizationName}: ${description}.`, `${sum}, due on ${day.format(new Date(dueOn))}.`],
    button: { label: 'See the invoice', url },
  };
}

export const paymentMissedLetter = (organizationName: string, plan: string, until: Date, url: string): Letter => ({
  subject: `A payment for ${organizationName} failed`,
  paragraphs: [
    `The last payment for the ${plan} plan of ${organizationName} failed. It is tried again in the next days.`,
    `The plan stays until ${day.format(until)}. Please check how you pay before then: without a payment, ${organizationName} moves to the Free plan. Nothing that you have is lost.`,
  ],
  button: { label: 'Open billing', url },
});

export const planRequestedLetter = (organizationName: string, plan: string, message: string, url: string): Letter => ({
  subject: `${organizationName} asks for the ${plan} plan`,
  paragraphs: [`${organizationName} asks for the ${plan} plan.`, ...(message ? ['Its message:', ...linesOf(message)] : [])],
  button: { label: 'Open the platform', url },
});
