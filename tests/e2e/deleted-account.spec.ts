// Photos whose account was deleted elsewhere while they waited: whoever holds the phone can have them.
import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import { demoPassword } from '#tests/support/api.ts';
import { acknowledged, fillSignIn, installed, openCamera, readOutbox, shoot, signInByForm } from '#tests/support/app.ts';
import { expectStatus } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { newNight } from '#tests/support/story.ts';

test('photos of an account that was deleted elsewhere are exported whole, and nothing goes by itself', async ({ newPhone, serverUrl }) => {
  test.setTimeout(180_000);
  const night = await newNight(serverUrl);
  const [person, other] = [await night.newGuest(), await night.newGuest()];
  const phone = await newPhone();
  const page = await phone.page();
  await signInByForm(page, person.email);
  await openCamera(page, night.id);
  await installed(page);
  await phone.context.setOffline(true);
  await shoot(page, 2);
  const taken = await acknowledged(page);
  const deletion = { password: demoPassword, photos: 'keep' };
  expectStatus(await person.call('POST', '/api/v1/auth/account/delete', { json: deletion }), 204, 'deleting the account');

  const notice = page.getByText(/^2 photos of a deleted account are only on this/);
  await test.step('the camera gives way to what is true, and an offer', async () => {
    await phone.context.setOffline(false);
    await expect(page).toHaveURL(/\/login/, { timeout: 30_000 });
    await expect(notice).toBeVisible();
    await expect(page.getByText(/Logging in with that account/)).toHaveCount(0);
  });

  await test.step('another account finds them in its queue and in its settings, and exports them', async () => {
    await fillSignIn(page, other.email);
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto(`/event/${night.id}?queue=open`);
    await expect(page.getByRole('dialog').getByText(/^2 photos of a deleted account/)).toBeVisible();
    await page.goto('/dashboard/settings');
    await expect(notice).toBeVisible();
    const files: Download[] = [];
    page.on('download', (file) => files.push(file));
    await page.getByRole('button', { name: 'Export 2 photos' }).click();
    await expect.poll(() => files.length).toBe(2);
    const exported = await Promise.all(files.map(async (file) => sha256(readFileSync(await file.path()))));
    expect(exported.toSorted()).toEqual(taken.map((shot) => shot.sha256).toSorted());
    expect((await readOutbox(page)).waiting).toHaveLength(2);
  });

  await test.step('they go when somebody discards them', async () => {
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('dialog', { name: 'Discard 2 photos?' }).getByRole('button', { name: 'Discard them' }).click();
    await expect(notice).toHaveCount(0);
    // Sending had begun: the note that the server's copy is to go stays, without bytes.
    for (const { state, actualHash } of (await readOutbox(page)).waiting) expect([state, actualHash]).toEqual(['discarding', null]);
  });
});
