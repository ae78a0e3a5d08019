// Mailboxes cannot be flooded, by any call that emails an address typed by another person.
import { eq, like } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization } from '#tests/support/factories/database.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let victim: string;
beforeAll(async () => {
  deps = await openTestDeps({ PUBLIC_URL: 'https://photos.example.org', LOGIN_RATE_LIMIT: '1000' });
  app = await build(deps);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});
beforeEach(() => {
  victim = `victim-${uuid7()}@unit.test`;
});

const call = accountCalls(() => app);
const mailsTo = async (address = victim) => (await deps.db.select().from(mails).where(eq(mails.recipient, address))).length;

async function headersOf(userId: string) {
  await deps.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  const { body } = await call('POST', 'login', { email: `${userId}@unit.test`, password });
  return { authorization: `Bearer ${String(body?.access_token)}` };
}
async function guest() {
  const key = newSecret();
  await deps.db
    .insert(users)
    .values({ id: uuid7(), email: null, passwordHash: '', guestKeyHash: hashSecret(key), firstName: 'Mia', lastName: '' });
  const { body } = await call('POST', 'guest/session', { key });
  return { authorization: `Bearer ${String(body?.access_token)}` };
}
async function organizer() {
  const { id, adminId } = await createOrganization(deps);
  const eventId = await createEvent(deps, id, { status: 'live' });
  return { id, eventId, headers: await headersOf(adminId) };
}
const post = (url: string, headers: Record<string, string>, payload?: object) =>
  app.inject({ method: 'POST', url, headers, remoteAddress: '203.0.113.9', ...(payload && { payload }) });

/** @param times how often until it is refused, at most */
async function untilRefused(times: number, attempt: () => Promise<{ statusCode: number; body: string; headers: object }>) {
  for (let count = 0; count < times; count += 1) {
    const answer = await attempt();
    if (answer.statusCode !== 429) continue;
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      detail: expect.stringMatching(/Wait \d+ (minutes|seconds)\.$/),
    });
    expect(answer.headers).toHaveProperty('retry-after');
    return count;
  }
  return null;
}

describe('one address', () => {
  test('is invited to an event a few times an hour, though each invitation is taken back', async () => {
    const { eventId, headers } = await organizer();
    const url = `/api/v1/event/${eventId}/invitations`;
    const count = await untilRefused(40, async () => {
      const answer = await post(url, headers, { emails: [victim.toUpperCase()] });
      const [invitation] = answer.statusCode === 201 ? answer.json<{ items: { id: string }[] }>().items : [];
      if (invitation) await app.inject({ method: 'DELETE', url: `${url}/${invitation.id}`, headers });
      return answer;
    });
    expect(count).toBe(5);
    expect(await mailsTo()).toBe(5);
    // Others are not affected, and a refused list sends nothing.
    const other = `other-${uuid7()}@unit.test`;
    expect((await post(url, headers, { emails: [other, victim] })).statusCode).toBe(429);
    expect(await mailsTo(other)).toBe(0);
    expect((await post(url, headers, { emails: [other] })).statusCode).toBe(201);
  });

  test('is mailed by many organizations and calls no more than twice as often', async () => {
    let sent = 0;
    for (let n = 0; n < 4; n += 1) {
      const { id, eventId, headers } = await organizer();
      const calls = [
        () => post(`/api/v1/event/${eventId}/invitations`, headers, { emails: [victim] }),
        () => post(`/api/v1/organizations/${id}/members/invite`, headers, { email: victim }),
      ];
      for (const attempt of calls) for (let again = 0; again < 3; again += 1) if ((await attempt()).statusCode === 201) sent += 1;
    }
    expect(sent).toBe(10);
  });

  test('of a guest who requests their data get a few emails, over all guests', async () => {
    let asked = 0;
    for (let n = 0; n < 4; n += 1) {
      const headers = await guest();
      await untilRefused(8, async () => {
        const answer = await post('/api/v1/auth/account/requests', headers, { kind: 'export', reply_to: victim });
        if (answer.statusCode === 201) {
          asked += 1;
          await post(`/api/v1/auth/account/requests/${answer.json<{ id: string }>().id}/withdraw`, headers);
        }
        return answer;
      });
    }
    expect(asked).toBe(10);
  });

  test('is registered and deleted a few times an hour', async () => {
    const register = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/auth/register',
        remoteAddress: `198.51.100.${Math.floor(Math.random() * 250)}`,
        payload: { account_type: 'personal', email: victim, password, first_name: 'Eve', last_name: 'L' },
      });
    const count = await untilRefused(14, async () => {
      const answer = await register();
      const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
      const url = '/api/v1/auth/account/delete';
      if (answer.statusCode === 201)
        await app.inject({
          method: 'POST',
          url,
          cookies,
          headers: { origin: 'https://photos.example.org' },
          payload: { password, photos: 'keep' },
        });
      return answer;
    });
    expect(count).toBe(10);
    // Ten confirmations, counted on request; notices of the deletion up to ten of both.
    expect(await mailsTo()).toBe(15);
  });

  test('that are unconfirmed get ten emails an hour over all accounts, and all of them once confirmed', async () => {
    const id = uuid7();
    await deps.db.insert(users).values({ id, email: victim, passwordHash, firstName: 'Eve', lastName: 'L' });
    const { body } = await call('POST', 'login', { email: victim, password });
    const here = { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
    // Of the login on a new device.
    expect(await mailsTo()).toBe(1);
    // Requests about the data, each withdrawn after the mail about it has gone.
    for (let count = 0; count < 8; count += 1) {
      const asked = await call('POST', 'account/requests', { kind: 'export' }, here);
      expect(asked.status).toBe(201);
      await deps.db.update(mails).set({ settledAt: new Date(), outcome: 'sent' }).where(eq(mails.recipient, victim));
      expect((await call('POST', `account/requests/${String(asked.body?.id)}/withdraw`, undefined, here)).status).toBe(200);
    }
    expect(await mailsTo()).toBe(10);
    for (const userAgent of ['iPhone Safari/1', 'Windows Firefox/1'])
      await call('POST', 'login', { email: victim, password }, { headers: { 'user-agent': userAgent } });
    expect(await mailsTo()).toBe(10);
    const change = async (current_password: string, next: string) =>
      (await call('PUT', 'password', { current_password, password: next }, here)).status;
    for (let count = 0; count < 6; count += 1) {
      expect(await change(password, `${password} 2`)).toBe(204);
      expect(await change(`${password} 2`, password)).toBe(204);
    }
    const notices = async () =>
      (await deps.db.select().from(mails).where(like(mails.key, 'password-changed:%'))).filter(({ recipient }) => recipient === victim)
        .length;
    expect(await notices()).toBe(0);
    // An administrator's word is not its owner's.
    await deps.db.update(users).set({ isVerified: true, verifiedByAdmin: true }).where(eq(users.id, id));
    await change(password, `${password} 2`);
    await change(`${password} 2`, password);
    expect(await notices()).toBe(0);
    await deps.db.update(users).set({ isVerified: true, verifiedByAdmin: false }).where(eq(users.id, id));
    await change(password, `${password} 2`);
    expect(await notices()).toBe(1);
    // The last one goes to the address that was theirs.
    await call('POST', 'account/delete', { password: `${password} 2`, photos: 'keep' }, here);
    expect(await mailsTo()).toBe(12);
  });
});
