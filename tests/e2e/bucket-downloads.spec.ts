// Downloads that the object storage sends itself, in a real browser with the service worker: the page stays, and its scripts still get files from the server.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { deliver, gallery, signIn as apiSignIn } from '#tests/support/api.ts';
import { signIn, waitForServiceWorker } from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';

type Link = components['schemas']['GalleryLink'];

/** Downloads the first photo of a gallery in full screen. */
async function download(page: Page, control: 'button' | 'link' = 'button') {
  await page.getByRole('grid', { name: 'Photos' }).getByRole('link').first().click();
  const viewer = page.getByRole('dialog', { name: 'Photo' });
  const [file] = await Promise.all([page.waitForEvent('download'), viewer.getByRole(control, { name: 'Download' }).click()]);
  const bytes = await readFile(await file.path());
  await expect(viewer).toBeVisible();
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 2).toString('hex'), origin: new URL(file.url()).origin };
}

test('a download in full size comes from the bucket by a redirect, and the page stays where it is', async ({ newPhone }) => {
  const s3 = await startS3Server();
  const server = await startServerOn(makeDataDir(), { isDurable: false, env: { ...s3.env, S3_DOWNLOADS: 'redirect' } });
  try {
    const { id } = await newIsolatedEvent(server.url, { name: 'Große Feier' });
    const owner = await apiSignIn(server.url, 'owner@demo.test');
    const photo = await deliver(owner, id, await picture());
    await expect.poll(async () => (await gallery(owner, id)).filter(({ state }) => state === 'ready').length).toBe(1);
    const json = { name: 'Album', scope: 'gallery' as const, downloads: 'full' as const };
    const link = expectStatus(await owner.call<Link>('POST', `/api/v1/event/${id}/links`, { json }), 201, 'creating a link');
    const expected = { name: expect.stringMatching(/^große-feier.*\.jpg$/) as unknown, start: 'ffd8', origin: s3.endpoint };

    await test.step('for a visitor of a gallery link', async () => {
      const visitor = await (await newPhone({ baseURL: server.url })).page();
      await visitor.goto(`/shared/${link.token}`);
      expect(await download(visitor)).toEqual(expected);
      expect(new URL(visitor.url()).pathname).toContain(`/shared/${link.token}`);
      const read = (path: string) =>
        visitor.evaluate(async (url) => {
          const answer = await fetch(url);
          return [answer.status, answer.redirected, answer.headers.has('x-request-id'), (await answer.blob()).type];
        }, path);
      expect(await read(`/api/v1/links/${link.token}/photos/${photo.id}/download`)).toEqual([200, false, true, 'image/jpeg']);
    });

    await test.step('for the organization, with the service worker', async () => {
      const desk = await (await newPhone({ baseURL: server.url })).page();
      await signIn(desk, 'owner@demo.test', `/event/${id}/gallery`);
      await waitForServiceWorker(desk);
      expect(await download(desk)).toEqual(expected);
    });
  } finally {
    await server.dispose();
    await s3.stop();
  }
});
