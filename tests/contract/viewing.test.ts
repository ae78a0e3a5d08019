// A super administrator impersonates a user: all reads are that user's, and all writes are refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { call, freshSignIn, registerPerson, type Answer, type Person } from '#tests/support/api.ts';
import { rows } from '#tests/support/contract.ts';
import { createEvent, eventPath, invite } from '#tests/support/events.ts';
import { base } from './fixture.ts';
import { judge, type ProblemBody } from './judge.ts';

type Schemas = components['schemas'];

const row = (id: string) => rows.find((one) => one.id === id)!;
const told = ({ status, body }: Answer) => [status, (body as ProblemBody).code];
const reason = 'Their gallery stays empty.';

let boss: Person;
let member: Person;
beforeAll(async () => {
  [boss, member] = await Promise.all([freshSignIn(base, 'super@demo.test'), freshSignIn(base, 'member@demo.test')]);
});
const view = (userId: string) => boss.call('POST', `/api/v1/users/${userId}/view`, { json: { reason } });
const stop = () => boss.call('DELETE', '/api/v1/auth/viewing');
afterAll(stop);

const isSession = ({ id }: { id: string }) => ['stopViewing', 'logout'].includes(id);
const refused = rows.filter(
  (one) =>
    one.operation['x-policy'] !== 'public' &&
    !isSession(one) &&
    (!['GET', 'HEAD'].includes(one.method) || /^export(OwnData|Participants|Members|OrganizationEvents|Photos)$/.test(one.id)),
);
/** Writes are refused before the path parameters are resolved. */
const anyPath = (path: string) => path.replaceAll(/\{\w+\}/g, demoEvents.live);

describe('during impersonation', () => {
  beforeAll(async () => {
    expect((await view(member.user.id)).status).toBe(204);
  });

  test('reads return the user’s data, without any permissions to change it', async () => {
    const event = await boss.call<Schemas['Event']>('GET', eventPath(demoEvents.live));
    judge(row('getEvent'), event, 'as the member');
    expect(event.body).toMatchObject({ relation: 'organization', can: { capture: false, like: false, manage: false } });
    expect(told(await boss.call('GET', '/api/v1/users'))).toEqual([403, 'forbidden']);
    expect(told(await boss.call('GET', '/api/v1/platform/logs'))).toEqual([403, 'forbidden']);
  });

  test('codes that admit people are left out of all events and invitations', async () => {
    const owner = await freshSignIn(base, 'owner@demo.test');
    const event = await createEvent(owner, { name: 'Seen Night' });
    const [invitation] = await invite(owner, event.id, { emails: ['seen@example.test'] });
    expect([event.join_code, invitation!.code]).toEqual([expect.any(String), expect.any(String)]);
    await stop();
    expect((await view(owner.user.id)).status).toBe(204);
    const answers = await Promise.all(
      [
        eventPath(event.id),
        `${eventPath(event.id)}/invitations`,
        '/api/v1/event',
        `/api/v1/event/organization/${event.organization_id}?q=Seen`,
      ].map((path) => boss.call('GET', path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = JSON.stringify(answers.map(({ body }) => body));
    expect(told).toContain('seen@example.test');
    expect(told).not.toContain(event.join_code);
    expect(told).not.toContain(invitation!.code);
    judge(row('getEvent'), answers[0]!, 'as the owner');
    judge(row('listInvitations'), answers[1]!, 'as the owner');
    await stop();
    expect((await view(member.user.id)).status).toBe(204);
  });

  test('their own session works as before', async () => {
    const event = await member.call<Schemas['Event']>('GET', eventPath(demoEvents.live));
    expect(event.body).toMatchObject({ can: { capture: true, like: true } });
    const { items } = (await member.call<Schemas['OwnViewings']>('GET', '/api/v1/auth/viewings')).body;
    expect(items[0]).toMatchObject({ reason, ended_at: null, by: `${boss.user.first_name} ${boss.user.last_name}` });
  });

  test('every write, and every file of people or secrets, is refused', async () => {
    expect(refused.length).toBeGreaterThan(100);
    const answers = await Promise.all(
      refused.map(async ({ id, method, path }) => [id, ...told(await boss.call(method, anyPath(path)))].join(' ')),
    );
    expect(answers).toEqual(refused.map(({ id }) => `${id} 403 view_only`));
  });

  test('queued changes of the device’s own account are refused with account_mismatch, and sent later', async () => {
    const headers = { 'x-account': boss.user.id };
    const answers = [
      await boss.call('POST', `${eventPath(demoEvents.live)}/photos`, { json: {}, headers }),
      await boss.call('POST', '/api/v1/uploads', { headers }),
    ];
    expect(answers.map(told)).toEqual([
      [409, 'account_mismatch'],
      [409, 'account_mismatch'],
    ]);
  });
});

test('the session is one’s own again when it is ended, as often as that is sent', async () => {
  expect((await view(member.user.id)).status).toBe(403);
  expect([(await stop()).status, (await stop()).status]).toEqual([204, 204]);
  expect((await boss.call('GET', '/api/v1/users')).status).toBe(200);
  const { items } = (await member.call<Schemas['OwnViewings']>('GET', '/api/v1/auth/viewings')).body;
  expect(items[0]!.ended_at).not.toBeNull();
  const trail = await boss.call<Schemas['LogPage']>('GET', `/api/v1/platform/logs?who=${boss.user.id}&area=account&limit=2`);
  expect(trail.body.items.map(({ action, subject_id: id }) => [action, id])).toEqual([
    ['account.view_end', member.user.id],
    ['account.view_start', member.user.id],
  ]);
});

test('refreshing the session names the impersonated user', async () => {
  const login = await call<Schemas['Session']>(base, 'POST', '/api/v1/auth/login', {
    json: { email: 'super@demo.test', password: 'demo-password' },
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const own = { headers: { authorization: `Bearer ${login.body.access_token}` } };
  const begun = await call(base, 'POST', `/api/v1/users/${member.user.id}/view`, { ...own, json: { reason } });
  expect(begun.status).toBe(204);
  const renewed = await call<Schemas['Session']>(base, 'POST', '/api/v1/auth/refresh', { headers: { cookie } });
  judge(row('refreshSession'), renewed, 'while viewing');
  expect(renewed.body.user).toMatchObject({ id: member.user.id, role: 'member', viewing: {} });
  const left = Date.parse(renewed.body.user.viewing!.ends_at) - Date.now();
  expect(left).toBeGreaterThan(25 * 60_000);
  expect(left).toBeLessThanOrEqual(30 * 60_000);
  expect((await call(base, 'DELETE', '/api/v1/auth/viewing', own)).status).toBe(204);
});

test('nobody else can impersonate, and no super administrator can be impersonated', async () => {
  const admin = await freshSignIn(base, 'admin@demo.test');
  const other = await registerPerson(base);
  const path = `/api/v1/users/${other.user.id}/view`;
  expect(told(await admin.call('POST', path, { json: { reason } }))).toEqual([403, 'forbidden']);
  expect(told(await view(boss.user.id))).toEqual([403, 'forbidden']);
  // A user without a confirmed address cannot become one.
  expect((await boss.call('POST', `/api/v1/users/${other.user.id}/verify`)).status).toBe(200);
  expect((await boss.call('PUT', `/api/v1/users/${other.user.id}/role`, { json: { role: 'super_admin' } })).status).toBe(200);
  expect(told(await view(other.user.id))).toEqual([403, 'forbidden']);
  await boss.call('PUT', `/api/v1/users/${other.user.id}/role`, { json: { role: 'user' } });
});
