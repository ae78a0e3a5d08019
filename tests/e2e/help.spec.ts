// Support requests and tutorials: a request that arrives exactly once, its answer, and tutorials offline.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { components } from '#openapi/api.ts';
import { fillSignIn, waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { endSessionAtServer, newGuest, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { root } from '#tests/support/source.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

test.describe('a request', () => {
  test.use({ serviceWorkers: 'block' });

  test('survives an ended session and a lost answer, arrives once, and is answered', async ({ page, phone, deskPage: desk, serverUrl }) => {
    const person = await newGuest(serverUrl);
    await signIn(page, person.email, '/dashboard/profile');
    // With any menu, the link in the profile leads here too.
    await page.getByRole('main').getByRole('link', { name: 'Help & Support' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
    await expect(page.getByText('No requests yet')).toBeVisible();
    const message = page.getByLabel('Message');
    const send = page.getByRole('button', { name: 'Send request' });

    await test.step('diagnostics are read before, and can be left out', async () => {
      const diagnostics = page.getByLabel('Diagnostics', { exact: true });
      await expect(diagnostics).toContainText('App version: index-');
      await expect(diagnostics).toContainText('Queue: 0 photos waiting');
      await expect(diagnostics).not.toContainText(person.email);
      await page.getByRole('switch', { name: 'Include diagnostics' }).uncheck();
      await expect(diagnostics).toHaveCount(0);
      await page.getByRole('switch', { name: 'Include diagnostics' }).check();
    });

    await test.step('the input survives the session', async () => {
      await page.getByRole('radio', { name: 'Question' }).check();
      await message.fill('How do I print\nthe poster?');
      await endSessionAtServer(phone.context, serverUrl);
      await page.reload();
      await expect(page).toHaveURL(/\/login/);
      await fillSignIn(page, person.email);
      await expect(page).toHaveURL(/\/dashboard\/feedback-support/);
      await expect(message).toHaveValue('How do I print\nthe poster?');
      await expect(page.getByRole('radio', { name: 'Question' })).toBeChecked();
    });

    await test.step('offline it shows a message and sends nothing', async () => {
      await phone.context.setOffline(true);
      await expect(page.getByText('You’re offline', { exact: true })).toBeVisible();
      await expect(send).toHaveAttribute('aria-disabled', 'true');
      await phone.context.setOffline(false);
      await expect(send).not.toHaveAttribute('aria-disabled');
    });

    await test.step('sent twice, because the answer to the first was lost', async () => {
      await page.getByLabel('Screenshot file').setInputFiles({
        name: 'screen.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from((await picture()).bytes),
      });
      await expectAccessible(page, 'the form with a screenshot');
      await page.route('**/api/v1/tickets', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await send.click();
      await expect(page.getByText('Couldn’t send your request')).toBeVisible();
      await page.unroute('**/api/v1/tickets');
      await page.reload();
      await expect(message).toHaveValue('How do I print\nthe poster?');
      await expect(page.getByText('“screen.jpg” wasn’t saved')).toBeVisible();
      await page.getByLabel('Screenshot file').setInputFiles({
        name: 'screen.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from((await picture()).bytes),
      });
      await send.click();
      await expect(page).toHaveURL(/ticket=/);
      await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1);
      await expect(page.getByAltText('Your screenshot')).toBeVisible();
      expect((await person.call<Schemas['TicketPage']>('GET', '/api/v1/tickets')).body.items).toHaveLength(1);
    });

    // Looked at, its answer would be read as soon as it comes: a request that is open looks for it every half minute.
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

    const ticket = desk.getByRole('row').filter({ hasText: person.email });
    await test.step('a super administrator is led to it from the dashboard, finds it and reads all of it', async () => {
      await signIn(desk, 'super@demo.test', '/super-admin');
      await desk.getByRole('link', { name: /support requests? to answer/ }).click();
      await expect(desk).toHaveURL(/\/super-admin\/users\?tab=tickets&status=open/);
      await expect(desk.getByRole('tab', { name: 'Support requests', selected: true })).toBeVisible();
      await desk.getByRole('textbox', { name: 'Search requests' }).fill(person.email);
      await expect(desk.getByRole('table', { name: 'Support requests' }).getByRole('row')).toHaveCount(2);
      await expect(ticket).toContainText('Question');
      await expect(ticket).toContainText('Open');
      await desk.getByRole('link', { name: 'How do I print the poster?' }).click();
      await expect(desk.getByRole('heading', { level: 1, name: /^Question from / })).toBeVisible();
      await expect
        .poll(() => desk.getByAltText('Their screenshot').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await desk.getByText('Their diagnostics').click();
      await expect(desk.getByText('Queue: 0 photos waiting')).toBeVisible();
      await expectAccessible(desk, 'a ticket that is answered');
    });

    await test.step('the answer is sent; the status change can be undone', async () => {
      await desk.getByLabel('Your reply').fill('Open your event, and press Poster.');
      await desk.getByRole('button', { name: 'Send reply' }).click();
      await expect(desk.getByText('Answered', { exact: true })).toBeVisible();
      await expect(desk.getByText('The last answer hasn’t been read yet.')).toBeVisible();
      const undo = await keepToastOpen(desk, 'Request closed', () => desk.getByRole('button', { name: 'Close request' }).click());
      await expect(desk.getByText('Closed', { exact: true })).toBeVisible();
      await undo.click();
      await expect(desk.getByText('Answered', { exact: true })).toBeVisible();
      // The list has its previous filter: waiting requests only.
      await desk.getByRole('link', { name: 'Support requests' }).click();
      await expect(desk.getByText('No matching requests')).toBeVisible();
    });

    await test.step('the answer is marked until it is read; a reply reopens a closed request', async () => {
      await page.goto('/dashboard/feedback-support');
      await expect(page.getByText('You have a new answer')).toBeVisible();
      await expect(message).toHaveValue('');
      await page.getByRole('link', { name: 'Read answer' }).click();
      const answer = page.getByRole('listitem').filter({ hasText: 'press Poster' });
      await expect(answer).toContainText('New');
      await expectAccessible(page, 'a request with an answer');
      await page.getByRole('button', { name: 'Close request' }).click();
      await expect(page.getByText('Closed', { exact: true })).toBeVisible();
      await page.getByLabel('Your reply').fill('Found it, thank you!');
      await page.getByRole('button', { name: 'Send reply' }).click();
      await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(3);
      await expect(page.getByText('Open', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Help & Support' }).first().click();
      await expect(page.getByRole('region', { name: 'Your requests' }).getByRole('listitem')).toHaveCount(1);
      await expect(page.getByText('You have a new answer')).toHaveCount(0);
    });

    await test.step('it waits for the platform again, which sees that its answer was read', async () => {
      await desk.reload();
      await expect(ticket).toContainText('Open');
      await desk.getByRole('link', { name: 'How do I print the poster?' }).click();
      await expect(desk.getByRole('listitem').filter({ hasText: 'Found it, thank you!' })).toContainText(person.user.first_name);
      await expect(desk.getByText('The last answer hasn’t been read yet.')).toHaveCount(0);
    });
  });
});

test('tutorials are found by words, remembered as read, and open without a connection', async ({ page, phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard');
  await waitForServiceWorker(page);
  await openMenu(page);
  await page.getByRole('link', { name: 'Tutorials' }).click();
  await expect(page.getByText('0 of 11 read')).toBeVisible();

  await test.step('the search marks the matches and is in the URL', async () => {
    await page.getByRole('textbox', { name: 'Search tutorials' }).fill('svg print');
    await expect(page).toHaveURL(/q=svg(\+|%20)print/);
    const found = page.getByRole('main').getByRole('listitem');
    await expect(found).toHaveCount(1);
    await expect(found.getByRole('link', { name: 'Posters and join codes' })).toBeVisible();
    await expect(found.locator('mark', { hasText: 'SVG' })).toBeVisible();
    await page.getByRole('link', { name: 'Posters and join codes' }).click();
    await expect(page.locator('mark', { hasText: 'SVG' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Posters and join codes' })).toBeVisible();
    // Its screen is not for this person.
    await expect(page.getByRole('link', { name: 'Open Event Management' })).toHaveCount(0);
  });

  await test.step('read to the end', async () => {
    await page.goto('/dashboard/tutorials?open=offline');
    const seen = page.getByAltText(/The queue offline/);
    await seen.scrollIntoViewIfNeeded();
    await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'See waiting photos' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('Read', { exact: true })).toBeVisible();
  });

  await test.step('offline, each of them, after a new start', async () => {
    await page.goto('/dashboard');
    await phone.context.setOffline(true);
    await page.goto('/dashboard/tutorials');
    await expect(page.getByText('1 of 11 read')).toBeVisible();
    const titles = await page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents();
    expect(titles).toHaveLength(11);
    for (const title of titles) {
      await page.getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.getByRole('link', { name: 'All tutorials' }).click();
    }
    await page.goto('/dashboard/tutorials?open=offline');
    const seen = page.getByAltText(/The queue offline/);
    await seen.scrollIntoViewIfNeeded();
    await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  // Nothing of it is installed with the app: only who opens it loads it.
  expect(readFileSync(path.join(root, 'dist/web/sw.js'), 'utf8')).not.toMatch(/url:\s*["'`]assets\/help-/);
});
