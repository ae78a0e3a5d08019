import { sql } from 'drizzle-orm';
// The audit log for super admins: every filter, pages, files, and refusals.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { audit } from '#server/audit/audit.ts';
import { users } from '#server/db/schema/accounts.ts';
import { memberships, organizationInvitations, organizations } from '#server/db/schema/organizations.ts';
import { auditLogJobs } from '#server/platform/jobs.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent } from '#tests/support/factories/database.ts';

type Schemas = components['schemas'];

const boss = { id: uuid7(), email: 'boss@example.org' };
const ana = { id: uuid7(), email: 'ana@example.org' };
const polaris = uuid7();
const requestId = uuid7();
let deps: TestDeps;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  deps = await openTestDeps({ AUDIT_SEAL_SECONDS: '0' });
  app = await build(deps);
  const passwordHash = await hashPassword('correct horse');
  const person = { passwordHash, isVerified: true };
  await deps.db.insert(users).values([
    { ...boss, ...person, firstName: 'Bo', lastName: 'Super', role: 'super_admin' },
    { ...ana, ...person, firstName: 'Ana', lastName: 'Ruiz' },
  ]);
  await deps.db.insert(organizations).values({ id: polaris, name: 'Polaris Nights', status: 'active' });
  const request = { ip: '192.0.2.44', id: requestId };
  await audit(deps.db, {
    action: 'organization.approve',
    subjectType: 'organization',
    subjectId: polaris,
    organizationId: polaris,
    actorId: boss.id,
  });
  await audit(deps.db, {
    action: 'event.update',
    subjectType: 'event',
    organizationId: polaris,
    actorId: ana.id,
    request,
    detail: { name: '=cmd()' },
  });
  await audit(deps.db, {
    action: 'permission.refused',
    subjectType: 'request',
    subjectId: 'GET /api/v1/users',
    actorId: ana.id,
    outcome: 'refused',
  });
  await audit(deps.db, {
    action: 'server.error',
    subjectType: 'request',
    subjectId: 'GET /x',
    outcome: 'failed',
    detail: { code: "it's" },
  });
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: boss.email, password: 'correct horse' } });
  token = answer.json<{ access_token: string }>().access_token;
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  app.inject({ method, url: `/api/v1/platform/logs${path}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
const list = async (query: Record<string, string>) =>
  (await ask('GET', `?${new URLSearchParams(query).toString()}`)).json<Schemas['LogPage']>();
const found = async (query: Record<string, string>) => (await list(query)).items.map(({ action }) => action);

test.each<[Record<string, string>, string[]]>([
  [{}, ['session.login', 'server.error', 'permission.refused', 'event.update', 'organization.approve']],
  [{ q: 'refus' }, ['permission.refused']],
  [{ q: 'permission.refused use' }, ['permission.refused']],
  [{ q: '  UPDATE 192.0.2 ' }, ['event.update']],
  [{ q: requestId }, ['event.update']],
  [{ q: "it's" }, ['server.error']],
  [{ q: "\\ ' :* & |" }, []],
  [{ who: 'ana ru' }, ['permission.refused', 'event.update']],
  [{ who: ana.id, outcome: 'ok' }, ['event.update']],
  [{ who: ana.id.toUpperCase(), outcome: 'ok' }, ['event.update']],
  [{ who: 'nobody at all' }, []],
  [{ area: 'organization' }, ['organization.approve']],
  [{ area: 'billing' }, []],
  [{ action: 'server.error' }, ['server.error']],
  [{ organization: 'polaris' }, ['event.update', 'organization.approve']],
  [{ organization: polaris, q: 'event' }, ['event.update']],
  [{ organization: polaris.toUpperCase(), q: 'event' }, ['event.update']],
  [{ outcome: 'failed' }, ['server.error']],
  [{ from: '2999-01-01T00:00:00Z' }, []],
  [{ to: '2999-01-01T00:00:00Z', area: 'session' }, ['session.login']],
])('asked for %o', async (query, actions) => {
  expect(await found(query)).toEqual(actions);
});

test('is found by a word that more than a thousand names contain', async () => {
  await deps.db.execute(sql`insert into users (id, email, password_hash, first_name, last_name)
    select gen_random_uuid(), 'guest-' || n || '@bigco.example', '', 'Guest', 'Example' from generate_series(1, 1001) n`);
  await deps.db.execute(sql`insert into audit_log (at, actor_id, action, subject_type, outcome)
    select now() - interval '1 year', id, 'photo.create', 'photo', 'ok' from users where email like '%@bigco.example' order by id desc limit 3`);
  await deps.db.execute(sql`insert into audit_log (at, action, subject_type, subject_id, outcome)
    select now() - interval '2 years', 'account.suspend', 'user', id::text, 'ok' from users where email like '%@bigco.example' order by id limit 1`);
  expect(await found({ who: 'bigco.example' })).toEqual(['photo.create', 'photo.create', 'photo.create', 'account.suspend']);
});

test('is paged forth and back', async () => {
  const first = await list({ limit: '2' });
  const second = await list({ limit: '2', cursor: first.next_cursor ?? '' });
  expect(second.items.map(({ action }) => action)).toEqual(['permission.refused', 'event.update']);
  expect((await list({ limit: '2', cursor: second.previous_cursor ?? '' })).items).toEqual(first.items);
  expect((await ask('GET', '?cursor=bm8')).statusCode).toBe(422);
});

test('is exported as CSV without formulas, and as lines, and both exports have entries', async () => {
  const csv = await ask('GET', '/export?organization=polaris&area=event');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, row, ...rest] = csv.body.trim().split('\r\n');
  expect(head).toContain('Time (UTC),What,Code,Outcome,Who,Email,Account ID,Subject,');
  expect(row).toContain(`Changed an event,event.update,Done,Ana Ruiz,ana@example.org,${ana.id},Event,`);
  expect(row).not.toMatch(/(^|,)"?=/);
  expect(rest).toEqual([]);
  const lines = await ask('GET', '/export-lines?outcome=refused');
  expect(lines.headers['content-disposition']).toMatch(/system-logs-.*\.jsonl/);
  expect(
    lines.body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Schemas['LogEntry']).subject_id),
  ).toEqual(['GET /api/v1/users']);
  const { items } = await list({ action: 'log.export' });
  expect(items.map(({ detail }) => detail)).toEqual([
    { format: 'jsonl', outcome: 'refused' },
    { format: 'csv', organization: 'polaris', area: 'event' },
  ]);
});

test('names whom and what entries are about', async () => {
  const subjects = [
    ['user', ana.id, 'Ana Ruiz'],
    ['user', uuid7(), null],
    ['generation_model', 'no-such-model', null],
    ['plan', 'free', 'Free'],
    ['request', 'GET /x', null],
  ] as const;
  const ids = await Promise.all(
    subjects.map(([subjectType, subjectId]) => audit(deps.db, { action: 'account.suspend', subjectType, subjectId, actorId: boss.id })),
  );
  const { items } = await list({ action: 'account.suspend' });
  const nameOf = (id: number | undefined) => items.find((item) => item.id === id)?.subject_name;
  expect(ids.map(nameOf)).toEqual(subjects.map(([, , name]) => name));
  expect((await ask('GET', `/${ids[0]}`)).json()).toMatchObject({ subject_name: 'Ana Ruiz' });
  const membershipId = uuid7();
  const invitationId = uuid7();
  const gone = { id: uuid7(), firstName: 'Deleted', lastName: 'account', passwordHash: '', deletedAt: new Date(), disabledAt: new Date() };
  await deps.db.insert(users).values(gone);
  await deps.db.insert(memberships).values({ id: membershipId, organizationId: polaris, userId: ana.id, role: 'member' });
  await deps.db.insert(organizationInvitations).values({
    id: invitationId,
    organizationId: polaris,
    email: 'eva@example.org',
    tokenHash: invitationId,
    expiresAt: new Date(),
  });
  const others = [
    ['member', membershipId, null, { subject_name: 'Ana Ruiz', person_name: null }],
    ['invitation', invitationId, null, { subject_name: 'eva@example.org', person_name: null }],
    ['event', uuid7(), { user_id: ana.id }, { subject_name: null, person_name: 'Ana Ruiz' }],
    ['photo', uuid7(), { author_id: ana.id }, { subject_name: null, person_name: 'Ana Ruiz' }],
    ['event', uuid7(), { user_id: gone.id }, { subject_name: null, person_name: null }],
    ['user', gone.id, null, { subject_name: null, person_name: null }],
  ] as const;
  for (const [subjectType, subjectId, detail, names] of others) {
    const entry = { action: 'account.reactivate', subjectType, subjectId, actorId: boss.id, ...(detail && { detail }) } as const;
    expect((await ask('GET', `/${await audit(deps.db, entry)}`)).json()).toMatchObject(names);
  }
  await deps.db.execute(sql`delete from memberships where id = ${membershipId}`);
  const csv = await ask('GET', '/export?action=organization.approve');
  expect(csv.body).toContain(
    `Approved an organization,organization.approve,Done,Bo Super,boss@example.org,${boss.id},Organization,Polaris Nights,${polaris}`,
  );
  expect((await ask('GET', '/export?outcome=failed')).body).toContain('Server error: a request,server.error,Failed,System,,,Request,');
});

test('finds actions on a person together with their own, also in an organization', async () => {
  const eva = { id: uuid7(), email: 'eva@example.org' };
  await deps.db.insert(users).values({ ...eva, passwordHash: '', firstName: 'Eva', lastName: 'Stern' });
  const membershipId = uuid7();
  await deps.db.insert(memberships).values({ id: membershipId, organizationId: polaris, userId: eva.id, role: 'member' });
  const [toAna, toEva] = [ana, eva].map(({ id }) => ({ subjectType: 'user', subjectId: id, actorId: boss.id }));
  await audit(deps.db, { action: 'account.suspend', ...toEva! });
  await audit(deps.db, { action: 'account.reactivate', ...toEva! });
  await audit(deps.db, { action: 'account.end_sessions', ...toAna! });
  await audit(deps.db, { action: 'account.change_name', subjectType: 'user', subjectId: eva.id, actorId: eva.id });
  await audit(deps.db, { action: 'organization.change_member_role', subjectType: 'member', subjectId: membershipId, actorId: ana.id });
  // The ID of a request does not identify a person.
  await audit(deps.db, { action: 'permission.refused', subjectType: 'request', subjectId: eva.id, outcome: 'refused' });
  const all = ['organization.change_member_role', 'account.change_name', 'account.reactivate', 'account.suspend'];
  expect(await found({ who: 'eva stern' })).toEqual(all);
  expect(await found({ who: eva.id })).toEqual(all);
  expect(await found({ who: 'eva stern', area: 'organization' })).toEqual(all.slice(0, 1));
  expect(await found({ who: 'eva stern', q: 'suspend' })).toEqual(['account.suspend']);
  const first = await list({ who: eva.id, limit: '3' });
  expect((await list({ who: eva.id, limit: '3', cursor: first.next_cursor ?? '' })).items.map(({ action }) => action)).toEqual(
    all.slice(3),
  );
  const lines = await ask('GET', '/export-lines?who=eva+stern&action=account.suspend');
  expect((JSON.parse(lines.body) as Schemas['LogEntry']).actor?.email).toBe(boss.email);
});

test('is found by the names that an entry shows: of its actor, person, organization and event', async () => {
  const noa = { id: uuid7(), email: 'noa@quiet.example' };
  await deps.db.insert(users).values({ ...noa, passwordHash: '', firstName: 'Noa', lastName: 'Levi' });
  const eventId = await createEvent(deps, polaris, { name: 'Harbour Gala' });
  await audit(deps.db, { action: 'account.change_name', subjectType: 'user', subjectId: noa.id, actorId: noa.id });
  await audit(deps.db, { action: 'account.verify_for', subjectType: 'user', subjectId: noa.id, actorId: boss.id });
  await audit(deps.db, { action: 'event.join', subjectType: 'event', subjectId: eventId, organizationId: polaris, actorId: noa.id });
  await audit(deps.db, { action: 'event.remove_participant', subjectType: 'event', subjectId: uuid7(), detail: { user_id: noa.id } });
  const all = ['event.remove_participant', 'event.join', 'account.verify_for', 'account.change_name'];
  expect(await found({ q: 'Noa' })).toEqual(all);
  expect(await found({ q: 'noa levi' })).toEqual(all);
  expect(await found({ q: 'noa@quiet.example' })).toEqual(all);
  expect(await found({ q: 'noa', area: 'event' })).toEqual(all.slice(0, 2));
  expect(await found({ q: 'noa', who: ana.id })).toEqual([]);
  expect(await found({ q: 'harbour gala' })).toEqual(['event.join']);
  expect(await found({ q: 'polaris nights', action: 'event.join' })).toEqual(['event.join']);
  const first = await list({ q: 'noa', limit: '3' });
  expect((await list({ q: 'noa', limit: '3', cursor: first.next_cursor ?? '' })).items.map(({ action }) => action)).toEqual(all.slice(3));
  expect(await found({ q: noa.id }), 'an ID finds entries about it, not by it').toEqual(all.filter((action) => action !== 'event.join'));
});

test('is sealed by a job, verified, and retained as configured', async () => {
  const jobs = auditLogJobs(deps);
  await deps.db.execute('select pg_sleep(0.01)');
  await jobs['seal-audit-log']({}, new AbortController().signal);
  const seal = (await ask('GET', '/seal')).json<Schemas['LogSeal']>();
  expect(seal).toMatchObject({ blocks: 1, retention_days: 365 });
  const { items } = await list({ action: 'event.update' });
  expect(items[0]).toMatchObject({ is_sealed: true, actor: { name: 'Ana Ruiz' }, organization: { name: 'Polaris Nights' } });
  expect((await ask('GET', `/${items[0]?.id}`)).json()).toEqual(items[0]);
  expect((await ask('GET', '/999999')).statusCode).toBe(404);
  expect((await ask('POST', '/verify', { behind: 0 })).json()).toMatchObject({ blocks: 1, findings: [], next: null });

  expect((await ask('PUT', '/retention', { days: 90 })).json()).toMatchObject({ retention_days: 90 });
  expect((await ask('PUT', '/retention', { days: 7 })).statusCode).toBe(422);
  expect((await list({ action: 'log.change_retention' })).items[0]?.detail).toEqual({ from: 365, to: 90 });
  await jobs['sweep-audit-log']({}, new AbortController().signal);
  expect(await found({ action: 'log.forget' })).toEqual([]);
});
