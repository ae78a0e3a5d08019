// What super administrators do with people: several at once, and seeing what one of them sees, without touching anything.
import { randomUUID } from 'node:crypto';
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';
import { gallery, registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { join } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('several people are suspended and let back; one is looked at, and nothing of theirs can be touched', async ({
  deskPage: page,
  serverUrl,
}) => {
  const lastName = `Heron ${randomUUID().slice(0, 6)}`;
  const [person, other] = await Promise.all([registerPerson(serverUrl, { lastName }), registerPerson(serverUrl, { lastName })]);
  await join(person, demoJoinCode);
  const [photo] = await gallery(person, demoEvents.live);
  await signIn(page, 'super@demo.test', `/super-admin/users?q=${encodeURIComponent(lastName)}`);
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });
  const bar = page.getByRole('toolbar', { name: 'Selected people' });

  await test.step('one was already suspended: the result lists each, and Undo reactivates only those suspended here', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await rowOf(other.email).getByRole('checkbox').click();
    await bar.getByRole('button', { name: 'Suspend' }).click();
    await page
      .getByRole('dialog', { name: /^Suspend / })
      .getByRole('button', { name: 'Suspend' })
      .click();
    await expect(rowOf(person.email)).toContainText('Suspended');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await bar.getByRole('button', { name: 'Suspend' }).click();
    await page
      .getByRole('dialog', { name: /^Suspend / })
      .getByRole('button', { name: 'Suspend' })
      .click();
    const results = page.getByRole('dialog', { name: 'Results' });
    await expect(results.getByRole('listitem').filter({ hasText: 'No change needed' })).toHaveCount(1);
    await expect(results.getByRole('listitem').filter({ hasText: 'Done' })).toHaveCount(1);
    // Covered by the sheet, it is no row to a screen reader.
    await expect(page.locator('tr', { hasText: other.email })).toContainText('Suspended');
    await results.getByRole('button', { name: 'Undo' }).click();
    await expect(results).toHaveCount(0);
    await expect(rowOf(other.email)).not.toContainText('Suspended');
    await rowOf(person.email).getByRole('checkbox').click();
    await bar.getByRole('button', { name: 'Reactivate' }).click();
    await expect(rowOf(person.email)).not.toContainText('Suspended');
  });

  const banner = page.getByRole('complementary', { name: 'Viewing as someone else' });
  await test.step('impersonated with a reason: every screen has a banner', async () => {
    await page.goto(`/super-admin/users?user=${person.user.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'View as this person' }).click();
    const form = page.getByRole('dialog', { name: /^View as/ });
    await form.getByLabel('Reason').fill('Their gallery stays empty.');
    await form.getByRole('button', { name: 'Start viewing' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(banner).toContainText(lastName);
  });

  await test.step('the camera is closed, and a photo cannot be liked', async () => {
    // Removes the 15 s fallback for late scripts. There is no shutter here, so nothing may depend on it.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      Object.assign(window, { setTimeout: (act: () => void, ms?: number) => (ms === 15_000 ? 0 : setTimeout(act, ms)) });
    });
    await page.goto(`/event/${demoEvents.live}`);
    await expect(banner).toBeVisible();
    await expect(page.getByText('You’re in view-only mode', { exact: true })).toBeVisible();
    await page.goto(`/event/${demoEvents.live}/gallery?photo=${photo!.id}`);
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(banner).toBeVisible();
  });

  await test.step('it is ended, and they can read of it', async () => {
    await banner.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(page).toHaveURL(/\/super-admin\/users/);
    await expect(banner).toBeHidden();
    await signIn(page, person.email, '/dashboard/settings?tab=security');
    await expect(page.getByRole('region', { name: 'Account access' })).toContainText('Their gallery stays empty.');
  });
});
