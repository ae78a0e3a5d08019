// Imported files: good ones arrive upright and without private metadata, bad ones show a reason and do not block the others.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestInfo } from '@playwright/test';
import exifr from 'exifr';
import sharp from 'sharp';
import type { components } from '#openapi/api.ts';
import { gallery, originalHash, type Person } from '#tests/support/api.ts';
import { waitForDelivery, openCamera, readOutbox, signIn } from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { choose, importCard } from '#tests/support/import-steps.ts';
import { picture, sha256 } from '#tests/support/pictures.ts';
import { root } from '#tests/support/source.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

type Photo = components['schemas']['Photo'];

/** The person's own photos by their hash, once none is being prepared any more. */
async function arrived(person: Person, eventId: string, count: number): Promise<Map<string, Photo>> {
  const own = async () => (await gallery(person, eventId)).filter(({ uploader }) => uploader.id === person.id);
  await expect
    .poll(async () => (await own()).filter(({ state }) => state !== 'processing').length, { message: 'all are prepared', timeout: 60_000 })
    .toBe(count);
  return new Map((await own()).map((photo) => [photo.sha256, photo]));
}

async function fileOf(person: Person, { event_id, id }: Photo, variant: 'thumb' | 'preview' | 'download'): Promise<Buffer> {
  const answer = await person.fetch(`/api/v1/event/${event_id}/photos/${id}/${variant}`);
  expect(answer.status, `${variant} of ${id}`).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** All location metadata of the file, from two readers that support different formats. */
async function placeIn(bytes: Buffer): Promise<unknown> {
  const { exif } = await sharp(bytes, { failOn: 'none' }).metadata();
  const tiff = exif?.subarray(exif.subarray(0, 4).toString('latin1') === 'Exif' ? 6 : 0);
  const inExif = tiff && (await exifr.gps(tiff));
  return inExif ?? (await exifr.gps(bytes).catch(noSuchFormat));
}

function noSuchFormat(error: unknown): undefined {
  if (error instanceof Error && /Unknown file format/.test(error.message)) return undefined;
  throw error;
}

/** Small, upright and without fine color detail, to compare two renderings of the same picture. */
const sketch = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'none' })
    .rotate()
    .flatten({ background: '#fff' })
    .resize(24, 24, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();

async function differenceOf(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = await Promise.all([sketch(a), sketch(b)]);
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

/**
 * Other people get upright pixels without an orientation tag and without location. @param original if this machine can decode it, the pictures
 * are compared as well
 */
async function expectGood(viewer: Person, photo: Photo, original: Buffer | null): Promise<void> {
  expect(photo.state, photo.unreadable_reason ?? '').toBe('ready');
  for (const variant of ['thumb', 'preview'] as const) {
    const bytes = await fileOf(viewer, photo, variant);
    const { width, height, orientation, exif, xmp, iptc } = await sharp(bytes).metadata();
    expect({ orientation: orientation ?? 1, exif, xmp, iptc }, variant).toEqual({ orientation: 1 });
    expect(Math.max(width, height)).toBeLessThanOrEqual(variant === 'thumb' ? 320 : 1600);
    expect(width / height, `the shape of the ${variant}`).toBeCloseTo(photo.width! / photo.height!, 1);
    expect(await placeIn(bytes)).toBeUndefined();
    if (original) expect(await differenceOf(bytes, original), `the ${variant} shows the picture upright`).toBeLessThan(8);
  }
  expect(await placeIn(await fileOf(viewer, photo, 'download')), 'the download contains no location').toBeUndefined();
}

function onDisk(info: TestInfo, name: string, bytes: Uint8Array): string {
  const folder = info.outputPath('files');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test('mixed files: good ones arrive, bad ones show a reason, none blocks another', { tag: '@core' }, async ({ page, serverUrl }, info) => {
  test.setTimeout(240_000);
  const night = await newIsolatedEvent(serverUrl);
  const [guest, other] = await Promise.all([night.newGuest(), night.newGuest()]);
  const good = [
    await picture({ orientation: 6 }),
    await picture({ orientation: 3, width: 500, height: 400 }),
    await picture({ format: 'png' }),
    await picture({ format: 'webp' }),
    await picture({ format: 'avif' }),
  ];
  for (const { bytes } of good) expect(await placeIn(bytes), 'there is a place to be removed').toBeDefined();
  const { bytes: whole } = await picture({ noise: true });
  const torn = whole.subarray(0, Math.round(whole.length * 0.6));
  const tooBig = Buffer.concat([whole, Buffer.alloc(50 * 1024 * 1024 + 1 - whole.length)]);

  await signIn(page, guest.email);
  await openCamera(page, night.id);
  await choose(page, [
    onDisk(info, 'note.jpg', Buffer.from('Bring the long lens.\n')),
    onDisk(info, 'torn.jpg', torn),
    onDisk(info, 'big.jpg', tooBig),
    onDisk(info, 'empty.jpg', Buffer.alloc(0)),
    ...good.map(({ fileName, bytes }) => onDisk(info, fileName, bytes)),
  ]);
  const card = importCard(page);
  await expect(card.getByRole('status')).toContainText('6 photos saved on this phone, 3 couldn’t be imported', { timeout: 60_000 });
  await card.getByText('Show file names').click();
  await expect(card.getByRole('listitem')).toHaveText([
    /note\.jpg\s*Not a JPEG, PNG, WebP, AVIF or HEIC photo/,
    /big\.jpg\s*51 MB\. The limit is 50 MB/,
    /empty\.jpg\s*The file is empty/,
  ]);
  await waitForDelivery(page);
  const photos = await arrived(guest, night.id, 6);
  expect([...photos.keys()].toSorted()).toEqual([...good.map((one) => one.sha256), sha256(torn)].toSorted());

  for (const { sha256: hash, bytes, contentType } of good) {
    const photo = photos.get(hash)!;
    expect(photo.content_type).toBe(contentType);
    await expectGood(other, photo, bytes);
    expect(await originalHash(guest, night.id, photo.id)).toBe(hash);
  }
  const turned = photos.get(good[0]!.sha256)!;
  expect([turned.width, turned.height]).toEqual([480, 640]);

  await test.step('the truncated one is named in the queue, and "all stored" is not shown', async () => {
    const status = page.getByRole('button', { name: /Open queue/ });
    await expect(status).toHaveText('1 damaged file', { timeout: 30_000 });
    await status.click();
    const queue = page.getByRole('dialog', { name: 'Queue' });
    await expect(queue.getByRole('list', { name: 'Damaged files' })).toContainText('torn.jpg');
    await expect(queue).not.toContainText('verified');
    await queue.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the truncated one is stored for its author, with its reason, and is not shown to others', async () => {
    const photo = photos.get(sha256(torn))!;
    expect(photo.state).toBe('unreadable');
    expect(photo.unreadable_reason).toMatch(/\w+/);
    expect(await originalHash(guest, night.id, photo.id)).toBe(sha256(torn));
    expect((await gallery(other, night.id)).some(({ id }) => id === photo.id)).toBe(false);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await expect(page.locator(`[data-photo="${photo.id}"]`)).toHaveAccessibleName(/can’t be shown/);
    await expect(page.locator(`[data-photo="${photo.id}"]`)).toContainText('Damaged file');
    await page.locator(`[data-photo="${photo.id}"]`).click();
    await expect(page.getByRole('dialog', { name: 'Photo' })).toContainText(photo.unreadable_reason!);
  });
});

test('files dropped on a desktop are imported as well', async ({ deskPage: page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const { bytes, sha256: hash } = await picture();
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.fromBase64(content)], 'dropped.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, bytes.toString('base64'));
  const area = page.getByRole('region', { name: 'Camera' });
  await area.dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.getByText('Drop photos to import them')).toBeVisible();
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await waitForDelivery(page);
  await expect.poll(async () => (await readOutbox(page)).receipts.map((receipt) => receipt.sha256)).toEqual([hash]);
});

const photographs = path.resolve(root, '../shared/photos');

/** Photographs of real phones and cameras, when they lie beside the repository. */
test('real photographs, whole and broken', async ({ page, serverUrl }, info) => {
  test.skip(!existsSync(photographs), `there are no photographs at ${photographs}`);
  test.setTimeout(240_000);
  const night = await newIsolatedEvent(serverUrl);
  const [guest, other] = await Promise.all([night.newGuest(), night.newGuest()]);
  // The broken one first: it must not block the others.
  const names = readdirSync(photographs)
    .filter((name) => /\.(jpe?g|hei[cf])$/i.test(name))
    .toSorted((a, b) => Number(b === 'corrupted.jpg') - Number(a === 'corrupted.jpg'));
  const bytesOf = new Map(names.map((name) => [name, readFileSync(path.join(photographs, name))]));
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  await choose(
    page,
    names.map((name) => path.join(photographs, name)),
  );
  await expect(importCard(page).getByRole('status')).toContainText(`${names.length} photos saved on this phone`, { timeout: 120_000 });
  await waitForDelivery(page, 120_000);
  const photos = await arrived(guest, night.id, names.length);
  info.annotations.push({ type: 'photographs', description: `${names.length} of ${photographs}` });

  for (const [name, bytes] of bytesOf) {
    await test.step(name, async () => {
      const photo = photos.get(sha256(bytes));
      expect(photo, 'it arrived').toBeDefined();
      if (name === 'corrupted.jpg') {
        expect(photo!.state).toBe('unreadable');
        expect(photo!.unreadable_reason).toMatch(/\w+/);
        return;
      }
      await expectGood(other, photo!, /\.hei[cf]$/i.test(name) ? null : bytes);
    });
  }
  const portrait = photos.get(sha256(bytesOf.get('portrait_8.jpg')!))!;
  expect(portrait.height!, 'the portrait is upright').toBeGreaterThan(portrait.width!);
});
