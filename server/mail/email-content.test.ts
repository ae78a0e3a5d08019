import { expect, test } from 'vitest';
import * as accountLetters from '#server/accounts/emails.ts';
import * as billingLetters from '#server/billing/emails.ts';
import * as eventLetters from '#server/events/emails.ts';
import * as organizationLetters from '#server/organizations/emails.ts';
import * as ownDataLetters from '#server/own-data/emails.ts';
import * as photoLetters from '#server/photos/emails.ts';
import { renderEmail, unprovedVariantOf, type EmailContent } from './email-content.ts';

test('a long subject becomes one line, cut between characters', () => {
  const { subject } = renderEmail({ subject: `Join\n${'𝒜'.repeat(120)}`, paragraphs: [] }, 'Aurora');
  expect(subject).toBe(`Join ${'𝒜'.repeat(97)}`);
});

const TYPED = 'Pay at evil.example';
const url = 'https://photos.example.org/x';
const at = new Date();
const name = { organizationName: TYPED, url };

/** Each with all possible user input. Invitations are exempt. */
const emails: Record<string, EmailContent> = {
  passkeyAdded: accountLetters.passkeyAddedEmail(url, TYPED),
  passkeyRemoved: accountLetters.passkeyRemovedEmail(url, TYPED),
  confirmOldEmail: accountLetters.confirmOldAddressEmail(url, TYPED),
  emailChangeNotice: accountLetters.addressChangeNoticeEmail(url),
  emailChanged: accountLetters.addressChangedEmail(TYPED),
  dataRequest: ownDataLetters.dataRequestReceivedEmail('export', url, false),
  membership: organizationLetters.membershipEmail({ ...name, state: 'suspended', before: 'active', contactEmail: TYPED }),
  organizationDecision: organizationLetters.organizationDecisionEmail({ ...name, decision: 'reject', reason: TYPED }),
  eventHeld: eventLetters.eventActionEmail({ action: 'paused', eventName: TYPED, reason: TYPED, url }),
  takeDown: photoLetters.takeDownEmail({ author: { name: TYPED }, eventName: TYPED, takenAt: at, reason: TYPED, url }),
  planChanged: billingLetters.planChangedEmail(TYPED, 'Pro', 'Free', url),
  planRequested: billingLetters.planRequestedEmail(TYPED, 'Pro', TYPED, url),
  paymentMissed: billingLetters.paymentMissedEmail(TYPED, 'Pro', at, url),
  planAnswered: billingLetters.planAnsweredEmail({ ...name, plan: 'Pro', isAccepted: false, answer: TYPED }),
  invoiceIssued: billingLetters.invoiceIssuedEmail({
    ...name,
    number: 'INV-1',
    description: TYPED,
    amount: 1,
    currency: 'EUR',
    dueOn: '2026-12-15',
  }),
  organizationWaits: organizationLetters.organizationPendingEmail(TYPED, false, url),
  addedAdmin: organizationLetters.membershipEmail({ ...name, state: 'active', before: 'none', contactEmail: null }),
  eventRemoved: eventLetters.eventActionEmail({ action: 'removed', eventName: TYPED, reason: TYPED, url }),
  ownTakeDown: photoLetters.takeDownEmail({ author: 'reader', eventName: TYPED, takenAt: at, reason: TYPED, url }),
};

test.each(Object.entries(emails))('%s contains no user input for an unproved address', (_, email) => {
  const rendered = renderEmail(unprovedVariantOf(email), 'Aurora');
  expect(JSON.stringify(rendered)).not.toContain('evil');
  expect(rendered.subject).not.toBe('');
  expect(rendered.subject, 'it contains the subject').not.toBe('There is news about your account');
  expect(rendered.text).not.toMatch(/^[a-z]|\n\n[a-z]/);
});

test('an email without a safe version only announces news to an unproved address', () => {
  const email = { subject: TYPED, paragraphs: [TYPED], button: { label: TYPED, url }, notes: [TYPED] };
  const rendered = renderEmail(unprovedVariantOf(email), 'Aurora');
  expect(rendered).toMatchObject({ subject: 'There is news about your account', text: expect.stringContaining(url) as unknown });
  expect(JSON.stringify(rendered)).not.toContain('evil');
});
