// Jobs that repair interrupted work: abandoned uploads, bytes of a failed commit, photos that were not derived.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { invoices, paymentAccounts } from '#server/db/schema/billing.ts';
import { events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { organizationJobs } from '#server/organizations/jobs.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { recordMove } from '#server/photos/uploads-repository.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, createUpload, createUser, eventWithMembers, photoRow } from '#tests/support/factories/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(async () => {
  derivativesOf(deps).close();
  await deps.dispose();
}, 60_000);

const WEEK = 7 * 24;
const sweepUploads = () => photoJobs(deps)['sweep-uploads']({}, new AbortController().signal);
const age = (uploadId: string, hours: number) =>
  deps.db.execute(sql`update uploads set touched_at = now() - ${hours} * interval '1 hour' where id = ${uploadId}`);

describe('the sweep of uploads', () => {
  it('takes incomplete ones after a day and complete ones after a week, and leaves those in use', async () => {
    const userId = await createUser(deps);
    const leave = async (complete: boolean, hours: number) => {
      const id = await createUpload(deps, userId, Buffer.from('bytes'), complete ? 5 : 500);
      await age(id, hours);
      return id;
    };
    const made = [await leave(false, 23), await leave(false, 25), await leave(true, 25), await leave(true, WEEK + 1)] as const;
    await sweepUploads();
    const { rows } = await deps.pool.query<{ id: string }>('select id from uploads where user_id = $1', [userId]);
    expect(rows.map((row) => row.id).sort()).toEqual([made[0], made[2]].sort());
  });

  it('takes incomplete ones after a week, however often they are touched', async () => {
    const userId = await createUser(deps);
    const [young, old] = [await createUpload(deps, userId, Buffer.from('b'), 500), await createUpload(deps, userId, Buffer.from('b'), 500)];
    await deps.db.execute(
      sql`update uploads set created_at = now() - interval '169 hours', touched_at = now() + interval '2 seconds' where id = ${old}`,
    );
    await sweepUploads();
    const { rows } = await deps.pool.query<{ id: string }>('select id from uploads where user_id = $1', [userId]);
    expect(rows.map((row) => row.id)).toEqual([young]);
  });

  /** What a commit leaves that is killed after it moved the bytes and before its transaction ended. */
  const cutCommit = async (eventId: string, userId: string) => {
    const photo = photoRow(eventId, userId);
    const key = storageKeys.original({ id: photo.id ?? '', sha256: photo.sha256 });
    const uploadId = await createUpload(deps, userId, Buffer.from('bytes'));
    await recordMove(deps.db, uploadId, key);
    await deps.storage.put(key, Buffer.from('bytes'));
    // Local files are moved; pieces in the bucket stay until the commit has ended.
    const folder = path.join(deps.config.dataDir, 'uploads');
    if (deps.config.s3 === null) for (const name of [uploadId, `${uploadId}.json`]) rmSync(path.join(folder, name));
    return { photo, key, uploadId };
  };

  it('takes the bytes of a commit that was cut and never repeated, after a week', async () => {
    const { eventId, guest } = await eventWithMembers(deps);
    const { key, uploadId } = await cutCommit(eventId, guest.userId);
    await age(uploadId, WEEK - 1);
    await sweepUploads();
    expect(await deps.storage.size(key)).toBe(5);
    await age(uploadId, WEEK + 1);
    await sweepUploads();
    expect(await deps.storage.size(key)).toBeNull();
  });

  it('leaves them when the photo was delivered by another upload since, or is being delivered', async () => {
    const { eventId, guest } = await eventWithMembers(deps);
    const [delivered, delivering] = [await cutCommit(eventId, guest.userId), await cutCommit(eventId, guest.userId)];
    await createPhoto(deps, eventId, guest.userId, delivered.photo);
    await recordMove(deps.db, await createUpload(deps, guest.userId, Buffer.from('bytes')), delivering.key);
    for (const { uploadId } of [delivered, delivering]) await age(uploadId, WEEK + 1);
    await sweepUploads();
    for (const { key, uploadId } of [delivered, delivering]) {
      expect(await deps.storage.size(key)).toBe(5);
      expect((await deps.pool.query('select from uploads where id = $1', [uploadId])).rowCount).toBe(0);
    }
  });
});

describe('the sweep of deleted events', () => {
  const sweep = () => photoJobs(deps)['sweep-deleted-events']({}, new AbortController().signal);
  const eventDeleted = async (deletedDaysAgo: number | null) => {
    const deletedAt = deletedDaysAgo === null ? null : new Date(Date.now() - deletedDaysAgo * 24 * 3600 * 1000);
    const { eventId, guest, owner, organizationId } = await eventWithMembers(deps, { deletedAt });
    const [shown, deleted] = [photoRow(eventId, guest.userId), photoRow(eventId, guest.userId, { deletedAt: new Date() })];
    const keys: string[] = [];
    for (const photo of [shown, deleted]) {
      await createPhoto(deps, eventId, guest.userId, photo);
      const id = photo.id ?? '';
      for (const key of [storageKeys.original({ id, sha256: photo.sha256 }), storageKeys.thumb(id), storageKeys.preview(id)]) {
        await deps.storage.put(key, Buffer.from('bytes'));
        keys.push(key);
      }
    }
    const files = async () => (await Promise.all(keys.map((key) => deps.storage.size(key)))).filter((size) => size !== null).length;
    const rows = async () =>
      (await deps.db.select().from(events).where(eq(events.id, eventId))).length +
      (await deps.db.select().from(photos).where(eq(photos.eventId, eventId))).length;
    return { eventId, organizationId, owner, guest, files, rows };
  };

  it('removes rows and files of events past their restore period, with an audit entry, and no others', async () => {
    const [kept, restorable, over] = [await eventDeleted(null), await eventDeleted(29), await eventDeleted(32)];
    await sweep();
    await sweep();
    for (const { files, rows } of [kept, restorable]) expect([await files(), await rows()]).toEqual([6, 3]);
    expect([await over.files(), await over.rows()]).toEqual([0, 0]);
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, over.eventId));
    const named = { name: expect.any(String) as string };
    expect(trail).toMatchObject([
      { action: 'event.purge', actorId: null, outcome: 'ok', organizationId: over.organizationId, detail: named },
    ]);
  });

  it('continues an interrupted run: the rows of an event remain until its last file is removed', async () => {
    const over = await eventDeleted(32);
    const cut = photoJobs({ ...deps, storage: { ...deps.storage, delete: () => Promise.reject(new Error('the storage is away')) } });
    await expect(cut['sweep-deleted-events']({}, new AbortController().signal)).rejects.toThrow('the storage is away');
    expect([await over.files(), await over.rows()]).toEqual([6, 3]);
    await sweep();
    expect([await over.files(), await over.rows()]).toEqual([0, 0]);
  });

  describe('and of deleted organizations', () => {
    const sweepOrganizations = () => organizationJobs(deps)['sweep-deleted-organizations']({}, new AbortController().signal);
    const deleteOrganization = (id: string, daysAgo: number) =>
      deps.db
        .update(organizations)
        .set({ deletedAt: new Date(Date.now() - daysAgo * 24 * 3600 * 1000), avatarUrl: `/organization_settings/${id}/avatar/abc` })
        .where(eq(organizations.id, id));
    const isThere = async (id: string) => (await deps.db.select().from(organizations).where(eq(organizations.id, id))).length === 1;

    it('removes events and files first and the organization last; accounts and invoices remain', async () => {
      const [restorable, over] = [await eventDeleted(null), await eventDeleted(null)];
      await deleteOrganization(restorable.organizationId, 29);
      await deleteOrganization(over.organizationId, 32);
      const { organizationId } = over;
      const avatar = storageKeys.organizationPicture(organizationId, 'abc', 'jpg');
      await deps.storage.put(avatar, Buffer.from('bytes'));
      const id = uuid7();
      const period = { periodStart: '2026-11-01', periodEnd: '2026-11-30', dueOn: '2026-12-15' };
      await deps.db
        .insert(invoices)
        .values({ id, organizationId, number: 1, description: 'Pro', amount: 4900, currency: 'EUR', billedToName: 'Unit', ...period });
      await sweepOrganizations();
      expect(await isThere(organizationId), 'its events are still there').toBe(true);
      await sweep();
      await sweepOrganizations();
      await sweepOrganizations();
      expect([await restorable.files(), await restorable.rows(), await isThere(restorable.organizationId)]).toEqual([6, 3, true]);
      expect([await over.files(), await over.rows(), await isThere(organizationId), await deps.storage.size(avatar)]).toEqual([
        0,
        0,
        false,
        null,
      ]);
      for (const { userId } of [over.owner, over.guest]) {
        const [person] = await deps.db.select().from(users).where(eq(users.id, userId));
        expect(person).toMatchObject({ disabledAt: null, deletedAt: null });
        expect(await deps.db.select().from(memberships).where(eq(memberships.userId, userId))).toEqual([]);
      }
      const [invoice] = await deps.db.select().from(invoices).where(eq(invoices.id, id));
      expect(invoice).toMatchObject({ organizationId: null, billedToName: 'Unit' });
      const trail = await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, organizationId));
      expect(trail.map(({ action }) => action)).toEqual(['event.purge', 'organization.purge']);
    });

    it('but not one with a running subscription at a provider, which would be forgotten', async () => {
      const { organizationId } = await eventDeleted(null);
      await deleteOrganization(organizationId, 32);
      await sweep();
      await deps.db.insert(paymentAccounts).values({ organizationId, customerId: `cus_${organizationId}`, status: 'active' });
      const stripe = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', baseUrl: new URL('http://127.0.0.1:9') };
      const connected = organizationJobs({ ...deps, config: { ...deps.config, stripe } })['sweep-deleted-organizations'];
      const warned = vi.spyOn(deps.log, 'warn');
      await connected({}, new AbortController().signal);
      expect(await isThere(organizationId)).toBe(true);
      expect(warned.mock.calls).toEqual([[{ organizationIds: [organizationId] }, expect.stringContaining('subscription')]]);
      await deps.db.update(paymentAccounts).set({ status: null }).where(eq(paymentAccounts.organizationId, organizationId));
      await connected({}, new AbortController().signal);
      expect(await isThere(organizationId)).toBe(false);
    });
  });
});

describe('photos that were not derived', () => {
  const keysOfJobs = async () => {
    const { rows } = await deps.pool.query<{ key: string }>('select key from graphile_worker.jobs where attempts < max_attempts');
    return rows.map((row) => row.key.replace('derive-photo:', '')).sort();
  };

  it('are queued again; those that are being tried, are prepared, deleted or new are left alone', async () => {
    const { eventId, guest } = await eventWithMembers(deps);
    const add = async (changes: Partial<typeof photos.$inferInsert> = {}) => {
      const { id } = await createPhoto(deps, eventId, guest.userId, { state: 'processing' });
      await deps.db
        .update(photos)
        .set({ uploadedAt: new Date(Date.now() - 2 * 3600_000), ...changes })
        .where(eq(photos.id, id));
      return id;
    };
    const queue = (photoId: string) => deps.jobs.add(deps.db, 'derive-photo', { photoId }, { key: `derive-photo:${photoId}` });
    const [without, givenUp, tried] = [await add(), await add(), await add()];
    await add({ state: 'ready' });
    await add({ state: 'unreadable' });
    await add({ deletedAt: new Date() });
    await add({ uploadedAt: new Date() });
    await queue(givenUp);
    await queue(tried);
    await deps.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [`derive-photo:${givenUp}`]);
    expect(await keysOfJobs()).toEqual([tried]);
    for (let repeat = 0; repeat < 2; repeat++) {
      await photoJobs(deps)['requeue-photos']({}, new AbortController().signal);
      expect(await keysOfJobs()).toEqual([without, givenUp, tried].sort());
    }
  });
});
