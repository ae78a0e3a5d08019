// The trash of a deleted account.
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { users } from '#server/db/schema/accounts.ts';
import { photos } from '#server/db/schema/photos.ts';
import { accountCalls } from '#tests/support/account-calls.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';

const password = 'correct horse staple';
let deps: TestDeps;
let app: FastifyInstance;
let passwordHash: string;
beforeAll(async () => {
  deps = await openTestDeps();
  app = await build(deps);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(async () => {
  await app.close();
  await deps.dispose();
}, 30_000);
const call = accountCalls(() => app);

test.each([
  { chosen: 'keep', left: ['deleted by the organization', 'of somebody else'] },
  { chosen: 'delete', left: ['of somebody else'] },
])("is deleted by the next sweep if photos are to $chosen, except for other users' photos", async ({ chosen, left }) => {
  const { eventId, owner, guest } = await eventWithMembers(deps);
  const email = `${guest.userId}@trash.test`;
  await deps.db.update(users).set({ email, passwordHash }).where(eq(users.id, guest.userId));
  const put = async (uploaderId: string, deletedBy: string) => {
    const { id } = await createPhoto(deps, eventId, uploaderId);
    await deps.db.update(photos).set({ deletedAt: new Date(), deletedBy, inTrash: true }).where(eq(photos.id, id));
    return id;
  };
  const named = new Map([
    [await put(guest.userId, guest.userId), 'their own'],
    [await put(guest.userId, owner.userId), 'deleted by the organization'],
    [await put(owner.userId, owner.userId), 'of somebody else'],
  ]);
  const { body } = await call('POST', 'login', { email, password });
  const here = { headers: { authorization: `Bearer ${String(body?.access_token)}` } };
  expect((await call('POST', 'account/delete', { photos: chosen, password }, here)).status).toBe(204);
  const rows = await deps.db.select({ id: photos.id }).from(photos).where(eq(photos.inTrash, true));
  expect(rows.flatMap(({ id }) => named.get(id) ?? []).toSorted()).toEqual(left);
});
