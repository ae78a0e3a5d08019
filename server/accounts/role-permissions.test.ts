import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { canChangePermission, changeableFlags } from '#server/accounts/policy.ts';
import { toViewer } from '#server/accounts/presenter.ts';
import { countAffectedPeople, findPerson, setRolePermission } from '#server/accounts/users-repository.ts';
import { build } from '#server/app.ts';
import { rolePermissions, users, type PermissionFlag } from '#server/db/schema/accounts.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

type Schemas = components['schemas'];
type Role = Schemas['Role'];

let deps: TestDeps;
let app: FastifyInstance;
const tokens: Record<string, string> = {};
const ids: string[] = [];

async function addPerson(role: 'super_admin' | 'admin' | 'user', more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = uuid7();
  ids.push(id);
  await deps.db.insert(users).values({ id, email: `${id}@unit.test`, passwordHash: '', firstName: 'Ana', lastName: 'Ruiz', role, ...more });
  return id;
}

beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  const passwordHash = await hashPassword('correct horse');
  for (const role of ['super_admin', 'admin'] as const) {
    await addPerson(role, { email: `${role}@unit.test`, passwordHash });
    const payload = { email: `${role}@unit.test`, password: 'correct horse' };
    tokens[role] = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json<{ access_token: string }>().access_token;
  }
  const [active, suspended, pending] = ['active', 'suspended', 'pending'].map((status) => ({ id: uuid7(), name: status, status }) as const);
  await deps.db.insert(organizations).values([active, suspended, pending] as (typeof organizations.$inferInsert)[]);
  const join = async (userId: string, at: typeof active, more: Partial<typeof memberships.$inferInsert> = {}) =>
    deps.db.insert(memberships).values({ id: uuid7(), organizationId: at!.id, userId, role: 'member', status: 'active', ...more });
  await join(await addPerson('user'), active);
  await join(await addPerson('user'), suspended);
  await join(await addPerson('user'), pending);
  await join(await addPerson('user'), active, { permissions: { view_events: false } });
  await join(await addPerson('user'), active, { permissions: { view_events: true, manage_org_members: true } });
  await join(await addPerson('user'), active, { status: 'suspended' });
  await join(await addPerson('user'), active, { removedAt: new Date() });
  await join(await addPerson('user', { disabledAt: new Date() }), active);
  const both = await addPerson('user');
  await join(both, active);
  await join(both, suspended, { role: 'organization' });
  await join(await addPerson('admin'), active);
  await addPerson('user', { email: null });
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
});

const ask = (who: string, path: string, payload?: object) =>
  app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/v1/platform/permissions${path}`,
    headers: { authorization: `Bearer ${tokens[who]}` },
    ...(payload && { payload }),
  });

const flagsOfAll = async (flag: PermissionFlag) =>
  Promise.all(
    ids.map(async (id) => {
      const person = await findPerson(deps.db, id);
      return person && person.disabledAt === null && toViewer(person, '').permissions[flag] === true;
    }),
  );

test('the number of affected users equals the number of changed ones', async () => {
  const told: string[] = [];
  for (const [role, flags] of Object.entries(changeableFlags) as [Role, readonly PermissionFlag[]][])
    for (const flag of flags) {
      const rows = await deps.db.select().from(rolePermissions);
      const granted = rows.some((row) => row.role === role && row.flag === flag);
      const [counted, before] = [await countAffectedPeople(deps.db, role, flag), await flagsOfAll(flag)];
      await deps.db.transaction((tx) => setRolePermission(tx, role, flag, !granted));
      const after = await flagsOfAll(flag);
      expect(counted, `${role} ${flag}`).toBe(before.filter((had, index) => had !== after[index]).length);
      expect(await countAffectedPeople(deps.db, role, flag), `${role} ${flag}, reverted`).toBe(counted);
      await deps.db.transaction((tx) => setRolePermission(tx, role, flag, granted));
      if (counted > 0) told.push(`${role} ${flag}`);
    }
  expect(told.length).toBeGreaterThan(6);
});

test('a change applies at once, is audited, and can be reversed; repeating it changes nothing', async () => {
  const change = { role: 'member', flag: 'view_events', granted: false };
  const { people } = (await ask('super_admin', '/effect', change)).json<Schemas['PermissionEffect']>();
  expect(people).toBe(3);
  const flags = async () => {
    const { roles } = (await ask('super_admin', '')).json<Schemas['RolePermissions']>();
    return roles.find(({ role }) => role === 'member');
  };
  expect(await flags()).toMatchObject({ people: 6, flags: ['view_events', 'participate_events'] });
  expect((await ask('super_admin', '/change', change)).statusCode).toBe(200);
  expect((await ask('super_admin', '/change', change)).statusCode).toBe(200);
  expect((await ask('super_admin', '/effect', change)).json()).toEqual({ people: 0 });
  expect((await flags())?.flags).toEqual(['participate_events']);
  expect((await ask('super_admin', '/change', { ...change, granted: true })).statusCode).toBe(200);
  const trail = await deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2);
  expect(trail.map(({ action, subjectId, detail }) => [action, subjectId, detail])).toEqual([
    ['role.grant', 'member', { flag: 'view_events', people: 3 }],
    ['role.revoke', 'member', { flag: 'view_events', people: 3 }],
  ]);
});

test.each([
  ['super_admin', { role: 'super_admin', flag: 'all', granted: false }],
  ['super_admin', { role: 'user', flag: 'all', granted: true }],
  ['super_admin', { role: 'member', flag: 'manage_users', granted: true }],
  ['admin', { role: 'member', flag: 'view_events', granted: false }],
])('%s may not change %o', async (who, change) => {
  expect((await ask(who, '/change', change)).statusCode).toBe(403);
  expect((await ask(who, '/effect', change)).statusCode).toBe(403);
});

test('only super admins read or change permissions', () => {
  const viewer = { userId: '', sessionId: '', email: null, name: '', memberships: [] };
  const admin = { ...viewer, role: 'admin' as const, permissions: { manage_users: true, manage_organizations: true } };
  expect(canChangePermission(admin, 'member', 'view_events')).toBe(false);
});
