// Emails of invitations.
import { like } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mails } from '#server/db/schema/mail.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { findMemberInvitationByToken } from '#server/organizations/members-repository.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser } from '#tests/support/factories/database.ts';
import { startSmtp, type SmtpServer } from '#tests/support/fake-smtp.ts';
import { askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let smtp: SmtpServer;
let ask: AskOrganizations;
beforeAll(async () => {
  smtp = await startSmtp();
  deps = await openTestDeps({ SMTP_URL: smtp.url, MAIL_FROM: 'photos@example.org', PUBLIC_URL: 'https://photos.example.org' });
  ask = askOrganizations(deps);
}, 120_000);
afterAll(async () => {
  await deps?.dispose();
  await smtp?.close();
}, 60_000);
beforeEach(async () => {
  smtp.received.length = 0;
  await deps.db.delete(mails);
});

type Organization = Awaited<ReturnType<typeof createOrganization>>;
const invite = (at: Organization, body: object, by = at.adminId) => ask('inviteMembers', by, { id: at.id }, { body });
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.test`);
const waiting = () => deps.db.select().from(mails).where(like(mails.key, 'member-invitation:%'));
const linkIn = (text: string | undefined) => /https:\/\/photos\.example\.org\/invite\/[\w-]{43}/.exec(text ?? '')?.[0] ?? '';
const opens = async (link: string, invitationId: string) => {
  const found = await findMemberInvitationByToken(deps.db, link.split('/').at(-1) ?? '');
  return found?.id === invitationId && found.isMailed;
};
/** Runs each mail job twice, since jobs may be repeated. */
async function sendAll(): Promise<void> {
  const jobs = mailJobs(deps);
  const ids = (await waiting()).map(({ id }) => id);
  for (const mailId of [...ids, ...ids]) await jobs['send-mail']({ mailId }, new AbortController().signal);
}

test('each person gets one email, as text and HTML, with a link, the message and the inviter', async () => {
  const at = await createOrganization(deps);
  const { items, delivery } = await invite(at, { emails: ['ines@example.test', 'jo@example.test'], message: 'See you on <Saturday>!' });
  expect(delivery).toBe('smtp');
  await sendAll();
  expect(smtp.received.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(['ines@example.test', 'jo@example.test']);
  for (const { invitation, link } of items) {
    const mail = smtp.received.find(({ envelope }) => envelope.to.includes(invitation.email))?.mail;
    expect(mail?.subject).toMatch(/^Olga Test invited you to /);
    for (const told of ['See you on <Saturday>!', 'as a member', invitation.email]) expect(mail?.text).toContain(told);
    // The emailed link differs from the one to pass on, as it proves the address.
    const mailed = linkIn(mail?.text);
    expect(mailed).not.toBe(link);
    expect(await opens(mailed, invitation.id)).toBe(true);
    expect(mail?.html).toContain(`href="${mailed}"`);
    expect(mail?.html).toContain('See you on &lt;Saturday&gt;!');
  }
});

test('resending sends a new link and withdraws an unsent earlier email', async () => {
  const at = await createOrganization(deps);
  const { items } = await invite(at, { email: 'ines@example.test' });
  const { id } = items[0]!.invitation;
  await ask('resendMemberInvitation', at.adminId, { id: at.id, invitationId: id });
  await sendAll();
  expect(smtp.received).toHaveLength(1);
  expect(await opens(linkIn(smtp.received[0]?.mail.text), id)).toBe(true);
  await invite(at, { email: 'ines@example.test' });
  await sendAll();
  expect(smtp.received).toHaveLength(2);
  expect(await opens(linkIn(smtp.received[1]?.mail.text), id)).toBe(true);
  expect(await opens(linkIn(smtp.received[0]?.mail.text), id)).toBe(false);
});

test('a rejected request and an existing member cause no email', async () => {
  const at = await createOrganization(deps);
  const { userId } = await createMembership(deps, at.id, { permissions: { manage_org_members: true } });
  await invite(at, { email: 'boss@example.test', role: 'organization' });
  await deps.db.delete(mails);
  expect(await outcome(invite(at, { emails: ['boss@example.test', 'new@example.test'] }, userId))).toBe('forbidden');
  const inside = await createUser(deps);
  await createMembership(deps, at.id, { userId: inside });
  expect(await invite(at, { email: `${inside}@unit.test` })).toMatchObject({ items: [], already_members: [`${inside}@unit.test`] });
  expect(await waiting()).toEqual([]);
});

test('many addresses take as many queries as one', async () => {
  const at = await createOrganization(deps);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const queriesOf = async (count: number) => {
    query.mockClear();
    const { items } = await invite(at, { emails: addresses(count) });
    expect(items.map(({ invitation }) => invitation.email)).toEqual(addresses(count));
    return query.mock.calls.length;
  };
  const one = await queriesOf(1);
  expect(await queriesOf(50)).toBe(one);
  query.mockRestore();
  // The first was replaced before it was sent.
  expect((await waiting()).filter(({ settledAt }) => settledAt === null)).toHaveLength(50);
});
