// Undoing a deletion: permission, time limit and result.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCounters } from '#server/db/schema/events.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { listChanges, recordChange } from '#server/events/changes-repository.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { galleryCalls } from '#server/photos/operations/gallery.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createPhoto, eventWithMembers, type EventWithMembers, viewerOf } from '#tests/support/factories/database.ts';
import { answerOf, callOf, uncachedPictureAccess } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const shoot = async (scene: EventWithMembers, changes: Partial<typeof photos.$inferInsert> = {}) => {
  const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, changes);
  await deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'added', photo.id, { photos: 1, bytes: photo.bytes }));
  return photo;
};
const remove = async (scene: EventWithMembers, who: Viewer, ids: string[]) =>
  answerOf(await deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(who, { id: scene.eventId }, { body: { ids } })));
const toTrash = async (scene: EventWithMembers, who: Viewer, ids: string[]) =>
  answerOf(await deletionCalls(deps).deletePhotos(callOf<'deletePhotos'>(who, { id: scene.eventId }, { body: { ids, to_trash: true } })));
const restore = async (scene: EventWithMembers, who: Viewer, ids: string[]) => {
  const call = callOf<'restorePhotos'>(who, { id: scene.eventId }, { body: { ids } });
  const { restored, refused } = answerOf(await deletionCalls(deps).restorePhotos(call));
  return { restored: restored.map(({ id }) => id), refused };
};
const read = async (scene: EventWithMembers, photoId: string) =>
  answerOf(await galleryCalls(deps, uncachedPictureAccess(deps)).getPhoto(callOf<'getPhoto'>(scene.guest, { id: scene.eventId, photoId })));
const age = (photoId: string, minutes: number) =>
  deps.db
    .update(photos)
    .set({ deletedAt: sql`now() - ${minutes} * interval '1 minute'` })
    .where(eq(photos.id, photoId));

const sweep = () => photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
const DAY_MINUTES = 24 * 60;

describe('a deletion into the trash', () => {
  it('takes the photo out of its gallery at once, and is taken back for 30 days; the files wait for as long', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    await deps.storage.put(storageKeys.original(photo), Buffer.from('x'));
    await toTrash(scene, scene.guest, [photo.id]);
    await expect(read(scene, photo.id)).rejects.toMatchObject({ status: 410, code: 'photo_deleted' });
    await age(photo.id, 30 * DAY_MINUTES - 1);
    await sweep();
    expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [photo.id], refused: [] });
    expect(await deps.storage.size(storageKeys.original(photo))).toBe(1);

    // Deleted again in the event's gallery, it can be restored for minutes only.
    await remove(scene, scene.guest, [photo.id]);
    await age(photo.id, 26);
    expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [], refused: [photo.id] });
  });

  it('is over after 30 days, and the sweep takes the files', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    await deps.storage.put(storageKeys.original(photo), Buffer.from('x'));
    await toTrash(scene, scene.guest, [photo.id]);
    await age(photo.id, 30 * DAY_MINUTES + 1);
    expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [], refused: [photo.id] });
    await age(photo.id, 30 * DAY_MINUTES + 31);
    await sweep();
    expect(await deps.storage.size(storageKeys.original(photo))).toBeNull();
  });

  it('is undone by the person who deleted, and by colleagues if the organization deleted another’s photo', async () => {
    const scene = await eventWithMembers(deps);
    const { userId } = await createMembership(deps, scene.organizationId, { role: 'member' });
    const colleague = await viewerOf(deps, userId);
    const [byAuthor, byOwner, ownersOwn] = [await shoot(scene), await shoot(scene), await shoot(scene, { uploaderId: scene.owner.userId })];
    await toTrash(scene, scene.guest, [byAuthor.id]);
    await toTrash(scene, scene.owner, [byOwner.id, ownersOwn.id]);
    const all = [byAuthor.id, byOwner.id, ownersOwn.id];
    expect((await restore(scene, scene.guest, [byOwner.id, ownersOwn.id])).restored).toEqual([]);
    expect((await restore(scene, colleague, all)).restored).toEqual([byOwner.id]);
    expect((await restore(scene, scene.owner, all)).restored.toSorted()).toEqual([byOwner.id, ownersOwn.id].toSorted());
    expect((await restore(scene, scene.guest, all)).restored).toContain(byAuthor.id);
  });
});

describe('a deletion that is taken back', () => {
  it('leaves everything as it was: status, likes, count; streams hear of the photo again', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene, { likes: 1 });
    await deps.db.insert(photoLikes).values({ photoId: photo.id, userId: scene.owner.userId });
    await remove(scene, scene.guest, [photo.id]);
    await expect(read(scene, photo.id)).rejects.toMatchObject({ status: 410, code: 'photo_deleted' });
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [photo.id], refused: [] });

    expect(await read(scene, photo.id)).toMatchObject({ id: photo.id, status: 'approved', state: 'ready', likes: 1 });
    const [counter] = await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, scene.eventId));
    expect(counter).toMatchObject({ photosCount: 1 });
    const changes = await listChanges(deps.db, scene.eventId, 0, 10);
    expect(changes.map(({ kind, photoId }) => [kind, photoId])).toEqual([
      ['added', photo.id],
      ['removed', photo.id],
      ['added', photo.id],
    ]);
    const trail = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, photo.id)).orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(['photo.delete', 'photo.restore']);
  });

  it('is limited to the person who deleted the photo', async () => {
    const scene = await eventWithMembers(deps);
    const [byAuthor, byOrganization] = [await shoot(scene), await shoot(scene)];
    await remove(scene, scene.guest, [byAuthor.id]);
    await remove(scene, scene.owner, [byOrganization.id]);
    const both = [byAuthor.id, byOrganization.id];
    expect(await restore(scene, scene.owner, both)).toEqual({ restored: [byOrganization.id], refused: [byAuthor.id] });
    expect(await restore(scene, scene.guest, [byAuthor.id])).toEqual({ restored: [byAuthor.id], refused: [] });
    const elsewhere = await eventWithMembers(deps);
    await remove(scene, scene.owner, [byOrganization.id]);
    expect(await restore(elsewhere, elsewhere.owner, [byOrganization.id])).toEqual({ restored: [], refused: [byOrganization.id] });
  });

  it('is possible for 25 minutes; a sweep removes the files only later', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene);
    await deps.storage.put(storageKeys.original(photo), Buffer.from('x'));
    const sweep = () => photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
    await remove(scene, scene.guest, [photo.id]);
    await age(photo.id, 24);
    await sweep();
    expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [photo.id], refused: [] });
    await sweep();
    expect(await deps.storage.size(storageKeys.original(photo))).toBe(1);

    await remove(scene, scene.guest, [photo.id]);
    await age(photo.id, 26);
    expect(await restore(scene, scene.guest, [photo.id])).toEqual({ restored: [], refused: [photo.id] });
    await age(photo.id, 31);
    await sweep();
    expect(await deps.storage.size(storageKeys.original(photo))).toBeNull();
    await age(photo.id, 0);
    expect(await restore(scene, scene.guest, [photo.id]), 'its files are gone').toEqual({ restored: [], refused: [photo.id] });
  });

  it('of a photo that was not prepared yet has it prepared', async () => {
    const scene = await eventWithMembers(deps);
    const photo = await shoot(scene, { state: 'processing' });
    await remove(scene, scene.guest, [photo.id]);
    await restore(scene, scene.guest, [photo.id]);
    const { rows } = await deps.pool.query('select key from graphile_worker.jobs where key = $1', [`derive-photo:${photo.id}`]);
    expect(rows).toHaveLength(1);
  });
});
