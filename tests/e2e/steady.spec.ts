// Content that arrives late moves no control: each control has the same position before and after the answers arrive.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OrganizationEventPage } from '#src/domains/events/manage/queries.ts';
import { registerPerson, signIn as apiSignIn } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

/** Delays the server's answers to this page until released. An organization then has hundreds of events. */
async function holdAnswers(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/(api\/v1|organization_settings)\//, async (route) => {
    if (route.request().method() === 'GET') await gate;
    if (!/\/event\/organization\/[^/]+(\?|$)/.test(route.request().url())) return route.continue();
    const response = await route.fetch();
    const events: OrganizationEventPage = await response.json();
    const counts = Object.fromEntries(Object.entries(events.counts).map(([status, count]) => [status, count * 100]));
    await route.fulfill({ response, json: { ...events, counts } });
  });
  return letGo;
}

/** The email address of the admin of an organization that has nothing yet. */
async function newAdmin(serverUrl: string): Promise<string> {
  const founder = await registerPerson(serverUrl, { organization: `Steady ${randomUUID().slice(0, 6)}` });
  const platform = await apiSignIn(serverUrl, 'admin@demo.test');
  await platform.call('POST', `/api/v1/organizations/${founder.user.memberships[0]!.organization_id}/approve`);
  return founder.email;
}

interface Place {
  name: string;
  top: number;
  left: number;
  /** Search and filters go where there is nothing at all. */
  isFilter: boolean;
}

/** Marks the enabled controls, and returns their positions. A skeleton has none. */
const markControls = (page: Page): Promise<Place[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('a[href], button, input:not([type=file]), select, summary')]
      .filter((element) => !element.closest('[aria-hidden="true"], [aria-busy="true"]') && element.getClientRects().length > 0)
      .map((element, index) => {
        element.dataset.mark = String(index);
        const { top, left } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.closest('label')?.innerText ?? element.innerText;
        return { name, top, left, isFilter: element.closest('[data-filters]') !== null };
      }),
  );

/** Where the same elements lie now, to the pixel. */
const whereNow = (page: Page, before: readonly Place[]): Promise<Place[]> =>
  page.locator('main').evaluate(
    (main, places) =>
      places.flatMap(({ name, isFilter }, index) => {
        const box = main.querySelector(`[data-mark="${index}"]`)?.getBoundingClientRect();
        return box ? [{ name, top: box.top, left: box.left, isFilter }] : [];
      }),
    before,
  );

const rounded = (places: readonly Place[]) => places.map(({ name, top, left }) => `${name}: ${Math.round(left)}, ${Math.round(top)}`);

const ofOrganization = [
  '/organization/events',
  '/organization/staff',
  '/organization/image-gallery',
  '/dashboard/events-overview',
  '/dashboard/generate',
  '/dashboard/gallery',
  '/dashboard/settings?tab=credits',
  '/organization/billing?tab=credits',
];
const ofPlatform = [
  '/super-admin/users',
  '/super-admin/users?tab=organizations',
  '/super-admin/users?tab=tickets',
  '/super-admin/users?tab=data-requests',
  '/super-admin/event-management',
  '/super-admin/notifications',
  '/super-admin/billing-subscription',
  '/super-admin/system-logs',
  '/super-admin/analytics',
];

for (const size of ['phone', 'desk'] as const)
  test(`nothing moves on a ${size} when the answers arrive`, async ({ page: phone, deskPage, serverUrl }) => {
    const page = size === 'phone' ? phone : deskPage;
    for (const [who, screens] of [
      [await newAdmin(serverUrl), ofOrganization],
      ['owner@demo.test', ofOrganization],
      ['super@demo.test', ofPlatform],
    ] as const) {
      await signIn(page, who);
      for (const href of screens)
        await test.step(`${href} of ${who}`, async () => {
          const letGo = await holdAnswers(page);
          await page.goto(href);
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
          const before = await markControls(page);
          expect(before.length).toBeGreaterThan(0);
          letGo();
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
          const isBlank = (await page.locator('main [data-filters]').count()) === 0;
          const expected = before.filter(({ isFilter }) => !(isFilter && isBlank));
          expect.soft(rounded(await whereNow(page, before)), href).toEqual(rounded(expected));
          await page.unrouteAll();
        });
    }
  });
