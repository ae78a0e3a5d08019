import { readFileSync } from 'node:fs';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { userCalls } from '#server/accounts/operations/users.ts';
import { canImpersonateUser } from '#server/accounts/policy.ts';
import {
  endExpiredImpersonation,
  findPeopleOfSessions,
  findPersonOfSession,
  listImpersonationsOf,
  startImpersonation,
} from '#server/accounts/sessions-repository.ts';
import { sessions, users, impersonations } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { contractFile, loadContract } from '#server/http/contract.ts';
import { withoutAbilities } from '#server/http/impersonation.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser, viewerOf } from '#tests/support/factories/database.ts';
import { callOf } from '#tests/support/operations.ts';

const request = { ip: '192.0.2.1', id: 'req-1' } as FastifyRequest;
let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const setUser = (id: string, values: Partial<typeof users.$inferInsert>) => deps.db.update(users).set(values).where(eq(users.id, id));

/** A super admin who impersonates a user. */
async function looking() {
  const [viewerId, userId, sessionId, id] = [
    await createUser(deps, { firstName: 'Sol' }),
    await createUser(deps, { firstName: 'Ana' }),
    uuid7(),
    uuid7(),
  ];
  await setUser(viewerId, { role: 'super_admin' });
  await deps.db.insert(sessions).values({ id: sessionId, userId: viewerId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
  const expiresAt = new Date(Date.now() + 60_000);
  await deps.db.transaction((tx) => startImpersonation(tx, { id, sessionId, viewerId, userId, reason: 'Asked to', expiresAt }, request));
  const seenAs = async () => (await findPersonOfSession(deps.db, viewerId, sessionId))?.id;
  return { id, viewerId, userId, sessionId, seenAs };
}

it('applies to one session only, looked up alone or with others', async () => {
  const { viewerId, userId, sessionId, seenAs } = await looking();
  expect(await seenAs()).toBe(userId);
  expect((await findPersonOfSession(deps.db, userId, sessionId))?.impersonation).toMatchObject({ impersonatorId: viewerId });
  expect((await findPeopleOfSessions(deps.db, [sessionId])).get(sessionId)).toMatchObject({
    id: userId,
    impersonation: { impersonatorId: viewerId },
  });
  const other = uuid7();
  await deps.db.insert(sessions).values({ id: other, userId: viewerId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
  expect(await findPersonOfSession(deps.db, viewerId, other)).toMatchObject({ id: viewerId, impersonation: null });
});

it('expires once, with one audit entry', async () => {
  const { id, viewerId, userId, seenAs } = await looking();
  await deps.db
    .update(impersonations)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(impersonations.id, id));
  expect(await seenAs()).toBe(viewerId);
  await endExpiredImpersonation(deps.db, id);
  await endExpiredImpersonation(deps.db, id);
  const ends = await deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'account.view_end')));
  expect(ends).toMatchObject([{ actorId: viewerId, detail: { by: 'time' } }]);
  expect((await listImpersonationsOf(deps.db, userId))[0]).toMatchObject({ reason: 'Asked to', endedAt: expect.any(Date) as Date });
});

it('ends with the required role of either user', async () => {
  const first = await looking();
  await setUser(first.viewerId, { role: 'admin' });
  expect(await first.seenAs()).toBe(first.viewerId);
  const second = await looking();
  await setUser(second.userId, { role: 'super_admin' });
  expect(await second.seenAs()).toBe(second.viewerId);
  const third = await looking();
  await setUser(third.userId, { disabledAt: new Date() });
  expect(await third.seenAs()).toBe(third.viewerId);
});

describe("ends after an admin's action", () => {
  let boss: string;
  beforeAll(async () => {
    boss = await createUser(deps, { firstName: 'Bo', role: 'super_admin' });
  });
  type Call = keyof ReturnType<typeof userCalls>;
  async function act(id: Call, userId: string, body?: unknown): Promise<void> {
    const operation = userCalls(deps)[id] as unknown as (call: unknown) => Promise<unknown>;
    await operation(callOf(await viewerOf(deps, boss), { userId }, { body }));
  }
  const setRole = (id: string, role: string) => act('changeUserRole', id, { role });
  const suspendMany = (id: string) => act('changeUsers', boss, { action: 'suspend', ids: [id] });
  const endOf = async (id: string) => {
    const [row] = await deps.db.select({ endedAt: impersonations.endedAt }).from(impersonations).where(eq(impersonations.id, id));
    const told = await deps.db
      .select({ actorId: auditLog.actorId, detail: auditLog.detail, ip: auditLog.ip })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'account.view_end'), sql`${auditLog.detail} ->> 'viewing' = ${id}`));
    return { isOver: row?.endedAt != null, told };
  };

  it.each<[string, 'viewerId' | 'userId', (id: string) => Promise<void>, (id: string) => Promise<void>]>([
    ['the impersonator is suspended', 'viewerId', (id) => act('suspendUser', id), (id) => act('reactivateUser', id)],
    ['the impersonator is suspended in bulk', 'viewerId', suspendMany, (id) => act('reactivateUser', id)],
    ['the impersonator is no longer a super administrator', 'viewerId', (id) => setRole(id, 'admin'), (id) => setRole(id, 'super_admin')],
    ['the other is suspended', 'userId', (id) => act('suspendUser', id), (id) => act('reactivateUser', id)],
    ['the other is suspended among others', 'userId', suspendMany, (id) => act('reactivateUser', id)],
    ['the other becomes a super administrator', 'userId', (id) => setRole(id, 'super_admin'), (id) => setRole(id, 'user')],
  ])('ends permanently when %s', async (_, side, take, giveBack) => {
    const made = await looking();
    await setUser(made[side], { isVerified: true });
    await take(made[side]);
    const ended = { isOver: true, told: [{ actorId: made.viewerId, detail: { viewing: made.id, by: 'rights' }, ip: null }] };
    expect(await endOf(made.id)).toMatchObject(ended);
    await giveBack(made[side]);
    // It doesn’t expire a second time either.
    await endExpiredImpersonation(deps.db, made.id);
    expect(await endOf(made.id)).toMatchObject(ended);
    expect(await made.seenAs()).not.toBe(made.userId);
  });

  it('continues while both users qualify, and an expired one ends by expiry', async () => {
    const made = await looking();
    await setRole(made.userId, 'admin');
    await act('suspendUser', await createUser(deps));
    expect([await endOf(made.id), await made.seenAs()]).toEqual([{ isOver: false, told: [] }, made.userId]);
    const past = new Date(Date.now() - 1000);
    await deps.db.update(impersonations).set({ expiresAt: past }).where(eq(impersonations.id, made.id));
    await act('suspendUser', made.userId);
    await endExpiredImpersonation(deps.db, made.id);
    expect(await endOf(made.id)).toMatchObject({ isOver: true, told: [{ detail: { by: 'time' } }] });
  });
});

it('is for super admins only, and of users who are not', async () => {
  const { viewerId, userId } = await looking();
  const viewer = await viewerOf(deps, viewerId);
  const of = (role: 'super_admin' | 'admin' | 'user', id = userId) => canImpersonateUser(viewer, { id, role, email: 'a@example.test' });
  expect([of('user'), of('admin'), of('super_admin'), of('user', viewerId)]).toEqual([true, true, false, false]);
  expect(canImpersonateUser(await viewerOf(deps, userId), { id: viewerId, role: 'user', email: null })).toBe(false);
});

it('exposes no usable secret', () => {
  const answer = { items: [{ id: 1, can: { like: true, download: true } }], can_manage: true, can: { manage: true }, note: null };
  expect(withoutAbilities(answer)).toEqual({
    items: [{ id: 1, can: { like: false, download: true } }],
    can_manage: false,
    can: { manage: false },
    note: null,
  });
});

describe('every field that contains a secret', () => {
  const document = JSON.parse(readFileSync(contractFile, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, Schema> }>>;
    components: Schema;
  };
  type Schema = Record<string, unknown>;
  const resolve = (schema: Schema): Schema =>
    typeof schema.$ref === 'string'
      ? (schema.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, key) => (at as Schema)[key], document) as Schema)
      : schema;
  /** Every string in responses to reads, by name, with its schema. */
  function textsIn(schema: Schema, name: string, above: readonly Schema[] = []): { name: string; own: Schema }[] {
    const own = resolve(schema);
    if (above.includes(own)) return [];
    const inside = Object.entries((own.properties ?? {}) as Record<string, Schema>);
    const parts = [own.allOf, own.anyOf, own.oneOf].flatMap((list) => (list ?? []) as Schema[]);
    return [
      ...([own.type].flat().includes('string') && own.enum === undefined && own.format !== 'uuid' ? [{ name, own }] : []),
      ...inside.flatMap(([key, part]) => textsIn(part, key, [...above, own])),
      ...(own.items ? textsIn(own.items as Schema, name, [...above, own]) : []),
      ...parts.flatMap((part) => textsIn(part, name, [...above, own])),
    ];
  }
  const reads = Object.values(document.paths).flatMap(({ get }) => (get && get['x-policy' as 'operationId'] !== 'public' ? [get] : []));
  const texts = reads.flatMap(({ operationId, responses }) =>
    Object.values(responses)
      .map((response) => (resolve(response).content as Record<string, { schema: Schema }> | undefined)?.['application/json']?.schema)
      .flatMap((schema) => (schema ? textsIn(schema, '') : []))
      .map((text) => ({ ...text, at: `${operationId} ${text.name}` })),
  );

  it('is marked in the contract, and nullable', () => {
    const secret = texts.filter(({ own }) => own['x-secret'] === true);
    expect(new Set(secret.map(({ at }) => at))).toEqual(
      new Set([
        'listEvents join_code',
        'listOrganizationEvents join_code',
        'getEvent join_code',
        'listInvitations code',
        'listGalleryLinks token',
        'getGalleryLink token',
        'getDownload url',
        'getInvoiceLink url',
        'listWebhooks url',
      ]),
    );
    for (const { at, own } of secret) expect([own.type].flat(), at).toContain('null');
  });

  it('is every field with such a name', () => {
    /** In errors, the viewer’s session, pages of the app, pictures requested with the session, and public licenses. */
    const harmless =
      /^(\w+ (avatar_url|logo_url|watermark_url|screenshot_url|next_cursor|previous_cursor)|(list|get)Generations? code|(listPlatformModels|getPlatformModel) last_error_code|getPush \w+|list\w+ link|listReportedPhotos link_name|getAnnouncement link|getLogSeal hash|listWebhooks previous_secret_until|listLocalModels url)$/;
    const suspicious = texts.filter(
      ({ name, own }) => /code|token|secret|link|url|key|hash$|cursor|endpoint|password/.test(name) && own['x-secret'] !== true,
    );
    const names = [...new Set(suspicious.map(({ at }) => at))].filter((at) => !harmless.test(at) && !/ (thumbhash|public_key)$/.test(at));
    expect(names).toEqual([]);
  });

  it('is null in every response', async () => {
    const contract = new Map((await loadContract()).map((operation) => [operation.id, operation]));
    const hide = (id: OperationId, body: unknown) => contract.get(id)?.hideSecrets(200, body);
    expect(hide('getEvent', { name: 'Night', join_code: 'HARBOUR26' })).toEqual({ name: 'Night', join_code: null });
    expect(hide('listInvitations', { items: [{ email: 'a@b.test', code: 'K7MPQ2XA' }], next_cursor: null })).toEqual({
      items: [{ email: 'a@b.test', code: null }],
      next_cursor: null,
    });
    expect(hide('getInvoiceLink', { url: 'https://invoice.stripe.com/i/1' })).toEqual({ url: null });
    const plain = { items: [] };
    expect(hide('listPlanRequests', plain)).toBe(plain);
  });
});
