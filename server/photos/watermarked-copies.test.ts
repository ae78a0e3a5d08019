// Copies of photos with a watermark on them: made when they are asked for, swept when their watermark is over.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '#server/db/schema/organizations.ts';
import { watermarkedCopies, photos } from '#server/db/schema/photos.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { outcome } from '#tests/support/operations.ts';
import { allDark, light, lightness, openWatermarks, wholeOf, type MarkedPhoto, type TestWatermarks } from '#tests/support/watermarks.ts';

let deps: TestDeps;
let given: TestWatermarks;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarks(deps);
}, 120_000);
afterAll(async () => {
  derivativesOf(deps).close();
  await deps.dispose();
}, 60_000);

describe('copies with a watermark', () => {
  const copiesOf = (photo: MarkedPhoto) => deps.db.select().from(watermarkedCopies).where(eq(watermarkedCopies.photoId, photo.id));
  const aged = (photo: MarkedPhoto) =>
    deps.db.execute(sql`update marked_copies set made_at = now() - interval '1 hour' where photo_id = ${photo.id}`);
  const sweep = () => photoJobs(deps)['sweep-watermarks']({}, new AbortController().signal);
  const keyOf = ({ photoId, mark, variant }: typeof watermarkedCopies.$inferSelect) => storageKeys.watermarked(photoId, mark, variant);

  it('are made once, however many ask at once', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    const files = await Promise.all(Array.from({ length: 12 }, () => given.get(scene.guest, scene, photo, 'thumb')));
    expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(await copiesOf(photo)).toHaveLength(1);
  });

  it('are never replaced by the clean picture: a failed copy is not served', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    await deps.storage.delete(storageKeys.thumb(photo.id));
    expect(await outcome(given.get(scene.guest, scene, photo, 'thumb'))).toBe('not_ready');
    // A picture that was lost with the disk, or is being replaced.
    const [row] = await deps.db.select().from(organizations).where(eq(organizations.id, scene.organizationId));
    const hash = row?.watermarkUrl?.split('/').at(-1) ?? '';
    await deps.storage.delete(storageKeys.organizationPicture(scene.organizationId, hash, 'png'));
    for (const variant of ['preview', 'download'] as const)
      expect(await outcome(given.get(scene.guest, scene, photo, variant))).toBe('not_ready');
    expect(await lightness((await given.get(scene.owner, scene, photo, 'preview')).bytes)).toEqual(allDark);
  });

  it('end whole when the watermark changes while they are sent, and the next one is the new', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    const { stream } = await given.send(scene.guest, scene, photo, 'download');
    await given.setMark(scene, { position: 'top-left' });
    await aged(photo);
    await sweep();
    const next = await given.get(scene.guest, scene, photo, 'download');
    expect(await lightness(await wholeOf(stream))).toEqual({ ...allDark, bottomRight: light });
    expect(await lightness(next.bytes)).toEqual({ ...allDark, topLeft: light });
  });

  it('of a watermark that is over are swept, those in force stay', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    for (const variant of ['thumb', 'download'] as const) await given.get(scene.guest, scene, photo, variant);
    const old = await copiesOf(photo);
    await given.setMark(scene, { position: 'center' });
    await given.get(scene.guest, scene, photo, 'thumb');
    await sweep();
    expect(await copiesOf(photo), 'recent copies may still be in progress').toHaveLength(3);
    await aged(photo);
    await sweep();
    const left = await copiesOf(photo);
    expect(left.map(({ variant }) => variant)).toEqual(['thumb']);
    for (const copy of old) expect(await deps.storage.size(keyOf(copy))).toBeNull();
    expect(await deps.storage.size(keyOf(left[0]!))).toBeGreaterThan(0);
    await given.setMark(scene, { enabled: false });
    await sweep();
    expect(await copiesOf(photo)).toEqual([]);
    expect(await lightness((await given.get(scene.owner, scene, photo, 'download')).bytes)).toEqual(allDark);
  });

  it('go with their photo', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    await given.get(scene.guest, scene, photo, 'thumb');
    const [copy] = await copiesOf(photo);
    await deps.db
      .update(photos)
      .set({ deletedAt: new Date(Date.now() - 3600_000) })
      .where(eq(photos.id, photo.id));
    expect(await outcome(given.get(scene.guest, scene, photo, 'thumb'))).toBe('photo_deleted');
    await photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
    expect([await deps.storage.size(keyOf(copy!)), await copiesOf(photo)]).toEqual([null, []]);
  });
});
