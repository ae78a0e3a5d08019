// URLs with typing errors or truncated by pasting.
import { demoEvents } from '#server/seed/ids.ts';
import { signInByForm } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
test.use({ serviceWorkers: 'block' });

test('invalid search parameters are ignored', async ({ deskPage: page }) => {
  await page.goto('/login?redirect=7');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await signInByForm(page, 'owner@demo.test', { from: '/login?redirect=7' });

  await page.goto(`/organization/events/${demoEvents.live}?tab=nonsense&poster=perhaps`);
  await expect(
    page
      .getByRole('tab', { name: 'Overview' })
      .or(page.getByRole('link', { name: 'Overview' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();

  await page.goto('/organization/events?status=nonsense&sort=sideways&time=never&cursor=7&deleted=perhaps');
  await expect(page.getByRole('link', { name: 'Harbour Lights' })).toBeVisible();

  await page.goto(`/event/${demoEvents.live}/gallery?hour=nonsense&show=what&by=somebody`);
  await expect(page.getByRole('grid').locator('[data-photo]').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();

  await page.goto('/dashboard/events-overview?scope=nonsense');
  await expect(page.getByRole('link', { name: 'Harbour Lights' }).first()).toBeVisible();
});
