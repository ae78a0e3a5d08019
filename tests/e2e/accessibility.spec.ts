// Everyone can use every screen: no axe violations for any role, and the whole job by keyboard alone.
import type { Page } from '@playwright/test';
import { demoEvents, demoPhoto } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  waitForShots,
  readCounts,
  openCamera,
  shoot,
  signIn,
} from '#tests/support/app.ts';
import { waitUntilIdle, expectAccessible } from '#tests/support/axe.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { expectClickable } from '#tests/support/clickable.ts';
import { endSessionAtServer, newGuest, newIsolatedEvent, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { notFoundVisit, roleEmails, routeTable, type RoleName } from '#tests/support/routes.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Screens are independent of each other and take half of the time of all stories, so any free worker runs them.
test.describe.configure({ mode: 'parallel' });

const live = demoEvents.live;
const sizes = { phone: { viewport: phoneSize, colorScheme: 'light' }, desk: { viewport: deskSize, colorScheme: 'dark' } } as const;
type Size = keyof typeof sizes;
const routes = [...routeTable, { path: null, visits: [notFoundVisit] }];
const visits = routes.flatMap(({ path, visits: ways }) => ways.map((way) => ({ ...way, path })));

/** The core tests open each route but the platform's once: by the first of these roles that may, at this role's size and in its theme. */
const coreSizes: Partial<Record<RoleName, Size>> = {
  user: 'phone',
  owner: 'desk',
  nobody: 'phone',
  pending: 'phone',
};
const coreRoles = Object.keys(coreSizes) as RoleName[];
const coreVisits = routes.flatMap(({ path, visits: ways }) => {
  for (const role of coreRoles) {
    const way = ways.find(({ roles }) => roles.includes(role));
    if (way) return [{ ...way, path, roles: [role] }];
  }
  return [];
});

/** Orders the visits so that one route seldom follows itself: then the app navigates from each to the next without a reload. */
function apart(all: typeof visits): typeof visits {
  const waiting = [...all];
  const order: typeof visits = [];
  const left = (path: string | null) => waiting.filter((visit) => visit.path === path).length;
  while (waiting.length > 0) {
    const last = order.at(-1)?.path;
    const [next] = waiting.toSorted((a, b) => Number(a.path === last) - Number(b.path === last) || left(b.path) - left(a.path));
    order.push(...waiting.splice(waiting.indexOf(next!), 1));
  }
  return order;
}

/** Navigates to another screen as a link does, which costs a third of loading the app. */
async function goOn(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    for (const title of document.querySelectorAll('h1')) title.dataset.isLeft = '';
    history.pushState({}, '', address);
  }, href);
  await expect(page.locator('h1[data-is-left]'), `${href} replaced the previous screen`).toHaveCount(0);
}

for (const [size, look] of Object.entries(sizes)) {
  test.describe('without the worker, which has no interface', () => {
    test.use({ serviceWorkers: 'block' });
    for (const role of Object.keys(roleEmails) as RoleName[]) {
      const tag = coreSizes[role] === size ? '@core' : [];
      test(`no violation on any route: ${role}, ${size}`, { tag }, async ({ newPhone }) => {
        test.setTimeout(180_000);
        const page = await (await newPhone(look)).page();
        const email = roleEmails[role];
        if (email !== null) await signIn(page, email);
        const seen = apart((isFullTier ? visits : coreVisits).filter(({ roles }) => roles.includes(role)));
        expect(seen.length).toBeGreaterThan(0);
        let stoodAt: string | null | undefined;
        for (const { name, path, href } of seen) {
          // The title does not change if only the route's parameters change.
          await (stoodAt === undefined || stoodAt === path ? page.goto(href) : goOn(page, href));
          stoodAt = path;
          await waitUntilIdle(page);
          await expectAccessible(page, name);
          if (isFullTier) await expectClickable(page.locator('body'), name);
        }
      });
    }
  });

  test(`no violation with something open: ${size}`, async ({ newPhone, serverUrl }) => {
    test.setTimeout(180_000);
    const guest = await newGuest(serverUrl);
    const phone = await newPhone(look);
    const page = await phone.page();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a form with errors');
    await signIn(page, guest.email, '/dashboard/events-overview');

    await test.step('in the app', async () => {
      await page.getByRole('button', { name: 'Join with a code' }).click();
      await expect(page.getByRole('dialog', { name: 'Join an event' })).toBeVisible();
      await expectAccessible(page, 'the dialog for joining');
      await page.keyboard.press('Escape');
      await openMenu(page);
      await expectAccessible(page, 'the sidebar');
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('dialog', { name: 'Log out?' })).toBeVisible();
      await expectAccessible(page, 'the dialog for logging out');
    });

    await test.step('the viewer', async () => {
      await page.goto(`/event/${live}/gallery?photo=${demoPhoto(5)}`);
      await expect(page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Like' })).toBeVisible();
      await expectAccessible(page, 'the viewer');
    });

    await test.step('at the camera', async () => {
      await openCamera(page, live);
      await page.getByRole('button', { name: 'Camera options' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'the camera’s options');
      await page.keyboard.press('Escape');
      await phone.context.setOffline(true);
      await shoot(page, 2);
      await page.getByRole('button', { name: /Open queue/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Queue' });
      await expect(sheet.getByRole('list', { name: 'Waiting photos' }).getByRole('listitem')).toHaveCount(2);
      await expectAccessible(page, 'the queue with photos that wait');
      await sheet
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeVisible();
      await expectAccessible(page, 'the menu of a waiting photo');
      await keepToastOpen(page, /^Discarding/, () => page.getByRole('menuitem', { name: 'Discard' }).click());
      await expectAccessible(page, 'a toast');
    });

    await test.step('offline, and with an ended session', async () => {
      await page.goto(`/event/${live}/gallery`);
      await expect(page.getByText(/Offline · Updated/)).toBeVisible();
      await expectAccessible(page, 'the gallery without network');
      await endSessionAtServer(phone.context, serverUrl);
      await page.goto(`/event/${live}`);
      await waitForCamera(page);
      await phone.context.setOffline(false);
      await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: 20_000 });
      await expectAccessible(page, 'the camera after the session’s end');
    });
  });

  test(`no violation where the camera is refused: ${size}`, async ({ newPhone, serverUrl }) => {
    const guest = await newGuest(serverUrl);
    const phone = await newPhone(look);
    const page = await phone.page();
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await signIn(page, guest.email);
    await page.goto(`/event/${live}`);
    await expect(page.getByRole('alert').getByRole('button', { name: 'Import photos' })).toBeVisible();
    await expectAccessible(page, 'the camera refused');
  });
}

test('from the sign-in to the viewer by keyboard alone', async ({ deskPage: page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Keyboard Night' });
  const guest = await night.newGuest();
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();

  await test.step('log in', async () => {
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(guest.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type('demo-password');
    await press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('enter the event', async () => {
    const event = page.getByRole('link', { name: 'Keyboard Night', exact: true });
    await expect(event).toBeVisible();
    await tabTo(page, event);
    await press('Enter');
    await waitForCamera(page);
  });
  await test.step('shoot with the space key, and a burst by a long press', async () => {
    await press('Space');
    await expect.poll(async () => (await readCounts(page)).shot).toBe(1);
    await page.keyboard.down('Space');
    await expect.poll(async () => (await readCounts(page)).shot).toBeGreaterThan(2);
    await page.keyboard.up('Space');
    // Its last shot may be acknowledged after the key was let go.
    await waitForShots(page);
    await waitForDelivery(page);
    const taken = (await acknowledgedShots(page)).length;
    await expect.poll(() => readCounts(page)).toEqual({ shot: taken, waiting: 0, stored: taken });
  });
  await test.step('look into the queue, and back', async () => {
    const queue = page.getByRole('button', { name: /Open queue/ });
    const before = await readCounts(page);
    await tabTo(page, queue);
    await press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Queue' });
    await expect(sheet).toContainText('All photos are uploaded and verified');
    await expect.poll(() => sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(queue).toBeFocused();
    expect(await readCounts(page), 'none of these keys was taken for the shutter').toEqual(before);
  });
  const ids = (await acknowledgedShots(page)).map(({ id }) => id);
  await test.step('go to the gallery, open a photo, step, close', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Gallery' }));
    await press('Enter');
    const newest = page.locator(`[data-photo="${ids.at(-1)}"]`);
    await expect(newest).toBeVisible();
    await tabTo(page, page.getByRole('grid').getByRole('link').first());
    await press('ArrowRight');
    await press('ArrowLeft');
    const opened = await page.evaluate(() => document.activeElement?.getAttribute('data-photo'));
    await press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Photo' });
    await expect(viewer).toBeVisible();
    await tabTo(page, viewer.getByRole('button', { name: 'Like' }));
    await press('Enter');
    await expect(viewer.getByRole('button', { name: 'Unlike' })).toBeFocused();
    await press('ArrowRight');
    await expect(page).not.toHaveURL(new RegExp(`photo=${opened}`));
    await press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-photo'))).toBe(true);
  });
});
