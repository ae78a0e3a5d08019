// Deciding on what waits: by keys alone, two at once, many at once, and on a phone.
import type { Page } from '@playwright/test';
import { createPhoto, photoRequest, gallery, signIn as apiSignIn, upload, type Person } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expectClickable } from '#tests/support/clickable.ts';
import { newIsolatedEvent, type IsolatedEvent } from '#tests/support/e2e-steps.ts';
import { photoOf } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { picture } from '#tests/support/pictures.ts';

// Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
test.use({ serviceWorkers: 'block' });

/** As cameras call their files: longer than a phone is wide. */
const FILE_NAME = 'Garden_Party_2027-06-12_20-34-55_0042.jpg';

/** An event that asks for approval, with so many photos that wait, the longest waiting first. */
async function waiting(base: string, count: number): Promise<{ night: IsolatedEvent; author: Person; ids: string[] }> {
  const night = await newIsolatedEvent(base, { require_approval: true });
  const author = await night.newGuest();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const shot = await picture();
    const fact = { ...photoRequest(shot, await upload(author, shot.bytes, night.id)), file_name: FILE_NAME };
    expect(await createPhoto(author, night.id, fact)).toMatchObject({ status: 201 });
    ids.push(fact.id);
  }
  await expect
    .poll(async () => (await gallery(author, night.id)).every(({ state }) => state === 'ready'), { message: 'all are prepared' })
    .toBe(true);
  return { night, author, ids };
}

const desk = (eventId: string, view = '') => `/organization/events/${eventId}?tab=moderation${view && `&view=${view}`}`;
const top = (page: Page) => page.getByRole('img', { name: /^Photo by Test Person/ });
const said = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: typeof words === 'string' })).toBeVisible();
const statuses = async (person: Person, eventId: string, ids: string[]) => {
  const photos = await gallery(person, eventId);
  return ids.map((id) => photos.find((photo) => photo.id === id)?.status ?? 'gone');
};

test('by keyboard alone: approve, reject with a reason, undo; the author reads why', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  const { night, author, ids } = await waiting(serverUrl, 4);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', desk(night.id));
  const press = (key: string) => page.keyboard.press(key);
  const stands = (expected: string[]) => expect.poll(() => statuses(owner, night.id, ids)).toEqual(expected);
  await expect(page.getByRole('tab', { name: 'Moderation 4 pending' })).toHaveAttribute('aria-selected', 'true');
  await expect(top(page)).toBeVisible();

  await press('a');
  await said(page, 'Approved. 3 photos to review.');
  await press('r');
  await said(page, 'Rejected. 2 photos to review.');
  await stands(['approved', 'rejected', 'pending', 'pending']);
  await press('u');
  await said(page, 'Undone. The photo is pending again.');
  await stands(['approved', 'pending', 'pending', 'pending']);

  await press('Shift+R');
  const dialog = page.getByRole('dialog', { name: 'Reject this photo' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('The neighbours asked for it.');
  await tabTo(page, dialog.getByRole('button', { name: /^Reject/ }));
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  await stands(['approved', 'rejected', 'pending', 'pending']);
  expect(await photoOf(author, night.id, ids[1]!)).toMatchObject({ rejection_reason: 'The neighbours asked for it.' });

  await press('1');
  await press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await stands(['approved', 'rejected', 'rejected', 'approved']);
  expect((await photoOf(author, night.id, ids[2]!)).rejection_reason).toMatch(/out of focus/);
});

test('two moderators at once are given different photos, and hear of each other', async ({ newPhone, serverUrl }) => {
  const { night, ids } = await waiting(serverUrl, 14);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const one = await (await newPhone({ viewport: deskSize })).page();
  const other = await (await newPhone({ viewport: deskSize })).page();
  await signIn(one, 'owner@demo.test');
  await signIn(other, 'member@demo.test');
  await one.goto(desk(night.id));
  await expect(top(one)).toBeVisible();
  await other.goto(desk(night.id));
  await expect(top(other)).toBeVisible();
  await said(other, /1 other moderator active/);

  const decided = async () => (await statuses(owner, night.id, ids)).filter((status) => status !== 'pending').toSorted();
  for (let each = 1; each <= 3; each += 1) {
    await one.keyboard.press('a');
    await other.keyboard.press('r');
    await expect
      .poll(decided)
      .toEqual([...Array.from({ length: each }, () => 'approved'), ...Array.from({ length: each }, () => 'rejected')]);
  }
  expect(await statuses(owner, night.id, ids.slice(0, 3)), 'the first had the longest waiting').toEqual([
    'approved',
    'approved',
    'approved',
  ]);
  for (const page of [one, other]) await expect(page.getByRole('radio', { name: 'Pending 8' })).toBeVisible();
});

test('many at once, by keyboard: choose all, approve; take it back; take one down', async ({ newPhone, serverUrl }) => {
  const { night, ids } = await waiting(serverUrl, 6);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test');
  await page.goto(desk(night.id, 'waiting'));
  const cells = page.getByRole('grid').getByRole('gridcell');
  await expect(cells).toHaveCount(6);
  const all = (status: string) => expect.poll(() => statuses(owner, night.id, ids)).toEqual(ids.map(() => status));

  await tabTo(page, cells.first().getByRole('button').first());
  const square = (index: number) => page.locator(`[data-index="${index}"] [data-photo]`);
  await page.keyboard.press('End');
  await expect(square(5)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await said(page, '3 selected');
  await page.keyboard.press('Shift+ArrowLeft');
  await said(page, '2 selected');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(6);
  await page.keyboard.press('a');
  await all('approved');
  await expect(page.getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await page.keyboard.press('u');
  await all('pending');
  await expect(cells).toHaveCount(6);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await all('approved');
  await page.goto(desk(night.id, 'approved'));
  await expect(cells).toHaveCount(6);
  await cells.first().getByRole('button').first().click();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(cells).toHaveCount(5);
  await expect.poll(async () => (await statuses(owner, night.id, ids)).filter((status) => status === 'rejected')).toHaveLength(1);
  await square(0).focus();
  await page.keyboard.press('r');
  await expect(cells).toHaveCount(4);
  await expect(square(0), 'the next has the focus').toBeFocused();
});

test('on a phone: a swipe each way, and the buttons in reach', { tag: '@core' }, async ({ page, serverUrl }) => {
  const { night, ids } = await waiting(serverUrl, 3);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  await signIn(page, 'owner@demo.test');
  await page.goto(desk(night.id));
  await expect(top(page)).toBeVisible();
  await swipe(page, 1);
  await said(page, 'Approved. 2 photos to review.');
  await swipe(page, -1);
  await said(page, 'Rejected. 1 photo to review.');
  await expect.poll(() => statuses(owner, night.id, ids)).toEqual(['approved', 'rejected', 'pending']);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(page.getByText(FILE_NAME)).toBeVisible();
  await expect(approve).toBeInViewport({ ratio: 1 });
  expect((await approve.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await approve.click();
  await expect.poll(() => statuses(owner, night.id, ids)).toEqual(['approved', 'rejected', 'approved']);
  for (const view of ['approved', 'rejected']) {
    await page.goto(desk(night.id, view));
    await page.getByRole('button', { name: /^Select all \d/ }).click();
    const actions = page.getByRole('toolbar', { name: 'Selected photos' });
    await expect(actions.getByRole('button', { name: 'Back to pending' })).toBeInViewport({ ratio: 1 });
    expect(await actions.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    await expectClickable(actions, `the actions for ${view} photos`);
  }
});

/** One finger across the photo: 1 to the right, -1 to the left. */
async function swipe(page: Page, way: 1 | -1): Promise<void> {
  await expect(top(page)).toBeVisible();
  const box = (await top(page).boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = (step: number) => [{ x: x + (way * step * box.width) / 16, y }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 8; step += 1) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

test('one number of pending photos: tab and filter agree at every moment', async ({ newPhone, serverUrl }) => {
  const { night } = await waiting(serverUrl, 12);
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', desk(night.id));
  await expect(top(page)).toBeVisible();
  await page.evaluate(() => {
    const numberIn = (text: string | null | undefined) => Number(/\d+/.exec(text ?? '')?.[0] ?? 0);
    const told: string[] = [];
    const look = () => {
      const tab = [...document.querySelectorAll('[role="tab"]')].find((each) => each.textContent?.startsWith('Moderation'));
      const chip = document.querySelector('input[value="waiting"]')?.closest('label');
      if (tab && chip) told.push(`${numberIn(tab.textContent)} ${numberIn(chip.textContent)}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { told });
  });
  for (let left = 11; left >= 4; left -= 1) {
    await page.keyboard.press('a');
    await said(page, `Approved. ${left} photos to review.`);
  }
  await page.keyboard.press('u');
  await expect(page.getByRole('radio', { name: 'Pending 5' })).toBeVisible();
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(told.length).toBeGreaterThan(8);
  expect([...new Set(told)].filter((pair) => pair.split(' ')[0] !== pair.split(' ')[1])).toEqual([]);
  await page.getByRole('tab', { name: 'Overview' }).click();
  const latest = page.getByRole('region', { name: 'Latest photos' }).getByRole('listitem');
  await expect(latest).toHaveCount(8);
  await expect(page.getByRole('region', { name: 'Statistics' }).getByRole('definition').filter({ hasText: /^5$/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Moderation 5 pending' })).toBeVisible();
  await latest.first().getByRole('link').click();
  await expect(page).toHaveURL(/gallery.*photo=/);
  await expect(page.getByRole('dialog', { name: 'Photo' })).toBeVisible();
});

test('the photo fills the room; closer by key, wheel and drag; the whole window for it', async ({ newPhone, serverUrl }) => {
  const { night, ids } = await waiting(serverUrl, 5);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', desk(night.id));
  const card = page.locator('[data-top]');
  const share = async () => {
    const { width, height } = (await card.boundingBox())!;
    return (width * height) / (deskSize.width * deskSize.height);
  };
  const zoom = () => card.evaluate((element) => Number(element.style.getPropertyValue('--zoom') || 1));
  await expect(top(page)).toBeVisible();
  await expect.poll(share, 'beside the shortcuts').toBeGreaterThan(0.33);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 });

  await test.step('closer', async () => {
    await page.keyboard.press('z');
    await expect.poll(zoom).toBeGreaterThan(1);
    const box = (await card.boundingBox())!;
    const x = () => card.evaluate((element) => Number.parseFloat(element.style.getPropertyValue('--x') || '0'));
    const before = await x();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await x()) - before).toBeCloseTo(60, 0);
    await page.keyboard.press('z');
    await expect.poll(zoom).toBe(1);
  });
  await test.step('the whole window', async () => {
    await page.keyboard.press('f');
    const focus = page.getByRole('dialog', { name: 'Review' });
    await expect(focus).toBeVisible();
    await expect.poll(share).toBeGreaterThan(0.7);
    await expect(focus.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 });
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -600);
    await expect.poll(zoom).toBeGreaterThan(1.5);
    await page.keyboard.press('a');
    await expect(focus.getByText('4 pending. Approved. 4 photos to review.')).toBeVisible();
    await expect.poll(zoom, 'the next is seen whole').toBe(1);
    await page.keyboard.press('1');
    await expect.poll(() => statuses(owner, night.id, ids)).toEqual(['approved', 'rejected', 'pending', 'pending', 'pending']);
    await expectAccessible(page, 'the focus mode');
    await page.keyboard.press('Escape');
    await expect(focus).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Moderation 3 pending' })).toBeVisible();
  });
});
