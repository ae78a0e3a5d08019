// The app on one origin, its server on another of the same site: the same story as on one.
import { demoEvents } from '#server/seed/ids.ts';
import { signIn as apiSignIn, deliver } from '#tests/support/api.ts';
import { waitForDelivery, waitForServiceWorker, readCounts, openCamera, readOutbox, shoot, signInByForm } from '#tests/support/app.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { freePort } from '#tests/support/server-process.ts';
import { startServer } from '#tests/support/server.ts';

const live = demoEvents.live;

test('app and server on two origins: signed in, shot, delivered, seen, live, and there after a reload', async ({ newPhone }) => {
  const port = await freePort();
  const api = `http://127.0.0.1:${port}`;
  // Where the page comes from there is no server: what asks there is answered with nothing.
  const web = await FaultProxy.start(api);
  web.addFault('*', /^\/(api|organization_settings|healthz|readyz)/, { kind: 'answer', status: 404 });
  const server = await startServer({ isDurable: false, port, env: { WEB_ORIGINS: web.url, API_BASE: api, PUBLIC_URL: web.url } });
  try {
    const phone = await newPhone({ baseURL: web.url });
    const page = await phone.page();
    await signInByForm(page, 'user@demo.test');
    await waitForServiceWorker(page);

    await openCamera(page, live);
    await shoot(page, 1);
    await waitForDelivery(page);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 1, waiting: 0, stored: 1 });
    const [shot] = (await readOutbox(page)).receipts;

    const thumb = (id: string) => page.locator(`[data-photo="${id}"] img[src*="${id}/thumb"], [data-photo="${id}"] img[src^="blob:"]`);
    const isShown = (id: string) =>
      thumb(id)
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    await expect.poll(() => isShown(shot!.id)).toBe(true);

    await test.step('another person’s photo arrives by the stream', async () => {
      const owner = await apiSignIn(server.url, 'owner@demo.test');
      const theirs = await deliver(owner, live, await picture());
      await expect(page.locator(`[data-photo="${theirs.id}"]`)).toBeVisible();
      await expect.poll(() => isShown(theirs.id)).toBe(true);
    });

    await page.reload();
    await expect(page).toHaveURL(new RegExp(`/event/${live}/gallery`));
    await expect.poll(() => isShown(shot!.id)).toBe(true);
    expect(web.requests.filter(({ fault }) => fault !== null).map(({ method, path }) => `${method} ${path}`)).toEqual([]);

    await test.step('a page of an unknown origin reads nothing', async () => {
      const read = async (origin: string) => {
        const answer = await fetch(`${api}/healthz`, { headers: { origin } });
        return answer.headers.get('access-control-allow-origin');
      };
      expect([await read(web.url), await read('http://127.0.0.1:1')]).toEqual([web.url, null]);
    });
    // A server that ends answers a page that is still open without a word about origins.
    await page.close();
  } finally {
    await server.dispose();
    await web.close();
  }
});
