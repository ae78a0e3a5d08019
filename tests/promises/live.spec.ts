// The delay of live updates on other people's screens, in milliseconds: the best of three, since a busy machine can only make it slower.
import type { Page } from '@playwright/test';
import { signIn as apiSignIn, deliver, gallery } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { photoOf } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

test.use({ serviceWorkers: 'block' });

/** When the tile of this photo is there, or is gone. The page watches for itself, so that no question between test and page costs time. */
const watch = (page: Page, id: string, until: 'shown' | 'gone') =>
  page.evaluate(
    ([photo, isShown]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if ((document.querySelector(`[data-photo="${photo}"]`) !== null) === isShown) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [id, until === 'shown'] as const,
  );

test('a photo is on another screen 5 s after the server has it', async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [photographer, onlooker] = await Promise.all([night.newGuest(), night.newGuest()]);
  const theirs = await (await newPhone()).page();
  await signIn(theirs, onlooker.email, `/event/${night.id}/gallery`);
  await expect(theirs.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { id } = await deliver(photographer, night.id, await picture());
    const stored = Date.now();
    times.push((await watch(theirs, id, 'shown')) - stored);
  }
  console.log(`  stored to seen: ${times.join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThanOrEqual(5000);
});

test('a photo that is taken down has left another screen within 1 s of the answer', async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [owner, author, onlooker] = await Promise.all([apiSignIn(serverUrl, 'owner@demo.test'), night.newGuest(), night.newGuest()]);
  const ids: string[] = [];
  for (let each = 0; each < 3; each += 1) ids.push((await deliver(author, night.id, await picture())).id);
  await expect.poll(async () => (await gallery(author, night.id)).every(({ state }) => state === 'ready')).toBe(true);

  const theirs = await (await newPhone()).page();
  await signIn(theirs, onlooker.email, `/event/${night.id}/gallery`);
  const desk = await (await newPhone({ viewport: deskSize })).page();
  await signIn(desk, 'owner@demo.test', `/organization/events/${night.id}?tab=moderation&view=approved`);
  const times: number[] = [];
  for (const id of ids) {
    await expect(theirs.locator(`[data-photo="${id}"]`)).toBeVisible();
    await desk.getByRole('gridcell').locator(`[data-photo="${id}"]`).click();
    const gone = watch(theirs, id, 'gone');
    const answer = desk.waitForResponse((one) => one.url().endsWith(`/event/${night.id}/photos/moderate`) && one.ok());
    await desk.getByRole('button', { name: 'Hide', exact: true }).click();
    const call = (await answer).request();
    await (await answer).finished();
    const { startTime, responseStart } = call.timing();
    times.push(Math.max(0, Math.round((await gone) - (startTime + responseStart))));
    expect((await photoOf(owner, night.id, id)).status).toBe('rejected');
  }
  console.log(`  taken down to gone: ${times.join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThanOrEqual(1000);
});
