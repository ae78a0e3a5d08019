// Every screen of the dashboard and of an organization that was opened once opens again offline, with the loaded data, its age, and disabled
// actions that need a connection. The browser's HTTP cache is emptied, so only the app's own cache counts.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { signIn as apiSignIn, deliver, demoPassword, freshSignIn, gallery, registerPerson } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { issueInvoice } from '#tests/support/billing.ts';
import { deskSize, type Phone } from '#tests/support/browser.ts';
import { waitUntilPersisted, newGuest } from '#tests/support/e2e-steps.ts';
import { createEvent, invite, newParticipant } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { startBatch, waitForBatch } from '#tests/support/generations.ts';
import { picture } from '#tests/support/pictures.ts';

interface Screen {
  href: string;
  heading: string;
  /** Loaded data. */
  shows: (string | RegExp)[];
  /** A part of each query's key that no other query of the screen has. */
  reads: string[];
  /** What changes something there. */
  control?: string;
}

test('what an organization’s admin opened', async ({ newPhone, serverUrl }) => {
  const name = `Heron ${randomUUID().slice(0, 6)}`;
  const founder = await registerPerson(serverUrl, { organization: name });
  const id = founder.user.memberships[0]!.organization_id;
  const superAdmin = await apiSignIn(serverUrl, 'super@demo.test');
  expect((await superAdmin.call('POST', `/api/v1/organizations/${id}/approve`)).status).toBe(200);
  await issueInvoice(superAdmin, id, { description: 'Pro, by hand' });
  const owner = await freshSignIn(serverUrl, founder.email, demoPassword);
  const event = await createEvent(owner, { name: 'Heron night' });
  const guest = await newParticipant(serverUrl, event, { firstName: 'Wanda', lastName: 'Participant' });
  await invite(owner, event.id, { emails: ['invited@example.test'], role: 'viewer' });
  const invited = { emails: ['staff@example.test'], role: 'member' };
  expect((await owner.call('POST', `/api/v1/organizations/${id}/members/invite`, { json: invited })).status).toBe(201);

  const detail = `/organization/events/${event.id}`;
  const settings = { heading: 'Organization Settings', reads: ['settings'], control: 'Save changes' };
  await openAllTwice(await newPhone({ viewport: deskSize }), owner.email, [
    // Before the worker has begun its service: nothing of it passes through.
    {
      href: '/organization/billing',
      heading: 'Billing & Subscription',
      shows: ['Free plan', 'Pro, by hand'],
      reads: ['plan', 'invoices'],
      control: 'Request Pro',
    },
    {
      href: '/organization/billing?tab=credits',
      heading: 'Billing & Subscription',
      shows: [/^Used in /, /^No images in /],
      reads: ['statement'],
      control: 'Export CSV',
    },
    {
      href: '/organization',
      heading: 'Organization Dashboard',
      shows: ['Last 30 days', 'Heron night'],
      reads: ['overview', 'organization'],
    },
    { href: '/organization/events', heading: 'Event Management', shows: ['Heron night'], reads: ['organization'], control: 'New event' },
    {
      href: detail,
      heading: 'Heron night',
      shows: ['Latest photos', 'No photos yet'],
      reads: [`one","${event.id}`, 'numbers', 'latest'],
      control: 'End event',
    },
    {
      href: `${detail}?tab=participants`,
      heading: 'Heron night',
      shows: [guest.email, 'invited@example.test'],
      reads: ['participants', 'invitations'],
      control: 'Invite',
    },
    {
      href: `${detail}?tab=settings`,
      heading: 'Heron night',
      shows: ['Edit event'],
      reads: [`one","${event.id}`],
      control: 'Save changes',
    },
    {
      href: '/organization/staff',
      heading: 'Staff Management',
      shows: [owner.email, 'staff@example.test'],
      reads: ['members', 'staff","invitations'],
      control: 'Invite staff',
    },
    {
      href: '/organization/profile',
      heading: 'Profile',
      shows: ['Your permissions', /· allowed/],
      reads: ['own-member'],
      control: 'Leave',
    },
    { href: '/organization/settings', shows: ['Profile'], ...settings },
    { href: '/organization/settings?tab=events', shows: ['New events'], ...settings },
    { href: '/organization/settings?tab=branding', shows: ['Colors'], ...settings },
    { href: '/organization/settings?tab=watermark', shows: ['Watermark'], ...settings },
  ]);
});

test('a person’s own screens', async ({ phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  const ticket = randomUUID();
  const json = { id: ticket, category: 'question', message: 'How do I print the poster?' };
  expect((await person.call('POST', '/api/v1/tickets', { json })).status).toBe(201);
  const photo = await deliver(person, demoEvents.live, await picture());
  const state = async () => (await gallery(person, demoEvents.live)).find((each) => each.id === photo.id)?.state;
  await expect.poll(state).toBe('ready');
  const { id } = await startBatch(person, { style: 'oil', sources: [{ kind: 'photo', id: photo.id, event_id: demoEvents.live }] });
  await waitForBatch(person, id, ({ status }) => status === 'done');

  await openAllTwice(
    phone,
    person.email,
    [
      // Before the worker has begun its service: nothing of it passes through.
      {
        href: '/dashboard/settings?tab=security',
        heading: 'Settings',
        shows: ['Logged-in devices', 'Used now'],
        reads: ['sessions', 'passkeys', 'two-factor', 'viewings'],
        control: 'Change password',
      },
      { href: '/dashboard', heading: 'Dashboard', shows: ['Harbour Lights'], reads: ['list'] },
      { href: '/dashboard/events-overview', heading: 'Events', shows: ['Harbour Lights'], reads: ['list'] },
      { href: '/dashboard/generate/batches', heading: 'Batches', shows: ['Oil, 1 photo', '1 of 1 made'], reads: ['batches","list'] },
      { href: '/dashboard/model-library', heading: 'Model Library', shows: ['Clip art', 'Photo filters'], reads: ['generation","models'] },
      {
        href: '/dashboard/settings?tab=credits',
        heading: 'Settings',
        shows: [/^Used in /, 'Photo filters'],
        reads: ['statement', 'generation","credits'],
        control: 'Export CSV',
      },
      { href: '/dashboard/profile', heading: 'Profile', shows: [person.email], reads: ['email-change'], control: 'Change name' },
      {
        href: '/dashboard/settings?tab=data',
        heading: 'Settings',
        shows: [/^1 photo/],
        reads: ['own-data', 'data-requests'],
        control: 'Delete account',
      },
      {
        href: '/dashboard/feedback-support',
        heading: 'Help & Support',
        shows: ['How do I print the poster?'],
        reads: ['own'],
        control: 'Send request',
      },
      {
        href: `/dashboard/feedback-support?ticket=${ticket}`,
        heading: 'Question',
        shows: ['How do I print the poster?'],
        reads: [ticket],
        control: 'Send reply',
      },
    ],
    async (page) => {
      await page.goto('/dashboard/settings');
      await expect(page.getByRole('heading', { name: 'Theme' })).toBeVisible();
      await page.goto('/dashboard/generate/batches');
      await page.getByRole('button', { name: /^Oil, 1 photo/ }).click();
      const batch = page.getByRole('dialog', { name: 'Oil, 1 photo' });
      await expect(batch.getByText('1 of 1 made')).toBeVisible();
      await expect(batch.getByRole('button', { name: 'Undo: remove all results' })).toBeVisible();
      await expect(batch.getByRole('list', { name: 'Newest results' }).getByRole('listitem')).toHaveCount(1);
      await waitUntilPersisted(page, 'batches","one"');
      await page.goto('/dashboard/tutorials?open=offline');
      const picture = page.getByAltText(/The queue offline/);
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    },
  );
});

test('what a super administrator opened', async ({ newPhone }) => {
  const settings = { heading: 'Settings', reads: ['settings'] };
  const users = '/super-admin/users';
  const billing = { heading: 'Manage Billing' };
  await openAllTwice(await newPhone({ viewport: deskSize }), 'super@demo.test', [
    // Before the worker has begun its service: nothing of it passes through.
    { href: '/super-admin/permissions', heading: 'Permissions', shows: [/^Super admin/], reads: ['table', 'history'] },
    { href: '/super-admin', heading: 'Admin Panel', shows: ['Disk space left'], reads: ['overview'] },
    { href: users, heading: 'User Management', shows: [/^Last seen/], reads: ['people'] },
    { href: `${users}?tab=organizations`, heading: 'User Management', shows: [/^Applied/], reads: ['organizations'] },
    { href: `${users}?tab=tickets`, heading: 'User Management', shows: [/./], reads: ['inbox'] },
    { href: '/super-admin/models', heading: 'Model Management', shows: ['Clip art'], reads: ['models', 'local-models'] },
    { href: '/super-admin/analytics', heading: 'Analytics Dashboard', shows: ['Sign-ups'], reads: ['analytics'], control: 'Export CSV' },
    { href: '/super-admin/event-management', heading: 'Event Management', shows: [/^Photos/], reads: ['events'] },
    { href: '/super-admin/billing-subscription', shows: [/^Billed until/], reads: ['billing","subscriptions'], ...billing },
    { href: '/super-admin/billing-subscription?tab=invoices', shows: [/^INV-/], reads: ['billing","invoices'], ...billing },
    {
      href: '/super-admin/billing-subscription?tab=plans',
      shows: ['Free plan'],
      reads: ['plans with versions'],
      control: 'Save changes',
      ...billing,
    },
    { href: '/super-admin/billing-subscription?tab=revenue', shows: ['Monthly recurring revenue'], reads: ['revenue'], ...billing },
    {
      href: '/super-admin/system-logs?area=permissions',
      heading: 'System Logs',
      shows: [/./],
      reads: ['logs","list'],
      control: 'Export CSV',
    },
    { href: '/super-admin/notifications', heading: 'Notifications', shows: [/./], reads: ['announcements'], control: 'New announcement' },
    { href: '/super-admin/profile', heading: 'Profile', shows: ['super@demo.test'], reads: ['email-change'], control: 'Change name' },
    { href: '/super-admin/settings', shows: ['Platform name'], control: 'Save changes', ...settings },
    { href: '/super-admin/settings?tab=organizations', shows: ['New organizations'], ...settings },
    { href: '/super-admin/settings?tab=limits', shows: ['Uploads'], ...settings },
    { href: '/super-admin/settings?tab=status', heading: 'Settings', shows: ['Other services'], reads: ['server status'] },
  ]);
});

/** Opens each screen online, then each one in a new tab offline. `alike`: texts that are shown both times. */
async function openAllTwice(phone: Phone, email: string, screens: Screen[], alike?: (page: Page) => Promise<void>): Promise<void> {
  const files = watchFiles(phone.context);
  const page = await phone.page();
  await test.step('each is opened with a connection', async () => {
    await signIn(page, email);
    for (const [index, screen] of screens.entries()) {
      await page.goto(screen.href);
      await isShown(page, screen);
      await expect(page.getByText(/^Offline/)).toHaveCount(0);
      for (const key of screen.reads) await waitUntilPersisted(page, `"${key}"`);
      if (index === 0) await waitForServiceWorker(page);
    }
    await alike?.(page);
  });
  await test.step('the app caches every loaded file itself', async () => {
    expect(files.size).toBeGreaterThan(20);
    await expect.poll(() => notKept(page, [...files])).toEqual([]);
  });

  await page.close();
  await phone.context.setOffline(true);
  // A new tab has no session storage: a cold start.
  const start = await phone.context.newPage();
  const client = await phone.context.newCDPSession(start);
  await client.send('Network.clearBrowserCache');
  await client.detach();
  for (const screen of screens) {
    await test.step(`${screen.href} without one`, async () => {
      await start.goto(screen.href);
      await isShown(start, screen);
      await expect(
        start
          .getByRole('main')
          .getByText(/^Offline · Updated/)
          .first(),
      ).toBeVisible();
      await expect(start.getByText(/Couldn’t|Not available right now|You need a connection/)).toHaveCount(0);
      if (screen.control === undefined) return;
      const control = start.getByRole('main').getByRole('button', { name: screen.control, exact: true }).first();
      await expect(control).toHaveAttribute('aria-disabled', 'true');
      await expect(control).toHaveAccessibleDescription(/This needs a connection\./);
    });
  }
  await alike?.(start);
}

async function isShown(page: Page, { heading, shows }: Screen): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  for (const text of shows) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
}

/** The built files that pages ask for. */
function watchFiles(context: BrowserContext): Set<string> {
  const files = new Set<string>();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.serviceWorker() === null && pathname.startsWith('/assets/')) files.add(pathname);
  });
  return files;
}

const notKept = (page: Page, files: string[]): Promise<string[]> =>
  page.evaluate(async (asked) => {
    const found = await Promise.all(asked.map((file) => caches.match(file)));
    return asked.filter((_, index) => !found[index]);
  }, files);
