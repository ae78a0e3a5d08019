// The dashboard: current events, open requests, and nothing of other people.
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { signIn as signInByApi } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('the event that is on is one press away, and an invitation is answered', async ({ page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'On Right Now' });
  const guest = await night.newGuest();
  const owner = await signInByApi(serverUrl, 'owner@demo.test');
  const added = await owner.call('POST', `/api/v1/organizations/${demoOrganizationIds.aurora}/members`, { json: { user_id: guest.id } });
  expect(added.status).toBe(201);

  await signIn(page, guest.email, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Happening now' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'On Right Now', exact: true })).toHaveAttribute('href', `/event/${night.id}`);

  const invitation = page.getByRole('region', { name: 'An invitation' });
  await expect(invitation.getByText('Aurora Events')).toBeVisible();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('You’re a member of Aurora Events', { exact: true })).toBeVisible();
  await expect(invitation).toHaveCount(0);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('region', { name: 'Organizations' })).toContainText('Aurora Events');
  // Another story counts Aurora's staff.
  const { id } = added.body as { id: string };
  expect((await owner.call('DELETE', `/api/v1/organizations/${demoOrganizationIds.aurora}/members/${id}`)).status).toBe(204);
});
