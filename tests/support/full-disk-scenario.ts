// The phone that runs full while photos wait on it, told once for `npm test` and for the long repetitions.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  fillSignIn,
  waitForServiceWorker,
  waitForShots,
  readCounts,
  openCamera,
  readOutbox,
  shoot,
  signIn,
  type Shot,
} from './app.ts';
import type { Phone } from './browser.ts';
import { expect } from './chaos-fixtures.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { SmallDisk } from './small-disk.ts';

export interface FullDisk {
  phone: Phone;
  /** Who shoots. */
  email: string;
  disk: SmallDisk;
  network: FaultProxy;
  /** How long the disk stays without a byte. */
  fullForMs: number;
  /** Another app takes whatever comes free meanwhile. */
  greedy: boolean;
}

export const uploadRequests = /^\/api\/v1\/(uploads|event\/[^/]+\/photos$)/;
const isFull = (page: Page) => page.getByRole('heading', { name: 'This phone is full' });

/** @returns what was acknowledged, in all, when everything is delivered; and what was told of a store that was lost, if it was */
export async function runFullDiskScenario({
  phone,
  email,
  disk,
  network,
  fullForMs,
  greedy,
}: FullDisk): Promise<{ shots: Shot[]; healed: string | null }> {
  let page = await phone.page();
  await signIn(page, email);
  await openCamera(page, demoEvents.live);
  await waitForServiceWorker(page);
  await phone.cookieOnDisk('ais_refresh');
  network.addFault('*', uploadRequests, { kind: 'refuse' });
  await shoot(page, 6);
  const before = await acknowledgedShots(page);
  expect(before).toHaveLength(6);

  if (greedy) disk.keepFull();
  else disk.fill();
  const end = Date.now() + fullForMs;
  let healed: string | null = null;
  // It may have been found full before the press: then the shutter is closed already.
  await page.getByRole('button', { name: 'Take photo' }).click({ force: true });
  await expect(isFull(page), 'full is said as full').toBeVisible();
  for (let tries = 1; Date.now() < end; tries += 1) {
    if (tries < 8) await tryAgain(page);
    await pause(2000);
    const { shot } = await countsPastNotices(page, (title) => (healed = title));
    expect(shot, 'what was acknowledged stays told').toBeGreaterThanOrEqual(6);
  }

  disk.free();
  await expect(async () => {
    healed = (await readNotice(page)) ?? healed;
    await tryAgain(page);
    expect(await isFull(page).isVisible(), 'there is room again').toBe(false);
    expect((await readCounts(page)).waiting, 'the numbers are whole').toBeGreaterThanOrEqual(6);
  }).toPass({ timeout: 100_000, intervals: [2000] });
  await waitForShots(page);
  await shoot(page, 1);
  const after = await acknowledgedShots(page);
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  await phone.kill();

  network.clearFaults();
  await phone.restart();
  page = await phone.page();
  await page.goto(`/event/${demoEvents.live}`);
  // The browser could not write its cookies either: the session may be lost, which is another story.
  await expect(page.getByRole('button', { name: 'Take photo' }).or(page.getByLabel('Email')).first()).toBeVisible({ timeout: 60_000 });
  // Chromium may have thrown the store away at this start only: then it is brought back now, and told over whatever is open.
  healed = (await noticeWithin(page, 6000)) ?? healed;
  if (await page.getByLabel('Email').isVisible()) await fillSignIn(page, email);
  await expect
    .poll(
      async () => {
        healed = (await readNotice(page)) ?? healed;
        const { waiting, receipts } = await readOutbox(page);
        return waiting.length + receipts.length;
      },
      { message: 'everything acknowledged is there', timeout: 60_000 },
    )
    .toBe(after.length);
  await waitForDelivery(page);
  const receipts = (await readOutbox(page)).receipts.map(({ id }) => id);
  expect(receipts.toSorted()).toEqual(after.map(({ id }) => id).toSorted());
  return { shots: after, healed };
}

/** The title of what is told of a lost store, once it is read and closed. */
async function readNotice(page: Page): Promise<string | null> {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) return null;
  const title = await dialog.getByRole('heading').innerText();
  await dialog.getByRole('button', { name: 'OK' }).click();
  return title;
}

/** What is told of a lost store opens at any moment, and hides the numbers until it is read. */
async function countsPastNotices(page: Page, onNotice: (title: string) => void): Promise<Awaited<ReturnType<typeof readCounts>>> {
  let found: Awaited<ReturnType<typeof readCounts>> | null = null;
  await expect(async () => {
    const title = await readNotice(page);
    if (title !== null) onNotice(title);
    found = await readCounts(page);
  }).toPass({ timeout: 60_000 });
  return found!;
}

async function noticeWithin(page: Page, ms: number): Promise<string | null> {
  const shown = page.getByRole('dialog').waitFor({ timeout: ms });
  return shown.then(
    () => readNotice(page),
    () => null,
  );
}

/** A press at this moment, if there is a button: it goes as soon as there is room. */
async function tryAgain(page: Page): Promise<void> {
  if (await page.getByRole('dialog').isVisible()) return;
  const buttons = page.getByRole('button', { name: 'Try again' });
  await buttons.evaluateAll((found) => found.forEach((button) => button instanceof HTMLElement && button.click()));
}
