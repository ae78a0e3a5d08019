import { expect, test } from 'vitest';
import * as accountLetters from '#server/accounts/emails.ts';
import * as billingLetters from '#server/billing/emails.ts';
import * as eventLetters from '#server/events/emails.ts';
import * as organizationLetters from '#server/organizations/emails.ts';
import * as ownDataLetters from '#server/own-data/emails.ts';
import * as photoLetters from '#server/photos/emails.ts';
import { renderEmail, unprovedVariantOf, type EmailContent } from './email-content.ts';

test('a long subject is one line, cut between characters', () => {
  const { subject } = renderEmail({ subject: `Join\n${'𝒜'.repeat(120)}`, paragraphs: [] }, 'Aurora');
  expect(subject).toBe(`Join ${'𝒜'.repeat(97)}`);
});

const TYPED = 'Pay at evil.example';
const url = 'https://photos.example.org/x';
const at = new Date();
const name = { organizationName: TYPED, url };

/** Each with what people may have typed, wherever there is room for it. Invitations are for people whom nobody knows yet. */
const letters: Record<string, EmailContent> = {
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

test.each(Object.entries(letters))('%s repeats to an address that nobody proved nothing that somebody typed', (_, letter) => {
  const told = renderEmail(unprovedVariantOf(letter), 'Aurora');
  expect(JSON.stringify(told)).not.toContain('evil');
  expect(told.subject).not.toBe('');
  expect(told.subject, 'it says what the news is').not.toBe('There is news about your account');
  expect(told.text).not.toMatch(/^[a-z]|\n\n[a-z]/);
});

test('a letter that does not say what is safe in it tells such an address only that there is news', () => {
  const letter = { subject: TYPED, paragraphs: [TYPED], button: { label: TYPED, url }, notes: [TYPED] };
  const told = renderEmail(unprovedVariantOf(letter), 'Aurora');
  expect(told).toMatchObject({ subject: 'There is news about your account', text: expect.stringContaining(url) as unknown });
  expect(JSON.stringify(told)).not.toContain('evil');
});
