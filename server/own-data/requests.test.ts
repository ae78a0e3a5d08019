// Data requests through the whole application: created, recorded, answered once, and emailed.
import { and, desc, eq, like } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { dueDate } from '#server/own-data/presenter.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization, createMembership } from '#tests/support/factories/database.ts';
import { listNotifications } from '#tests/support/notifications.ts';
import { unzip } from '#tests/support/zip.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
let [boss, deputy]: Somebody[] = [];

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  passwordHash = await hashPassword(password);
  [boss, deputy] = [await somebody('super_admin'), await somebody('super_admin')];
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
}, 30_000);

interface Somebody {
  id: string;
  email: string;
  here: InjectOptions;
}

const auth = accountCalls(() => app);

async function add(role: 'user' | 'super_admin' = 'user'): Promise<Pick<Somebody, 'id' | 'email'>> {
  const id = uuid7();
  const email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash, firstName: 'Ana', lastName: 'Ruiz', role });
  return { id, email };
}

async function somebody(role: 'user' | 'super_admin' = 'user'): Promise<Somebody> {
  const { id, email } = await add(role);
  const { body } = await auth('POST', 'login', { email, password });
  return { id, email, here: { headers: { authorization: `Bearer ${String(body?.access_token)}` } } };
}

async function guest(): Promise<{ id: string; here: InjectOptions }> {
  const [id, key] = [uuid7(), newSecret()];
  await deps.db.insert(users).values({ id, email: null, passwordHash: '', guestKeyHash: hashSecret(key), firstName: 'Mia', lastName: '' });
  const { body } = await auth('POST', 'guest/session', { key });
  return { id, here: { headers: { authorization: `Bearer ${String(body?.access_token)}` } } };
}

type Body = Record<string, unknown>;

async function platform(who: Somebody | undefined, path: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/platform/data-requests${path}`, payload, ...who?.here });
  const body = answer.json<Body>();
  return { status: answer.statusCode, code: body.code, body };
}

const ask = (person: { here: InjectOptions }, payload: object) => auth('POST', 'account/requests', payload, person.here);
const record = async (userId: string, more: object) =>
  String((await platform(boss, '', { user_id: userId, received_on: '2026-01-05', ...more })).body.id);

const emailsTo = async (recipient: string) =>
  (await deps.db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(mails.id)).filter(
    ({ key }) => !key.startsWith('new-device'),
  );
const subjectsTo = async (recipient: string) =>
  (await emailsTo(recipient)).map(({ subject }) => subject).filter((subject) => !subject.startsWith('New login'));
const trailOf = async (subjectId: string) =>
  (
    await deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, subjectId), like(auditLog.action, 'account.%')))
      .orderBy(desc(auditLog.id))
  ).map(({ action, actorId }) => [action, actorId]);

test('is due a month after its receipt, on the last day of a shorter one', () => {
  const due = (day: string) =>
    dueDate(new Date(`${day}T12:00:00Z`))
      .toISOString()
      .slice(0, 10);
  expect(['2026-01-15', '2026-01-31', '2028-01-31', '2026-12-31', '2026-02-28'].map(due)).toEqual([
    '2026-02-15',
    '2026-02-28',
    '2028-02-29',
    '2027-01-31',
    '2026-03-28',
  ]);
});

describe("a user's data request", () => {
  test('is made once per kind, confirmed by email, withdrawn, and made again', async () => {
    const person = await somebody();
    expect((await ask(person, { kind: 'deletion' })).status).toBe(422);
    const first = await ask(person, { kind: 'export', note: ' I lost my phone. ', photos: 'delete' });
    expect(first.body).toMatchObject({ kind: 'export', photos: null, note: 'I lost my phone.', status: 'open', by_letter: false });
    expect((await ask(person, { kind: 'export' })).code).toBe('already_asked');
    expect((await ask(person, { kind: 'deletion', photos: 'keep' })).status).toBe(201);
    const path = `account/requests/${String(first.body?.id)}/withdraw`;
    expect((await auth('POST', path, undefined, (await somebody()).here)).status).toBe(404);
    const withdraw = async () => (await auth('POST', path, undefined, person.here)).body;
    expect([await withdraw(), await withdraw()]).toMatchObject([{ status: 'withdrawn' }, { status: 'withdrawn' }]);
    expect((await ask(person, { kind: 'export' })).status).toBe(201);
    const { body } = await auth('GET', 'account/requests', undefined, person.here);
    expect(body?.items).toMatchObject([
      { kind: 'export', status: 'open' },
      { kind: 'deletion', status: 'open' },
      { kind: 'export', status: 'withdrawn' },
    ]);
    // The confirmation wasn’t sent yet, so neither is an email about the withdrawal.
    const told = (await emailsTo(person.email)).filter(({ key }) => key.startsWith('data-request'));
    expect(told.map(({ subject, outcome }) => [subject, outcome])).toEqual([
      ['Your request for your data', 'expired'],
      ['Your request to delete your account', null],
      ['Your request for your data', null],
    ]);
  });

  test('notifies super admins, by email unless it is withdrawn at once', async () => {
    const person = await somebody();
    const watching = await add('super_admin');
    const { body } = await ask(person, { kind: 'export' });
    await auth('POST', `account/requests/${String(body?.id)}/withdraw`, undefined, person.here);
    await ask(person, { kind: 'deletion', photos: 'keep' });
    const told = ['New request for a copy of data', 'New request to delete an account'];
    expect(await listNotifications(deps, watching.id)).toEqual(told.map((title) => [title, '/super-admin/users?tab=data-requests']));
    expect((await emailsTo(watching.email)).map(({ subject, outcome }) => [subject, outcome])).toEqual([
      [told[0], 'expired'],
      [told[1], null],
    ]);
    await deps.db.update(users).set({ role: 'user' }).where(eq(users.id, watching.id));
  });

  test('of a guest requires an address for the answer, which others cannot choose', async () => {
    const [somewhere, mia, person] = [`${uuid7()}@unit.test`, await guest(), await somebody()];
    expect((await ask(mia, { kind: 'export' })).status).toBe(422);
    const asked = await ask(mia, { kind: 'export', reply_to: somewhere });
    expect((await platform(boss, `/${String(asked.body?.id)}/export`, { access: 'login' })).code).toBe('cannot_log_in');
    expect((await platform(boss, `/${String(asked.body?.id)}/export`, { access: 'link' })).status).toBe(200);
    expect(await subjectsTo(somewhere)).toEqual(['Your request for your data', 'Download your data']);
    await ask(person, { kind: 'export', reply_to: `not-${somewhere}` });
    expect(await subjectsTo(`not-${somewhere}`)).toEqual([]);
  });
});

describe('a recorded request', () => {
  test('of a suspended user is answered by a link to their own data', async () => {
    const person = await add();
    await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
    expect((await platform(boss, '', { user_id: person.id, kind: 'export', received_on: '2099-01-01' })).status).toBe(422);
    expect((await platform(boss, '', { user_id: uuid7(), kind: 'export', received_on: '2026-01-05' })).status).toBe(404);
    const id = await record(person.id, { kind: 'export', note: 'Signed.' });
    expect((await platform(boss, `/${id}/deletion`, { photos: 'keep' })).code).toBe('request_differs');
    expect((await platform(boss, `/${id}/export`, { access: 'login' })).code).toBe('cannot_log_in');
    const sent = await platform(boss, `/${id}/export`, { access: 'link' });
    expect(sent.body).toMatchObject({
      status: 'done',
      settled_by: 'Ana Ruiz',
      link: { downloaded_at: null },
      due_at: '2026-02-05T00:00:00.000Z',
    });

    const email = (await emailsTo(person.email)).at(-1);
    const token = /\/\?your_data=([\w-]{43})/.exec(email?.content ?? '')?.[1];
    const open = (rest = '') => app.inject({ method: 'GET', url: `/api/v1/data-exports/${token}${rest}` });
    expect((await open()).json()).toMatchObject({ photos: 0, bytes: 0 });
    const archive = await open('/archive');
    const files = unzip(archive.rawPayload);
    expect(JSON.parse(files.get('account.json')?.toString() ?? 'null')).toMatchObject({ email: person.email });
    expect(JSON.parse(files.get('data-requests.json')?.toString() ?? 'null')).toMatchObject([{ id, note: 'Signed.' }]);
    // An interrupted download can be repeated while the link works.
    expect((await open('/archive')).statusCode).toBe(200);
    expect((await trailOf(person.id)).slice(0, 4)).toEqual([
      ['account.download_sent_export', null],
      ['account.download_sent_export', null],
      ['account.send_export', boss?.id],
      ['account.record_data_request', boss?.id],
    ]);
    await deps.db.update(dataRequests).set({ linkExpiresAt: new Date() }).where(eq(dataRequests.id, id));
    expect([(await open()).statusCode, (await open('/archive')).statusCode]).toEqual([410, 410]);
  });

  test('is declined with a reason, which the user reads', async () => {
    const person = await somebody();
    const id = await record(person.id, { kind: 'deletion', photos: 'keep' });
    expect((await platform(boss, `/${id}/decline`, { reason: 'Was it you?' })).body).toMatchObject({
      status: 'declined',
      can: { answer: false },
    });
    const { body } = await auth('GET', 'account/requests', undefined, person.here);
    expect(body?.items).toMatchObject([{ status: 'declined', answer: 'Was it you?', by_letter: true }]);
    expect((await emailsTo(person.email)).at(-1)?.content).toContain('Was it you?');
    expect((await auth('POST', `account/requests/${id}/withdraw`, undefined, person.here)).code).toBe('request_answered');
  });
});

describe("an account deleted at its owner's request", () => {
  test("is handled as if by the owner, confirmed by email, and the request's text is erased", async () => {
    const person = await somebody();
    await ask(person, { kind: 'export', note: 'Mine.' });
    const asked = await ask(person, { kind: 'deletion', photos: 'delete', note: 'My words.' });
    const id = String(asked.body?.id);
    const answer = await platform(boss, `/${id}/deletion`, { photos: 'delete' });
    expect(answer.body).toMatchObject({ status: 'done', note: '', settled_by: 'Ana Ruiz', person: { state: 'deleted', email: null } });
    expect((await auth('GET', 'account', undefined, person.here)).status).toBe(401);
    const rows = await deps.db.select().from(dataRequests).where(eq(dataRequests.userId, person.id)).orderBy(dataRequests.id);
    expect(rows.map(({ status, note }) => [status, note])).toEqual([
      ['withdrawn', ''],
      ['done', ''],
    ]);
    expect((await trailOf(person.id))[0]).toEqual(['account.delete', boss?.id]);
    expect((await subjectsTo(person.email)).at(-1)).toBe('Your account was deleted');
    const jobs = await deps.pool.query(`select from graphile_worker.jobs where key like $1`, [`%${person.id}`]);
    expect(jobs.rowCount).toBeGreaterThanOrEqual(4);
  });

  test('stays while an organization would be left without an admin, with that reason', async () => {
    const person = await add();
    const organization = await createOrganization(deps);
    await deps.db.delete(memberships).where(eq(memberships.organizationId, organization.id));
    await createMembership(deps, organization.id, { userId: person.id, role: 'organization' });
    const id = await record(person.id, { kind: 'deletion', photos: 'keep' });
    const refused = await platform(boss, `/${id}/deletion`, { photos: 'keep' });
    expect([refused.code, String(refused.body.detail)]).toEqual(['last_admin', expect.stringMatching(/^They’re the only admin of Unit\./)]);
    expect((await deps.db.select().from(dataRequests).where(eq(dataRequests.id, id)))[0]?.status).toBe('open');
  });

  test('by its owner settles their open requests', async () => {
    const person = await somebody();
    await ask(person, { kind: 'deletion', photos: 'keep', note: 'Please.' });
    expect((await auth('POST', 'account/delete', { photos: 'keep', password }, person.here)).status).toBe(204);
    const rows = await deps.db.select().from(dataRequests).where(eq(dataRequests.userId, person.id));
    expect(rows).toMatchObject([{ status: 'done', note: '', settledBy: null }]);
  });
});

describe('of two super admins', () => {
  test('the second gets the first answer', async () => {
    const id = await record((await add()).id, { kind: 'export' });
    const both = await Promise.all([boss, deputy].map((who) => platform(who, `/${id}/decline`, { reason: 'No.' })));
    const told = both.map(({ status, code }) => `${status} ${String(code)}`);
    expect(new Set(told)).toEqual(new Set(['200 undefined', '409 request_answered']));
  });

  test('a super admin, even a former one, cannot answer their own request', async () => {
    const third = await somebody('super_admin');
    const own = await ask(third, { kind: 'export' });
    expect((await platform(third, `/${String(own.body?.id)}/export`, { access: 'login' })).status).toBe(403);
    const id = await record((await add()).id, { kind: 'export' });
    const demoted = await duringTransaction(
      deps,
      (tx) => tx.update(users).set({ role: 'user' }).where(eq(users.id, third.id)),
      () => platform(third, `/${id}/decline`, { reason: 'No.' }),
    );
    expect(demoted.status).toBe(403);
  });
});

test('the list shows open requests first, ordered by due date, and is searched by name and text', async () => {
  await deps.db.delete(dataRequests);
  const [late, soon, done] = [await add(), await add(), await add()];
  await deps.db.update(users).set({ lastName: 'Plover' }).where(eq(users.id, soon.id));
  await record(done.id, { kind: 'export', received_on: '2026-01-01' }).then((id) => platform(boss, `/${id}/decline`, { reason: 'No.' }));
  await record(late.id, { kind: 'deletion', photos: 'keep', received_on: '2026-01-09', note: 'By registered letter' });
  await record(soon.id, { kind: 'export', received_on: '2026-01-03' });
  const list = async (query: string) => {
    const answer = await app.inject({ method: 'GET', url: `/api/v1/platform/data-requests?${query}`, ...boss?.here });
    const { items, ...page } = answer.json<{ items: { person: { id: string } }[]; next_cursor: string | null; total: number }>();
    return { ids: items.map(({ person }) => person.id), ...page };
  };
  const first = await list('limit=2');
  expect(first).toMatchObject({ ids: [soon.id, late.id], total: 3 });
  expect((await list(`limit=2&cursor=${first.next_cursor}`)).ids).toEqual([done.id]);
  expect((await list('sort=-asked_at')).ids).toEqual([late.id, soon.id, done.id]);
  expect((await list('q=PLOVER')).ids).toEqual([soon.id]);
  expect((await list('q=registered')).ids).toEqual([late.id]);
  expect((await list('status=declined')).ids).toEqual([done.id]);
  expect((await list('kind=deletion')).ids).toEqual([late.id]);
});
