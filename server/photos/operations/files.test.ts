// Thumbs from memory: never those of another photo, and never longer than their files.
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photos } from '#server/db/schema/photos.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';
import { outcome } from '#tests/support/operations.ts';
import { openWatermarks, type TestWatermarks } from '#tests/support/watermarks.ts';

let deps: TestDeps;
let given: TestWatermarks;
beforeAll(async () => {
  deps = await openTestDeps();
  given = await openWatermarks(deps);
}, 60_000);
afterAll(() => deps.dispose(), 60_000);

const thumbOf = (grey: number) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer();

it('two photos of the same bytes have separate thumbnails', async () => {
  const scene = await eventWithMembers(deps);
  const sha256 = createHash('sha256').update('the same').digest('hex');
  for (const grey of [20, 200]) {
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, { sha256, orientation: grey === 20 ? 0 : 90 });
    const thumb = await thumbOf(grey);
    await deps.storage.put(storageKeys.thumb(photo.id), thumb);
    const first = await given.get(scene.guest, scene, { ...photo, sha256 }, 'thumb');
    const again = await given.get(scene.guest, scene, { ...photo, sha256 }, 'thumb');
    expect([first.bytes.equals(thumb), again.bytes.equals(thumb)]).toEqual([true, true]);
  }
});

it('a thumbnail is read once, and not served after the photo’s deletion', async () => {
  const scene = await eventWithMembers(deps);
  const photo = await createPhoto(deps, scene.eventId, scene.guest.userId);
  await deps.storage.put(storageKeys.thumb(photo.id), await thumbOf(90));
  const see = () => outcome(given.get(scene.owner, scene, photo, 'thumb'));
  expect(await see()).toBe('done');
  await deps.storage.delete(storageKeys.thumb(photo.id));
  expect(await see()).toBe('done');
  const deleted = { deletedAt: new Date(), deletedBy: scene.owner.userId, inTrash: true };
  await deps.db.update(photos).set(deleted).where(eq(photos.id, photo.id));
  expect(await see()).toBe('not_ready');
});
