// The longest allowed names, without a space: they do not widen a phone's screen, push buttons away or fill the screen. Names of ordinary length
// are shown completely.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createPhoto, photoRequest, freshSignIn, registerPerson, signIn as apiSignIn, upload, type Person } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { requestPlan } from '#tests/support/billing.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { createEvent, join, organizationOf } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenball';
const long = (length: number) => WORD.repeat(4).slice(0, length);
/** Of an ordinary company, with an ordinary name. */
const ADDRESS = 'christopher.vandenberg';

interface LongNames {
  owner: Person;
  organizationId: string;
  eventId: string;
  eventName: string;
  ticket: string;
}

/** An organization, its event, its guest and their photo, which waits for approval, with names as long as they may be. */
async function makeLongNames(base: string): Promise<LongNames> {
  const own = randomUUID().slice(0, 8);
  const founder = await registerPerson(base, {
    organization: own + long(112),
    firstName: long(100),
    lastName: long(100),
    email: `${ADDRESS}-${own.slice(0, 2)}@polaris-events.example`,
  });
  const organizationId = organizationOf(founder);
  await (await apiSignIn(base, 'admin@demo.test')).call('POST', `/api/v1/organizations/${organizationId}/approve`);
  const owner = await freshSignIn(base, founder.email);
  const eventName = own + long(112);
  const event = await createEvent(owner, { name: eventName, location: long(200), require_approval: true });
  const guest = await registerPerson(base, { firstName: long(100), lastName: long(100) });
  await join(guest, event.join_code);
  const shot = await picture();
  const fact = { ...photoRequest(shot, await upload(guest, shot.bytes, event.id)), file_name: `${long(116)}.jpg` };
  expect(await createPhoto(guest, event.id, fact)).toMatchObject({ status: 201 });
  await requestPlan(owner, organizationId);
  const ticket = randomUUID();
  const asked = await guest.call('POST', '/api/v1/tickets', { json: { id: ticket, category: 'question', message: 'Where is my photo?' } });
  expect(asked).toMatchObject({ status: 201 });
  return { owner, organizationId, eventId: event.id, eventName, ticket };
}

/** Runs in the page. Returns elements wider than the screen, and names with more lines than a card allows. */
function faultsOf(width: number): string[] {
  /** Controls may be in a container with horizontal scrolling; texts may also be truncated. */
  const isWithin = (element: Element, overflows: string[]): boolean => {
    const { parentElement: parent } = element;
    return parent !== null && (overflows.includes(getComputedStyle(parent).overflowX) || isWithin(parent, overflows));
  };
  const shown = [...document.querySelectorAll<HTMLElement>('main *, [role="dialog"] *')].filter(
    (element) => element.checkVisibility() && !element.closest('.sr-only, [role="tooltip"]'),
  );
  const wide = shown.flatMap((element) => {
    // A link in a line of text is cut with it.
    const isControl =
      element.matches('a[href], button, input, select, textarea, summary') && getComputedStyle(element).display !== 'inline';
    const { right, width: own } = element.getBoundingClientRect();
    const reachesOut =
      own > 1 && right > width + 1 && !isWithin(element, isControl ? ['auto', 'scroll'] : ['auto', 'scroll', 'hidden', 'clip']);
    return reachesOut ? [`${element.tagName} reaches ${Math.round(right)}: ${element.innerText.slice(0, 30)}`] : [];
  });
  const high = shown.flatMap((element) => {
    // The facts of one thing are there to be read in full.
    const isName = element.children.length === 0 && /Donaudampf/.test(element.innerText ?? '') && !element.closest('dd, option, textarea');
    const lines = element.clientHeight / parseFloat(getComputedStyle(element).lineHeight);
    return isName && lines > 4.2 ? [`${Math.round(lines)} lines: ${element.innerText.slice(0, 30)}`] : [];
  });
  const page = document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  return [...page, ...wide, ...high];
}

/** Opens a screen, waits for its content, and looks for names that take too much space. */
async function expectRoom(page: Page, href: string, shows: string | RegExp): Promise<void> {
  await page.goto(href);
  await expect(page.getByText(shows).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(faultsOf, phoneSize.width), { message: href }).toEqual([]);
}

test('on a phone the longest names stay within their cards', async ({ newPhone, serverUrl }) => {
  const { owner, organizationId, eventId, eventName, ticket } = await makeLongNames(serverUrl);
  const event = `/organization/events/${eventId}`;
  const name = /Donaudampf/;

  await test.step('for the organization', async () => {
    const page = await (await newPhone()).page();
    await signIn(page, owner.email);
    for (const href of [event, `${event}?tab=participants`, `${event}?tab=settings`, '/organization', '/organization/events'])
      await expectRoom(page, href, name);
    for (const href of ['/organization/profile', '/organization/staff', '/dashboard/profile']) await expectRoom(page, href, name);
    await expectRoom(page, `${event}?tab=moderation`, /\.jpg/);
    await expectRoom(page, `/event/${eventId}/gallery?show=waiting`, 'Pending');
    await page.getByRole('gridcell').first().click();
    for (const button of ['Approve', 'Delete']) await expect(page.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText('File name')).toBeVisible();
    expect(await page.evaluate(faultsOf, phoneSize.width)).toEqual([]);
  });

  await test.step('for the platform', async () => {
    const page = await (await newPhone()).page();
    await signIn(page, 'super@demo.test');
    for (const tab of ['people', 'organizations', 'tickets']) await expectRoom(page, `/super-admin/users?tab=${tab}`, name);
    await expectRoom(page, `/super-admin/users?tab=tickets&ticket=${ticket}`, name);
    await expectRoom(page, `/super-admin/users?tab=organizations&organization=${organizationId}`, /Created/);
    await expectRoom(page, `/super-admin/billing-subscription?tab=requests`, name);
    await expectRoom(page, `/super-admin/event-management?q=${eventName.slice(0, 40)}`, name);
  });
});

/** Of each select above a list: the text of every choice that is cut once it is chosen. */
async function cutChoices(page: Page): Promise<string[]> {
  const selects = page.locator('[data-filters] select');
  await expect(selects.first()).toBeVisible();
  const cut: string[] = [];
  for (const select of await selects.all()) {
    for (const value of await select
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
      await select.selectOption(value);
      cut.push(
        ...(await select.evaluate((element) => {
          const { selectedOptions, clientWidth } = element as HTMLSelectElement;
          const { font, paddingLeft, paddingRight } = getComputedStyle(element);
          const pen = document.createElement('canvas').getContext('2d')!;
          pen.font = font;
          const text = selectedOptions[0]?.text ?? '';
          return pen.measureText(text).width > clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 0.5 ? [text] : [];
        })),
      );
    }
  }
  return cut;
}

test('on a phone the selected filter is shown completely', async ({ newPhone, serverUrl }) => {
  const { owner } = await makeLongNames(serverUrl);
  const phone = await newPhone();
  const page = await phone.page();
  await signIn(page, owner.email);
  await page.goto('/organization/events');
  expect(await cutChoices(page)).toEqual([]);
  await phone.context.clearCookies();
  await signIn(page, 'super@demo.test');
  for (const tab of ['people', 'organizations', 'data-requests']) {
    await page.goto(`/super-admin/users?tab=${tab}`);
    expect(await cutChoices(page), tab).toEqual([]);
  }
});

test('on a desktop an ordinary address is shown whole', async ({ newPhone, serverUrl }) => {
  const { owner } = await makeLongNames(serverUrl);
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, owner.email);
  await page.goto('/organization/staff');
  const address = page.getByRole('table').getByTitle(owner.email);
  await expect(address).toBeVisible();
  const isWhole = await address.evaluate(
    (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1,
  );
  expect(isWhole, owner.email).toBe(true);
});
