// The organization's watermark, compared by pixels: on all that people outside it are given, on nothing that its own people are.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventChanges, events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { storageKeys } from '#server/storage/storage.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';
import {
  allDark,
  DARK,
  emblem,
  light,
  lightness,
  openWatermarks,
  variants,
  wholeOf,
  type TestWatermarks,
} from '#tests/support/watermarks.ts';

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

describe.each(variants)('a %s', (variant) => {
  it('has the watermark for people outside, also for the photographer, and is clean for the organization', async () => {
    const { scene, photo } = await given.withPhoto();
    const before = await given.get(scene.guest, scene, photo, variant);
    expect(await lightness(before.bytes)).toEqual(allDark);
    await given.turnOn(scene);
    const [insider, outsider] = [await given.get(scene.owner, scene, photo, variant), await given.get(scene.guest, scene, photo, variant)];
    expect(await lightness(outsider.bytes)).toEqual({ ...allDark, bottomRight: light });
    // Not a pixel of theirs has changed.
    expect([insider.etag, insider.bytes.equals(before.bytes)]).toEqual([before.etag, true]);
    expect(outsider.etag).not.toBe(insider.etag);
    // Visitors of gallery links get these tags too.
    for (const { etag } of [insider, outsider]) expect(etag).not.toContain(photo.sha256.slice(0, 8));
    const sizeOf = async (bytes: Buffer) => (({ width, height }) => [width, height])(await sharp(bytes).metadata());
    expect(await sizeOf(outsider.bytes)).toEqual(await sizeOf(insider.bytes));
  });

  it('follows a change at once, and cached copies of the previous watermark are not confirmed', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    const first = await given.get(scene.guest, scene, photo, variant);
    await given.setMark(scene, { position: 'top-left' });
    const second = await given.send(scene.guest, scene, photo, variant, first.etag);
    expect([second.status, second.etag === first.etag]).toEqual([200, false]);
    expect(await lightness(await wholeOf(second.stream))).toEqual({ ...allDark, topLeft: light });
    // The same watermark again has the same tag.
    await given.setMark(scene, { position: 'bottom-right' });
    expect((await given.send(scene.guest, scene, photo, variant, first.etag)).status).toBe(304);
    await given.setMark(scene, { enabled: false });
    const off = await given.send(scene.guest, scene, photo, variant, first.etag);
    expect(await lightness(await wholeOf(off.stream))).toEqual(allDark);
  });
});

describe('a watermark', () => {
  it('has the configured strength, and covers the whole photo if tiled', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene, { strength: 40 });
    const { bottomRight } = await lightness((await given.get(scene.guest, scene, photo, 'preview')).bytes);
    // 40 of a hundred of the way from the photo (36) to white.
    expect(Math.abs(bottomRight - (36 + 0.4 * (255 - 36)))).toBeLessThan(8);
    await given.setMark(scene, { position: 'tiled', size: 10, strength: 100 });
    const { bytes } = await given.get(scene.guest, scene, photo, 'preview');
    const { data } = await sharp(bytes).greyscale().resize(8, 8, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
    expect([...data].filter((value) => value > DARK).length, 'eighths of the photo with a part of it').toBeGreaterThan(56);
  });

  it('is in the square of a small picture that grids show, and in the corner of a large one', async () => {
    const { scene, photo } = await given.withPhoto({ width: 1600, height: 800 });
    await given.turnOn(scene, { size: 40 });
    const lightAt = async (variant: 'thumb' | 'preview', x: number) => {
      const { bytes } = await given.get(scene.guest, scene, photo, variant);
      const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      return (data[(Math.floor(info.height * 0.9) * info.width + Math.floor(info.width * x)) * info.channels] ?? 0) > DARK;
    };
    // The square in the middle ends at three quarters.
    expect([await lightAt('thumb', 0.7), await lightAt('thumb', 0.8)]).toEqual([true, false]);
    expect([await lightAt('preview', 0.55), await lightAt('preview', 0.9)]).toEqual([false, true]);
  });

  it('fits on any photo, however narrow', async () => {
    const scene = await eventWithMembers(deps);
    await given.turnOn(scene, { size: 80, position: 'tiled' });
    const bytes = await sharp({ create: { width: 3, height: 900, channels: 3, background: '#202428' } })
      .png()
      .toBuffer();
    const photo = await createPhoto(deps, scene.eventId, scene.guest.userId, { contentType: 'image/png', state: 'ready' });
    await deps.storage.put(storageKeys.original(photo), bytes);
    await derivativesOf(deps).derive({ ...photo, orientation: 0 });
    for (const position of ['tiled', 'top-left', 'center']) {
      await given.setMark(scene, { position });
      for (const variant of ['thumb', 'download'] as const)
        expect((await given.get(scene.guest, scene, photo, variant)).bytes.length).toBeGreaterThan(100);
    }
  });

  it('never touches the original, which stays its author’s', async () => {
    const { scene, photo } = await given.withPhoto();
    await given.turnOn(scene);
    await given.get(scene.guest, scene, photo, 'download');
    for (const who of [scene.guest, scene.owner]) {
      const original = await given.send(who, scene, photo, 'original');
      expect(
        createHash('sha256')
          .update(await wholeOf(original.stream))
          .digest('hex'),
      ).toBe(photo.sha256);
    }
  });

  it('is on the cover in the preview of a code', async () => {
    const { scene, photo } = await given.withPhoto();
    await deps.db.update(events).set({ coverPhotoId: photo.id }).where(eq(events.id, scene.eventId));
    const [event] = await deps.db.select().from(events).where(eq(events.id, scene.eventId));
    const cover = async () => {
      const call = callOf<'getJoinCover'>(scene.owner, { code: event?.joinCode ?? '' });
      return lightness(await wholeOf(((await given.operations.getJoinCover(call)) as { stream: Readable }).stream));
    };
    expect(await cover()).toEqual(allDark);
    await given.turnOn(scene);
    expect(await cover()).toEqual({ ...allDark, bottomRight: light });
  });

  it('is part of each photo and event, so that their pictures have other URLs', async () => {
    const { scene, photo } = await given.withPhoto();
    const told = async (who: Viewer) => {
      const answer = (await given.operations.getPhoto(callOf<'getPhoto'>(who, { id: scene.eventId, photoId: photo.id }))) as {
        body: { watermark: string | null };
      };
      return answer.body.watermark;
    };
    expect(await told(scene.guest)).toBeNull();
    await given.turnOn(scene);
    const first = await told(scene.guest);
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(await told(scene.owner)).toBeNull();
    await given.setMark(scene, { strength: 30 });
    expect(await told(scene.guest)).not.toBe(first);
    // Readers reload the gallery once for each watermark, never for an equal one.
    await given.setMark(scene, { text: 'Unit', enabled: true });
    const changes = await deps.db.select().from(eventChanges).where(eq(eventChanges.eventId, scene.eventId)).orderBy(eventChanges.seq);
    expect(changes.map(({ kind }) => kind)).toEqual(['event', 'reset', 'event', 'reset']);
  });

  it('that is enabled requires a picture, which can’t be removed', async () => {
    const scene = await eventWithMembers(deps);
    expect(await outcome(given.setMark(scene, { enabled: true }))).toBe('watermark_incomplete');
    expect(await outcome(given.setMark(scene, { enabled: true, source: 'logo' }))).toBe('watermark_incomplete');
    await given.turnOn(scene);
    for (const changes of [{ text: 'Another' }, { text: '' }, { source: 'logo' }])
      expect(await outcome(given.setMark(scene, changes)), JSON.stringify(changes)).toBe('watermark_incomplete');
    const withoutPicture = deps.db.update(organizations).set({ watermarkUrl: null }).where(eq(organizations.id, scene.organizationId));
    await expect(withoutPicture).rejects.toThrow();
  });

  it('may be the logo, and follows it', async () => {
    const { scene, photo } = await given.withPhoto();
    const upload = (body: string) =>
      given.ask(
        'uploadOrganizationLogo',
        scene.owner.userId,
        { orgId: scene.organizationId },
        { body: { file: Buffer.from(body, 'base64') } },
      );
    await upload(given.white);
    await given.setMark(scene, { enabled: true, source: 'logo', position: 'bottom-right', strength: 100 });
    expect(await lightness((await given.get(scene.guest, scene, photo, 'thumb')).bytes)).toEqual({ ...allDark, bottomRight: light });
    await upload(await emblem(120));
    const { bottomRight } = await lightness((await given.get(scene.guest, scene, photo, 'thumb')).bytes);
    expect(Math.abs(bottomRight - 120)).toBeLessThan(8);
    const remove = given.ask(
      'updateOrganizationSettings',
      scene.owner.userId,
      { orgId: scene.organizationId },
      { body: { branding: { logo_url: null } } },
    );
    expect(await outcome(remove)).toBe('watermark_incomplete');
  });
});
