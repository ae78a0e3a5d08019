// Jobs that put right what was cut: uploads nobody finished, bytes whose commit died, photos whose preparation was given up.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photos } from '#server/db/schema/photos.ts';
import { derivativesOf } from '#server/photos/derivatives.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { noteMove } from '#server/photos/upload-records.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { addPhotoRow, photoRow } from '#tests/support/photo-rows.ts';
import { leaveUpload, makePhotoWorld } from '#tests/support/photo-world.ts';

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
    const userId = await addUser(deps);
    const leave = async (complete: boolean, hours: number) => {
      const id = await leaveUpload(deps, userId, Buffer.from('bytes'), complete ? 5 : 500);
      await age(id, hours);
      return id;
    };
    const made = [await leave(false, 23), await leave(false, 25), await leave(true, 25), await leave(true, WEEK + 1)] as const;
    await sweepUploads();
    const { rows } = await deps.pool.query<{ id: string }>('select id from uploads where user_id = $1', [userId]);
    expect(rows.map((row) => row.id).sort()).toEqual([made[0], made[2]].sort());
  });

  it('takes incomplete ones after a week, however often they are touched', async () => {
    const userId = await addUser(deps);
    const [young, old] = [await leaveUpload(deps, userId, Buffer.from('b'), 500), await leaveUpload(deps, userId, Buffer.from('b'), 500)];
    await deps.db.execute(sql`update uploads set created_at = now() - interval '169 hours' where id = ${old}`);
    await sweepUploads();
    const { rows } = await deps.pool.query<{ id: string }>('select id from uploads where user_id = $1', [userId]);
    expect(rows.map((row) => row.id)).toEqual([young]);
  });

  /** What a commit leaves that is killed after it moved the bytes and before its transaction ended. */
  const cutCommit = async (eventId: string, userId: string) => {
    const photo = photoRow(eventId, userId);
    const key = storageKeys.original({ id: photo.id ?? '', sha256: photo.sha256 });
    const uploadId = await leaveUpload(deps, userId, Buffer.from('bytes'));
    await noteMove(deps.db, uploadId, key);
    await deps.storage.put(key, Buffer.from('bytes'));
    const folder = path.join(deps.config.dataDir, 'uploads');
    for (const name of [uploadId, `${uploadId}.json`]) rmSync(path.join(folder, name));
    return { photo, key, uploadId };
  };

  it('takes the bytes of a commit that was cut and never repeated, after a week', async () => {
    const { eventId, guest } = await makePhotoWorld(deps);
    const { key, uploadId } = await cutCommit(eventId, guest.userId);
    await age(uploadId, WEEK - 1);
    await sweepUploads();
    expect(await deps.storage.size(key)).toBe(5);
    await age(uploadId, WEEK + 1);
    await sweepUploads();
    expect(await deps.storage.size(key)).toBeNull();
  });

  it('leaves them when the photo was delivered by another upload since, or is being delivered', async () => {
    const { eventId, guest } = await makePhotoWorld(deps);
    const [delivered, delivering] = [await cutCommit(eventId, guest.userId), await cutCommit(eventId, guest.userId)];
    await addPhotoRow(deps, eventId, guest.userId, delivered.photo);
    await noteMove(deps.db, await leaveUpload(deps, guest.userId, Buffer.from('bytes')), delivering.key);
    for (const { uploadId } of [delivered, delivering]) await age(uploadId, WEEK + 1);
    await sweepUploads();
    for (const { key, uploadId } of [delivered, delivering]) {
      expect(await deps.storage.size(key)).toBe(5);
      expect((await deps.pool.query('select from uploads where id = $1', [uploadId])).rowCount).toBe(0);
    }
  });
});

describe('photos whose preparation was given up', () => {
  const keysOfJobs = async () => {
    const { rows } = await deps.pool.query<{ key: string }>('select key from graphile_worker.jobs where attempts < max_attempts');
    return rows.map((row) => row.key.replace('derive-photo:', '')).sort();
  };

  it('are queued again; those that are being tried, are prepared, deleted or new are left alone', async () => {
    const { eventId, guest } = await makePhotoWorld(deps);
    const add = async (changes: Partial<typeof photos.$inferInsert> = {}) => {
      const { id } = await addPhotoRow(deps, eventId, guest.userId, { state: 'processing' });
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
