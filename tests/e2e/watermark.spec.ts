// An admin turns the watermark on while a guest looks at the gallery.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn as apiSignIn, deliver, freshSignIn, gallery, registerPerson } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { createEvent, newParticipant } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { sha256 } from '#tests/support/pictures.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo' });
const thumb = (page: Page, id: string) => page.locator(`[data-photo="${id}"] img`).first();

/** The lightest point of what an image shows, 0 to 255: these photos are dark, and watermarks white. */
const lightest = (page: Page, id: string) =>
  thumb(page, id).evaluate((image: HTMLImageElement) => {
    if (!image.complete || image.naturalWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((most, value, index) => (index % 4 === 3 ? most : Math.max(most, value)), 0);
  });
const isMarked = async (page: Page, id: string) => {
  const most = await lightest(page, id);
  return most === null ? null : most > 150;
};

async function downloaded(page: Page): Promise<Buffer> {
  const file = page.waitForEvent('download');
  await viewer(page).getByRole('button', { name: 'Download' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await file).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
const lightestOf = async (jpeg: Buffer) => Math.max(...(await sharp(jpeg).stats()).channels.slice(0, 3).map(({ max }) => max));

test('an outsider sees the watermark in the gallery and in downloads as soon as it is on; an insider never does', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const founder = await registerPerson(serverUrl, { organization: `Lyra ${randomUUID().slice(0, 6)}` });
  const platform = await apiSignIn(serverUrl, 'admin@demo.test');
  await platform.call('POST', `/api/v1/organizations/${founder.user.memberships[0]!.organization_id}/approve`);
  const owner = await freshSignIn(serverUrl, founder.email);
  const event = await createEvent(owner, { name: 'Lyra Night' });
  const guest = await newParticipant(serverUrl, event);
  const bytes = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#202428' } })
    .jpeg()
    .toBuffer();
  const { id } = await deliver(owner, event.id, { bytes, sha256: sha256(bytes), contentType: 'image/jpeg', fileName: 'dark.jpg' });
  await expect.poll(async () => (await gallery(guest, event.id))[0]?.state).toBe('ready');
  const phone = await (await newPhone()).page();

  await test.step('before, the guest’s phone has loaded and cached the photo without it', async () => {
    await signIn(phone, guest.email, `/event/${event.id}/gallery`);
    await waitForServiceWorker(phone);
    await phone.reload();
    await expect.poll(() => isMarked(phone, id)).toBe(false);
  });

  await test.step('the admin writes a text, sees it on a photo of theirs, and turns it on', async () => {
    await signIn(desk, owner.email, '/organization/settings?tab=watermark');
    await desk.getByRole('switch', { name: 'Add a watermark to photos' }).check();
    await desk.getByRole('button', { name: 'Save changes' }).click();
    await expect(desk.getByText('Enter the watermark text.')).toBeVisible();
    await desk.getByRole('textbox', { name: 'Text' }).fill('© Lyra');
    await desk.getByRole('slider', { name: 'Size' }).fill('60');
    await desk.getByRole('slider', { name: 'Opacity' }).fill('100');
    await expect(desk.getByRole('img', { name: 'Preview of the watermark' })).toBeVisible();
    await desk.getByRole('button', { name: 'Save changes' }).click();
    await expect(desk.getByText('Changes saved').first()).toBeVisible();
  });

  await test.step('the open gallery shows it, and so does the file', async () => {
    await expect.poll(() => isMarked(phone, id)).toBe(true);
    await phone.goto(`/event/${event.id}/gallery?photo=${id}`);
    expect(await lightestOf(await downloaded(phone))).toBeGreaterThan(200);
  });

  await test.step('the organization’s own people are given photos as they are', async () => {
    await desk.goto(`/event/${event.id}/gallery`);
    await expect.poll(() => isMarked(desk, id)).toBe(false);
    await desk.goto(`/event/${event.id}/gallery?photo=${id}`);
    expect(await lightestOf(await downloaded(desk))).toBeLessThan(80);
  });
});
