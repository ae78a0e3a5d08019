import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiTokens } from '#server/db/schema/integrations.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { authenticateToken, tokenScopeRefusal } from '#server/integrations/authenticate.ts';
import { integrationOperations } from '#server/integrations/operations.ts';
import { newTokenSecret } from '#server/integrations/token-secret.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, viewerOf } from '#tests/support/factories/database.ts';
import { askOperations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: ReturnType<typeof askOperations<keyof ReturnType<typeof integrationOperations>>>;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOperations(integrationOperations(deps, await createRateLimits(deps)));
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const body = { name: 'Website', scopes: ['photos:read'] };
async function scene() {
  const { id, adminId } = await createOrganization(deps);
  const admin = await viewerOf(deps, adminId);
  const { secret, token } = await ask('createApiToken', admin, { id }, { body });
  return { id, admin, secret, token, path: { id, tokenId: token.id } };
}
const enter = (secret: string) => authenticateToken(deps.db, secret, '203.0.113.7');
const change = (id: string, values: Partial<typeof apiTokens.$inferInsert>) =>
  deps.db.update(apiTokens).set(values).where(eq(apiTokens.id, id));

describe('a token', () => {
  it('is stored as a hash, and acts for its organization without a person’s rights', async () => {
    const { id, secret, token } = await scene();
    expect(JSON.stringify(await deps.db.select().from(apiTokens).where(eq(apiTokens.id, token.id)))).not.toContain(secret);
    expect(await enter(secret)).toEqual({
      userId: token.id,
      sessionId: token.id,
      email: null,
      name: 'Website',
      role: 'organization',
      permissions: {},
      memberships: [{ organizationId: id, role: 'organization', permissions: {} }],
      apiToken: { organizationId: id, scopes: ['photos:read'] },
    });
  });

  it('records its use once a minute', async () => {
    const { id, admin, secret, token } = await scene();
    const use = async () => (await ask('listApiTokens', admin, { id })).items[0]!;
    expect(await use()).toMatchObject({ last_used_at: null, last_used_from: null, created_by: 'Olga Test', state: 'active' });
    await enter(secret);
    const first = await use();
    expect(first).toMatchObject({ last_used_from: '203.0.113.7' });
    await enter(secret);
    expect(await use()).toEqual(first);
    await change(token.id, { lastUsedAt: new Date(Date.now() - 61_000) });
    await authenticateToken(deps.db, secret, '203.0.113.8');
    expect(await use()).toMatchObject({ last_used_from: '203.0.113.8' });
  });

  it('ends at once, and says why', async () => {
    const { id, admin, secret, token, path } = await scene();
    const viewer = await enter(secret);
    const setStatus = (status: 'active' | 'pending' | 'suspended') =>
      deps.db.update(organizations).set({ status }).where(eq(organizations.id, id));
    await setStatus('suspended');
    expect(await outcome(enter(secret))).toBe('token_organization_suspended');
    // It is revoked all the same.
    await ask('revokeApiToken', admin, path);
    expect(await outcome(enter(secret))).toBe('token_revoked');
    // Also where the request had begun before and waited for a lock.
    expect(await outcome(deps.db.transaction((tx) => refreshViewer(tx, viewer, id)))).toBe('unauthenticated');
    await change(token.id, { revokedAt: null });
    await setStatus('pending');
    expect(await outcome(enter(secret))).toBe('token_organization_pending');
    await setStatus('active');
    expect(await deps.db.transaction((tx) => refreshViewer(tx, viewer, id))).toEqual(viewer);
    await change(token.id, { expiresAt: new Date() });
    expect(await outcome(enter(secret))).toBe('token_expired');
    await change(token.id, { expiresAt: new Date(Date.now() + 60_000) });
    await deps.db.update(organizations).set({ deletedAt: new Date() }).where(eq(organizations.id, id));
    expect(await outcome(enter(secret))).toBe('unknown_token');
    expect(await outcome(enter(newTokenSecret()))).toBe('unknown_token');
    expect(await outcome(enter(`${secret}x`))).toBe('unknown_token');
  });

  it('reaches operations of its scopes alone; people reach all', async () => {
    const { admin, secret } = await scene();
    const viewer = await enter(secret);
    expect(tokenScopeRefusal({ tokenScope: 'photos:read' }, viewer)).toBeNull();
    expect(tokenScopeRefusal({ tokenScope: 'events:read' }, viewer)).toMatchObject({ status: 403, code: 'token_scope_missing' });
    expect(tokenScopeRefusal({ tokenScope: null }, viewer)).toMatchObject({ status: 403, code: 'token_not_allowed' });
    expect(tokenScopeRefusal({ tokenScope: null }, admin)).toBeNull();
    expect(tokenScopeRefusal({ tokenScope: null }, null)).toBeNull();
  });

  it('makes no other, by itself', async () => {
    const { id, secret } = await scene();
    expect(await outcome(ask('createApiToken', await enter(secret), { id }, { body }))).toBe('forbidden');
  });

  it('is one of twenty at most; revoked ones make room', async () => {
    const { id, admin, path } = await scene();
    for (let more = 1; more < 20; more++) await ask('createApiToken', admin, { id }, { body });
    expect(await outcome(ask('createApiToken', admin, { id }, { body }))).toBe('too_many_tokens');
    await ask('revokeApiToken', admin, path);
    await ask('revokeApiToken', admin, path);
    await ask('createApiToken', admin, { id }, { body });
    expect((await ask('listApiTokens', admin, { id })).items.filter(({ state }) => state === 'active')).toHaveLength(20);
  });

  it('is created for a year at most, by admins of an active organization', async () => {
    const { id, admin } = await scene();
    const until = (expires_at: string) => outcome(ask('createApiToken', admin, { id }, { body: { ...body, expires_at } }));
    expect(await until('2020-01-01T00:00:00.000Z')).toBe('invalid_request');
    expect(await until(new Date(Date.now() + 400 * 24 * 3600 * 1000).toISOString())).toBe('invalid_request');
    const { userId } = await createMembership(deps, id, { role: 'member' });
    expect(await outcome(ask('createApiToken', await viewerOf(deps, userId), { id }, { body }))).toBe('forbidden');
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, id));
    expect(await outcome(ask('createApiToken', admin, { id }, { body }))).toBe('organization_suspended');
  });
});
