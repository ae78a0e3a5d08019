// Two admins look after the settings of one organization from two desks.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, demoPassword, freshSignIn, registerPerson, type Person } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

// Nothing here happens without a network: refusing the worker saves a second of processor time a desk.
test.use({ serviceWorkers: 'block' });

type Schemas = components['schemas'];

/** An approved organization with two admins. */
async function newOrganization(base: string, name: string): Promise<{ id: string; first: Person; second: Person }> {
  const founder = await registerPerson(base, { organization: name });
  const id = founder.user.memberships[0]!.organization_id;
  const platform = await apiSignIn(base, 'super@demo.test');
  await platform.call('POST', `/api/v1/organizations/${id}/approve`);
  const first = await freshSignIn(base, founder.email, demoPassword);
  const second = await registerPerson(base);
  await platform.call('POST', `/api/v1/users/${second.id}/verify`);
  await platform.call('POST', `/api/v1/platform/organizations/${id}/admins`, { json: { email: second.email } });
  return { id, first, second: await freshSignIn(base, second.email, demoPassword) };
}

/** The notice of an earlier save may still be visible, so the form must have no changes as well. */
async function saved(page: Page): Promise<void> {
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0);
}
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}\\s?(optional)?$`) });

test('two admins with the same form do not overwrite each other’s changes unseen', async ({ deskPage: one, newPhone, serverUrl }) => {
  const token = randomUUID().slice(0, 6);
  const { id, first, second } = await newOrganization(serverUrl, `Aster ${token}`);
  const read = async () => (await first.call<Schemas['OrganizationSettings']>('GET', `/organization_settings/${id}`)).body;
  const desk = await newPhone({ viewport: deskSize });
  const two = await desk.page();
  await signIn(one, first.email, '/organization/settings');
  await signIn(two, second.email, '/organization/settings');
  for (const page of [one, two]) await expect(field(page, 'Name')).toHaveValue(`Aster ${token}`);

  // Typed before the first one saves, because an unchanged form takes over changes at once.
  await test.step('the second begins to write, then the first saves', async () => {
    await field(two, 'Name').fill(`Days ${token}`);
    await field(two, 'Description').fill('Long summers.');
    await field(one, 'Name').fill(`Nights ${token}`);
    await field(one, 'Phone number').fill('+49 30 1234');
    await save(one);
    await saved(one);
  });

  await test.step('the second sees the change before it is replaced, and their input remains', async () => {
    await save(two);
    const told = two.getByRole('listitem');
    await expect(told.filter({ hasText: `Name is now “Nights ${token}”. Your value is in the form.` })).toBeVisible();
    await expect(told.filter({ hasText: 'Phone number is now “+49 30 1234”. It’s now in the form.' })).toBeVisible();
    await expect(field(two, 'Name')).toHaveValue(`Days ${token}`);
    expect((await read()).profile).toMatchObject({ name: `Nights ${token}`, description: '' });
    await two.getByRole('button', { name: 'Use theirs: Name' }).click();
    await expect(field(two, 'Name')).toHaveValue(`Nights ${token}`);
    await save(two);
    await saved(two);
    expect((await read()).profile).toMatchObject({ name: `Nights ${token}`, phone_number: '+49 30 1234', description: 'Long summers.' });
  });

  await test.step('leaving with something typed asks first', async () => {
    await field(two, 'Description').fill('Short winters.');
    await two.getByRole('tab', { name: 'Branding' }).click();
    await two.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(two, 'Description')).toHaveValue('Short winters.');
    await two.getByRole('tab', { name: 'Branding' }).click();
    await two.getByRole('button', { name: 'Discard changes' }).click();
    await expect(two).toHaveURL(/tab=branding/);
  });

  await test.step('colors with their contrast in words, and a picture', async () => {
    await field(two, 'Primary color').fill('#fde68a');
    await expect(two.getByText('This color is too light for text on light screens', { exact: false })).toBeVisible();
    const { bytes } = await picture();
    await two.getByLabel('Picture file').setInputFiles({ name: 'aster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
    await expect(two.getByText('Picture saved', { exact: true })).toBeVisible();
    // The picture is another change of the same settings by the same person, so the colors are saved without a conflict.
    await save(two);
    // The notice of the previous save may still be visible.
    await expect.poll(async () => (await read()).branding.primary_color).toBe('#fde68a');
    await saved(two);
    expect((await read()).profile.avatar_url).toMatch(/^\/organization_settings\//);
  });

  await test.step('a new event begins with the organization’s event settings', async () => {
    await one.getByRole('tab', { name: 'Event settings' }).click();
    await field(one, 'Hours').fill('4.5');
    await one.getByRole('switch', { name: 'Approve photos first' }).check();
    await save(one);
    await saved(one);
    await one.getByRole('link', { name: 'Event Management' }).click();
    await one.getByRole('button', { name: 'New event' }).click();
    const form = one.getByRole('dialog', { name: 'New event' });
    await expect(form.getByRole('textbox', { name: 'Hours' })).toHaveValue('4.5');
    await expect(form.getByRole('switch', { name: 'Approve photos first' })).toBeChecked();
  });
});

test('on a small phone the open part is visible, and hidden parts are marked at the edges', async ({ newPhone, serverUrl }) => {
  const { first } = await newOrganization(serverUrl, `Tabs ${randomUUID().slice(0, 6)}`);
  for (const width of [390, 320]) {
    const phone = await newPhone({ viewport: { width, height: 844 } });
    const page = await phone.page();
    await signIn(page, first.email, '/organization/settings?tab=integrations');
    const tabs = page.getByRole('tablist', { name: 'Organization settings' });
    const [start, end] = [page.locator('[data-more="start"]'), page.locator('[data-more="end"]')];
    const isWhole = (name: string) => expect(tabs.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
    await isWhole('API and webhooks');
    await expect(start).toBeVisible();
    await expect(end).toHaveCount(0);
    // Nothing but the line of tabs is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.goto('/organization/settings');
    await isWhole('Profile');
    await expect(start).toHaveCount(0);
    await expect(end).toBeVisible();
  }
});

test('a tab and a menu’s button show the focus of a key, not that of a mouse', async ({ newPhone }) => {
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', '/organization/settings?tab=branding');
  const ring = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === null || activeElement === document.body ? 'no focus' : getComputedStyle(activeElement).outlineStyle;
    });
  await page.getByRole('tab', { name: 'Watermark' }).click();
  await expect(page.getByRole('tab', { name: 'Watermark', selected: true })).toBeFocused();
  expect(await ring()).toBe('none');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Branding' })).toBeFocused();
  expect(await ring()).toBe('solid');

  // Other stories make events as well.
  await page.goto('/organization/events?q=Harbour%20Lights');
  const menu = page.getByRole('button', { name: 'Actions for Harbour Lights', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(menu).toBeFocused();
  expect(await ring()).toBe('none');
});
