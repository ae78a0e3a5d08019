// CSV exports of user management: access, filters, audit, and protection against formulas.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userExportCall } from '#server/accounts/operations/users.ts';
import { users } from '#server/db/schema/accounts.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { organizationExportCall } from '#server/organizations/operations/organizations.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let boss: string;
let person: string;
beforeAll(async () => {
  deps = await openTestDeps();
  boss = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
  person = await createUser(deps, { firstName: '=cmd' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const operations = () => ({ ...organizationExportCall(deps), ...userExportCall(deps) });

async function lines(id: 'exportUsers' | 'exportPlatformOrganizations', asker: string, query: object = {}): Promise<string[]> {
  const handler = operations()[id] as (call: unknown) => Promise<{ stream: Readable }>;
  const { stream } = await handler(callOf(await viewerOf(deps, asker), {}, { query }));
  return (await text(stream)).trimEnd().split('\r\n').slice(1);
}
const firstCells = (rows: string[]) => rows.map((row) => row.split(',')[0]);
const lastEntry = async () => (await deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describe('the CSV export of', () => {
  it('users follows filter and order, escapes names, and is audited', async () => {
    await deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person));
    expect(firstCells(await lines('exportUsers', boss, { sort: 'name' }))).toEqual(["'=cmd Test", 'Sol Test']);
    const [row] = await lines('exportUsers', boss, { state: 'suspended', q: 'cmd' });
    expect(row).toMatch(new RegExp(`^'=cmd Test,${person}@unit\\.test,User,Suspended,Yes,0,.*,${person}$`));
    const detail = { state: 'suspended', q: 'cmd' };
    expect(await lastEntry()).toMatchObject({ action: 'account.export_people', actorId: boss, outcome: 'ok', detail });
  });

  it('organizations follows filter and order, with their admins and usage', async () => {
    const { id, adminId } = await createOrganization(deps);
    const rejected = await createOrganization(deps);
    const name = '@sum';
    await deps.db.update(organizations).set({ name, status: 'pending', rejectionReason: 'Who?' }).where(eq(organizations.id, rejected.id));
    expect(firstCells(await lines('exportPlatformOrganizations', boss, { sort: '-name' }))).toEqual(['Unit', "'@sum"]);
    const [row] = await lines('exportPlatformOrganizations', boss, { state: 'active', plan: 'studio' });
    expect(row).toContain(`Unit,Active,,,,Olga Test <${adminId}@unit.test>,Studio,1,0,0,`);
    expect(row).toContain(id);
    expect((await lines('exportPlatformOrganizations', boss, { state: 'rejected' }))[0]).toContain("'@sum,Rejected,Who?,");
    const detail = { state: 'rejected' };
    expect(await lastEntry()).toMatchObject({ action: 'organization.export_all', actorId: boss, detail });
  });

  it.each(['exportUsers', 'exportPlatformOrganizations'] as const)('neither is available to others: %s', async (id) => {
    const { adminId } = await createOrganization(deps);
    const before = await lastEntry();
    expect(await outcome(lines(id, adminId))).toBe('forbidden');
    expect(await lastEntry()).toEqual(before);
  });
});
