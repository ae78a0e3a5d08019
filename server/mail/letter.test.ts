import { expect, test } from 'vitest';
import * as accountLetters from '#server/accounts/letters.ts';
import * as billingLetters from '#server/billing/letters.ts';
import * as eventLetters from '#server/events/letters.ts';
import * as organizationLetters from '#server/organizations/letters.ts';
import * as ownDataLetters from '#server/own-data/letters.ts';
import * as photoLetters from '#server/photos/letters.ts';
import { composeLetter, letterToUnproved, type Letter } from './letter.ts';

test('a long subject is one line, cut between characters', () => {
  const { subject } = composeLetter({ subject: `Join\n${'𝒜'.repeat(120)}`, paragraphs: [] }, 'Aurora');
  expect(subject).toBe(`Join ${'𝒜'.repeat(97)}`);
});

const TYPED = 'Pay at evil.example';
const url = 'https://photos.example.org/x';
const at = new Date();
const name = { organizationName: TYPED, url };

/** Each with what people may have typed, wherever there is room for it. Invitations are for people whom nobody knows yet. */
const letters: Record<string, Letter> = {
  passkeyAdded: accountLetters.passkeyAddedLetter(url, TYPED),
  passkeyRemoved: accountLetters.passkeyRemovedLetter(url, TYPED),
  confirmOldEmail: accountLetters.confirmOldEmailLetter(url, TYPED),
  emailChangeNotice: accountLetters.emailChangeNoticeLetter(url),
  emailChanged: accountLetters.emailChangedLetter(TYPED),
  dataRequest: ownDataLetters.dataRequestLetter('export', url, false),
  membership: organizationLetters.membershipLetter({ ...name, state: 'suspended', before: 'active', contactEmail: TYPED }),
  organizationDecision: organizationLetters.organizationDecisionLetter({ ...name, decision: 'reject', reason: TYPED }),
  eventHeld: eventLetters.eventHeldLetter({ held: 'paused', eventName: TYPED, reason: TYPED, url }),
  takeDown: photoLetters.takeDownLetter({ author: { name: TYPED }, eventName: TYPED, takenAt: at, reason: TYPED, url }),
  planChanged: billingLetters.planChangedLetter(TYPED, 'Pro', 'Free', url),
  planRequested: billingLetters.planRequestedLetter(TYPED, 'Pro', TYPED, url),
  paymentMissed: billingLetters.paymentMissedLetter(TYPED, 'Pro', at, url),
  planAnswered: billingLetters.planAnsweredLetter({ ...name, plan: 'Pro', isAccepted: false, answer: TYPED }),
  invoiceIssued: billingLetters.invoiceIssuedLetter({
    ...name,
    number: 'INV-1',
    description: TYPED,
    amount: 1,
    currency: 'EUR',
    dueOn: '2026-12-15',
  }),
  organizationWaits: organizationLetters.organizationWaitsLetter(TYPED, false, url),
  addedAdmin: organizationLetters.membershipLetter({ ...name, state: 'active', before: 'none', contactEmail: null }),
  eventRemoved: eventLetters.eventHeldLetter({ held: 'removed', eventName: TYPED, reason: TYPED, url }),
  ownTakeDown: photoLetters.takeDownLetter({ author: 'reader', eventName: TYPED, takenAt: at, reason: TYPED, url }),
};

test.each(Object.entries(letters))('%s repeats to an address that nobody proved nothing that somebody typed', (_, letter) => {
  const told = composeLetter(letterToUnproved(letter), 'Aurora');
  expect(JSON.stringify(told)).not.toContain('evil');
  expect(told.subject).not.toBe('');
  expect(told.subject, 'it says what the news is').not.toBe('There is news about your account');
  expect(told.text).not.toMatch(/^[a-z]|\n\n[a-z]/);
});

test('a letter that does not say what is safe in it tells such an address only that there is news', () => {
  const letter = { subject: TYPED, paragraphs: [TYPED], button: { label: TYPED, url }, notes: [TYPED] };
  const told = composeLetter(letterToUnproved(letter), 'Aurora');
  expect(told).toMatchObject({ subject: 'There is news about your account', text: expect.stringContaining(url) as unknown });
  expect(JSON.stringify(told)).not.toContain('evil');
});
