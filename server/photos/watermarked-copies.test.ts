// Copies of photos with a watermark on them: made when they are asked for, swept when their watermark is over.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '#server/db/schema/organizations.ts';
import { watermarkedCopies, photos } from '#server/db/schema/photos.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { outcome } from '#tests/support/event-world.ts';
import {
  allDark,
  light,
  lightness,
  openWatermarkWorld,
  wholeOf,
  type MarkedPhoto,
  type WatermarkWorld,
} from '#tests/support/watermark-world.ts';

let deps: TestDeps;
let given: WatermarkWorld;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarkWorld(deps);
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
    const { world, photo } = await given.withPhoto();
    await given.turnOn(world);
    const files = await Promise.all(Array.from({ length: 12 }, () => given.get(world.guest, world, photo, 'thumb')));
    expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(await copiesOf(photo)).toHaveLength(1);
  });

  it('are never replaced by the clean picture: a failed copy is not served', async () => {
    const { world, photo } = await given.withPhoto();
    await given.turnOn(world);
    await deps.storage.delete(storageKeys.thumb(photo.id));
    expect(await outcome(given.get(world.guest, world, photo, 'thumb'))).toBe('not_ready');
    // A picture that was lost with the disk, or is being replaced.
    const [row] = await deps.db.select().from(organizations).where(eq(organizations.id, world.organizationId));
    const hash = row?.watermarkUrl?.split('/').at(-1) ?? '';
    await deps.storage.delete(storageKeys.organizationPicture(world.organizationId, hash, 'png'));
    for (const variant of ['preview', 'download'] as const)
      expect(await outcome(given.get(world.guest, world, photo, variant))).toBe('not_ready');
    expect(await lightness((await given.get(world.owner, world, photo, 'preview')).bytes)).toEqual(allDark);
  });

  it('end whole when the watermark changes while they are sent, and the next one is the new', async () => {
    const { world, photo } = await given.withPhoto();
    await given.turnOn(world);
    const { stream } = await given.send(world.guest, world, photo, 'download');
    await given.setMark(world, { position: 'top-left' });
    await aged(photo);
    await sweep();
    const next = await given.get(world.guest, world, photo, 'download');
    expect(await lightness(await wholeOf(stream))).toEqual({ ...allDark, bottomRight: light });
    expect(await lightness(next.bytes)).toEqual({ ...allDark, topLeft: light });
  });

  it('of a watermark that is over are swept, those in force stay', async () => {
    const { world, photo } = await given.withPhoto();
    await given.turnOn(world);
    for (const variant of ['thumb', 'download'] as const) await given.get(world.guest, world, photo, variant);
    const old = await copiesOf(photo);
    await given.setMark(world, { position: 'center' });
    await given.get(world.guest, world, photo, 'thumb');
    await sweep();
    expect(await copiesOf(photo), 'recent copies may still be in progress').toHaveLength(3);
    await aged(photo);
    await sweep();
    const left = await copiesOf(photo);
    expect(left.map(({ variant }) => variant)).toEqual(['thumb']);
    for (const copy of old) expect(await deps.storage.size(keyOf(copy))).toBeNull();
    expect(await deps.storage.size(keyOf(left[0]!))).toBeGreaterThan(0);
    await given.setMark(world, { enabled: false });
    await sweep();
    expect(await copiesOf(photo)).toEqual([]);
    expect(await lightness((await given.get(world.owner, world, photo, 'download')).bytes)).toEqual(allDark);
  });

  it('go with their photo', async () => {
    const { world, photo } = await given.withPhoto();
    await given.turnOn(world);
    await given.get(world.guest, world, photo, 'thumb');
    const [copy] = await copiesOf(photo);
    await deps.db
      .update(photos)
      .set({ deletedAt: new Date(Date.now() - 3600_000) })
      .where(eq(photos.id, photo.id));
    expect(await outcome(given.get(world.guest, world, photo, 'thumb'))).toBe('photo_deleted');
    await photoJobs(deps)['sweep-deleted-photos']({}, new AbortController().signal);
    expect([await deps.storage.size(keyOf(copy!)), await copiesOf(photo)]).toEqual([null, []]);
  });
});
