// Stories in browsers other than Chromium: a phone with such a browser, and what a person does on it.
import { writeFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPassword, type Person } from './api.ts';
import { countsIn, waitForDelivery, type Shot } from './app.ts';
import { expect, test as chaosTest, testWithServer as chaosTestWithServer } from './chaos-fixtures.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { isInstalled, OtherPhone, type OtherBrowser, type OtherPage } from './other-browser.ts';

export { expect } from './chaos-fixtures.ts';

/** How many photos a story shoots or imports: `ENGINE_PHOTOS=200 npm test -- engines`. */
export const PHOTOS = Number(process.env.ENGINE_PHOTOS ?? 5);
/** What a photo may take from the press to the gallery, on a busy machine. */
const MS_A_PHOTO = 3000;

interface EngineFixtures {
  /** Of the phone, by `test.use`. */
  otherBrowser: OtherBrowser | null;
  /** At the camera of the live event, with the guest signed in. It must not say an unexpected error. */
  otherPhone: OtherPhone;
}

type Given = Pick<EngineFixtures, 'otherBrowser'> & { network: FaultProxy; guest: Person };

async function otherPhone(
  { otherBrowser, network, guest }: Given,
  use: (phone: OtherPhone) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  if (!otherBrowser) throw new Error('which browser? test.use({ otherBrowser })');
  const phone = await OtherPhone.start(otherBrowser);
  let isSignedIn = false;
  try {
    await signIn(phone.page, network.url, guest.email);
    await waitForCamera(phone.page);
    isSignedIn = true;
    await use(phone);
  } finally {
    if (!isSignedIn || info.status !== info.expectedStatus) await photograph(phone, info);
    await phone.dispose();
  }
  expect(phone.unexpected(), 'unexpected errors on the console').toEqual([]);
}

/** What the screen shows, where the browser still runs. */
async function photograph(phone: OtherPhone, info: TestInfo): Promise<void> {
  if (!phone.isOn) return;
  const file = info.outputPath('phone.png');
  writeFileSync(file, await phone.page.screenshot());
  await info.attach('phone', { path: file, contentType: 'image/png' });
}

export const test = chaosTest.extend<EngineFixtures>({ otherBrowser: [null, { option: true }], otherPhone });
export const testWithServer = chaosTestWithServer.extend<EngineFixtures>({ otherBrowser: [null, { option: true }], otherPhone });

/** For a group of stories: all of them are skipped where the browser is missing. */
export function useBrowser(browser: OtherBrowser): void {
  for (const each of [test, testWithServer]) each.use({ otherBrowser: browser });
  const isMissing = !isInstalled(browser);
  const advice = `Skipped: ${browser.name} is not installed. On Debian: apt-get install --no-install-recommends ${browser.packages}`;
  // The list of tests doesn't say why. Workers load this file too.
  if (isMissing && process.env.TEST_WORKER_INDEX === undefined) console.log(advice);
  test.skip(isMissing, advice);
  test.beforeEach(() => test.setTimeout(180_000 + PHOTOS * 2 * MS_A_PHOTO));
}

/** Opens the live event and waits for the camera's picture. */
export async function openCamera(page: OtherPage, base: string): Promise<void> {
  await page.goto(new URL(`/event/${demoEvents.live}`, base).href);
  await waitForCamera(page);
}

/** Turns the camera on where the app explains it first, and waits for its picture. */
export async function waitForCamera(page: OtherPage): Promise<void> {
  const state = () =>
    page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('button.camera-shutter');
      if (!button) return `no shutter at ${location.pathname}`;
      if (button.ariaDisabled !== 'true') return 'ready';
      const turnOn = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Turn on camera');
      if (!turnOn) return `not ready: ${button.title}`;
      turnOn.id = 'turn-on';
      return 'explained';
    });
  const stateAfterExplanation = async () => {
    const now = await state();
    if (now === 'explained') await page.press('#turn-on');
    return now;
  };
  await expect.poll(stateAfterExplanation, { message: 'the camera', timeout: 45_000 }).toBe('ready');
}

/** By the form, on the way to the live event, with the session kept: one of the tab alone ends with the browser. */
async function signIn(page: OtherPage, base: string, email: string): Promise<void> {
  await page.goto(new URL(`/event/${demoEvents.live}`, base).href);
  const isThere = () => page.evaluate(() => document.querySelector('input[name=email]') !== null);
  await expect.poll(isThere, { message: 'the form' }).toBe(true);
  await page.type('input[name=email]', email);
  await page.type('input[name=password]', demoPassword);
  const isKept = () => page.evaluate(() => document.querySelector<HTMLInputElement>('input[name=remember_me]')?.checked);
  if (!(await isKept())) await page.press('input[name=remember_me]');
  await page.press('form:has(input[name=password]) button[type=submit]');
}

const readCounts = async (page: OtherPage) =>
  countsIn(await page.evaluate(() => document.querySelector('.camera-status')?.ariaLabel ?? ''));

/** Presses the shutter, each time after the shot before was acknowledged. On a busy machine a press may become a burst. */
export async function shoot(page: OtherPage, times: number): Promise<void> {
  await expect.poll(async () => (await readCounts(page)).shot, { message: 'the queue has been read' }).toBeGreaterThanOrEqual(0);
  const goal = (await readCounts(page)).shot + times;
  for (let shot = goal - times; shot < goal; shot = (await readCounts(page)).shot) {
    await page.press('button.camera-shutter');
    await expect.poll(async () => (await readCounts(page)).shot, { message: 'the shot is acknowledged' }).toBeGreaterThan(shot);
  }
  const inHand = () => page.evaluate(() => document.querySelector('button.camera-shutter[data-in-hand]') !== null);
  await expect.poll(inHand, { message: 'a shot is still in hand' }).toBe(false);
}

/** Imports the files as a person does, and waits until the camera has counted them. */
export async function importFiles(page: OtherPage, files: readonly string[]): Promise<void> {
  await page.choose('input[aria-label="Photos to import"]', files);
  const imported = async () => (await readCounts(page)).imported;
  await expect.poll(imported, { message: 'all are imported', timeout: 60_000 + files.length * MS_A_PHOTO }).toBe(files.length);
}

export const expectDelivery = (page: OtherPage, shots: readonly Shot[]): Promise<void> =>
  waitForDelivery(page, 60_000 + shots.length * MS_A_PHOTO);

/** In which form the bytes of waiting photos are stored. */
export const formsOfStoredPhotos = (page: OtherPage): Promise<string[]> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no outbox')));
      });
    const opened = await answer(indexedDB.open('outbox'));
    const rows = (await answer(opened.transaction('blobs').objectStore('blobs').getAll())) as { data: Blob | ArrayBuffer }[];
    opened.close();
    return rows.map(({ data }) => data.constructor.name);
  });
