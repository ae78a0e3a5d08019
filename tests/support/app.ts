// What people do in the app, in their words, and what the phone holds in its outbox.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { demoPassword, gallery, originalHash, type Person } from './api.ts';
import { expect } from './expect.ts';

export interface Shot {
  id: string;
  sha256: string;
}

/** A page of any browser, as far as its storage is asked. */
export type Evaluates = { evaluate: <R>(ask: () => R | Promise<R>) => Promise<R> };

export interface Outbox {
  /** Records that still wait, with their bytes' own hash as computed now. */
  waiting: (Shot & { state: string; account: string; actualHash: string | null; lastError: string | null })[];
  /** Proofs that the server holds a photo. */
  receipts: Shot[];
}

/**
 * Signs this browser in by the API, as if its person had signed in on this phone before: the screens of the sign-in have stories of their own.
 * @param at what is opened then
 */
export async function signIn(page: Page, email: string, at?: string): Promise<void> {
  const data = { email, password: demoPassword, remember_me: true };
  const answer = await page.request.post('/api/v1/auth/login', { data });
  if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
  const { user } = (await answer.json()) as components['schemas']['Session'];
  const session = JSON.stringify({ user, role: user.role, permissions: user.permissions, organization: null, expired: false });
  // Whoever was signed in here before does not see somebody else's cookies.
  if (page.url() !== 'about:blank') await page.goto('/favicon.svg');
  await page.addInitScript(noteSession, [`noted ${randomUUID()}`, session] as const);
  if (at !== undefined) await page.goto(at);
}

/**
 * In the page, once: what the app itself would have noted in this tab. Without it a start that is slow on a busy machine ends at the sign-in.
 * @param once tells this sign-in from others of the same tab
 */
function noteSession([once, session]: readonly [string, string]): void {
  if (!window.location.protocol.startsWith('http') || sessionStorage.getItem(once) !== null) return;
  sessionStorage.setItem(once, '');
  sessionStorage.setItem('session', session);
}

/** Signs in as a person does. */
export async function signInByForm(page: Page, email: string, options: { remember?: boolean; from?: string } = {}): Promise<void> {
  await page.goto(options.from ?? '/login');
  await fillSignIn(page, email, options.remember ?? true);
  await expect(page).not.toHaveURL(/\/login/);
}

/** The form, where it stands already. */
export async function fillSignIn(page: Page, email: string, remember = true, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel(/Stay logged in/).setChecked(remember);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Waits until the worker controls the page and has everything that a start without network needs. */
export async function waitForServiceWorker(page: Evaluates): Promise<void> {
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (!registration) return 'not registered';
      if (!registration.active) return `installing: ${registration.installing?.state}, waiting: ${registration.waiting?.state}`;
      return navigator.serviceWorker.controller ? 'controls the page' : `${registration.active.state}, does not control the page`;
    });
  await expect.poll(state, { message: 'the service worker', timeout: 45_000 }).toBe('controls the page');
}

const shutter = (page: Page) => page.getByRole('button', { name: /Take photo|Taking a burst/ });

/** Opens the camera of an event and waits for its picture. */
export async function openCamera(page: Page, eventId: string): Promise<void> {
  await page.goto(`/event/${eventId}`);
  await waitForCamera(page);
}

export async function waitForCamera(page: Page): Promise<void> {
  await expect(shutter(page)).toBeEnabled({ timeout: 20_000 });
  await expect(shutter(page)).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
}

/** The line at the camera that says what waits, and opens the queue. */
export const uploadStatus = (page: Page) => page.getByRole('button', { name: /Open queue\./ });

/** The three numbers, as the camera's line says them to a screen reader; and the imports, which it counts apart from what was shot. */
export async function readCountsWithImports(page: Page): Promise<Counts> {
  return countsIn((await uploadStatus(page).getAttribute('aria-label', { timeout: 10_000 })) ?? '');
}

interface Counts {
  shot: number;
  imported: number;
  waiting: number;
  stored: number;
}

/** @param said the camera's line */
export function countsIn(said: string): Counts {
  const [shot, waiting, stored] = [/(\d+) captured/, /(\d+) waiting on/, /(\d+) stored on/].map((pattern) =>
    Number(pattern.exec(said)?.[1] ?? Number.NaN),
  );
  return { shot: shot!, imported: Number(/(\d+) imported/.exec(said)?.[1] ?? 0), waiting: waiting!, stored: stored! };
}

/** The three numbers of a person who imports nothing. */
export async function readCounts(page: Page): Promise<{ shot: number; waiting: number; stored: number }> {
  const { imported, ...rest } = await readCountsWithImports(page);
  expect(imported, 'nothing was imported').toBe(0);
  return rest;
}

/** A press of no length: on a busy machine the two halves of a click lie so far apart that they mean a burst. */
export async function pressShutter(page: Page): Promise<void> {
  await expect(shutter(page)).toBeEnabled();
  await shutter(page).hover();
  await Promise.all([page.mouse.down(), page.mouse.up()]);
}

/** Presses the shutter so often, each time after the shot before was acknowledged. */
export async function shoot(page: Page, times: number): Promise<void> {
  await expect(uploadStatus(page), 'the queue has been read').toHaveAttribute('aria-label', /\d+ captured/);
  const before = (await readCountsWithImports(page)).shot;
  // At Playwright's own pace: pressed while the page still draws the shot before, the button may be held so long that it means a burst.
  const how = { message: 'the shot is acknowledged', timeout: 20_000, intervals: [100, 250, 500, 1000] };
  for (let taken = 1; taken <= times; taken += 1) {
    await pressShutter(page);
    await expect.poll(async () => (await readCountsWithImports(page)).shot, how).toBe(before + taken);
  }
}

/** Waits until what was pressed for is acknowledged, the last of a burst too. */
export async function waitForShots(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Take photo' })).not.toHaveAttribute('data-in-hand');
}

/** Reads the outbox from the page's own storage, without the app's code. */
export function readOutbox(page: Evaluates): Promise<Outbox> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('outbox');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no outbox')));
    });
    // One transaction: a photo that is delivered meanwhile is seen where it was or where it went, never in both.
    const stores = opened.transaction(['photos', 'blobs', 'receipts']);
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve, reject) => {
        const request = stores.objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result as T[]));
        request.addEventListener('error', () => reject(request.error ?? new Error(store)));
      });
    type Row = { id: string; sha256: string; state: string; account: string; lastError: { code: string } | null };
    const [photos, blobs, receipts] = await Promise.all([
      all<Row>('photos'),
      all<{ id: string; data: Blob | ArrayBuffer }>('blobs'),
      all<Row>('receipts'),
    ]);
    opened.close();
    const hashOf = async (id: string) => {
      const data = blobs.find((blob) => blob.id === id)?.data;
      if (!data) return null;
      const digest = await crypto.subtle.digest('SHA-256', data instanceof Blob ? await data.arrayBuffer() : data);
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    return {
      waiting: await Promise.all(
        photos.map(async ({ id, sha256, state, account, lastError }) => ({
          id,
          sha256,
          state,
          account,
          lastError: lastError?.code ?? null,
          actualHash: await hashOf(id),
        })),
      ),
      receipts: receipts.map(({ id, sha256 }) => ({ id, sha256 })),
    };
  });
}

/** What waits, without its bytes: looked at again and again, it must not keep the phone busy. */
function waitingPhotos(page: Evaluates): Promise<string[]> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('outbox');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no outbox')));
    });
    type Row = { id: string; state: string; lastError: { code: string } | null };
    const photos = await new Promise<Row[]>((resolve, reject) => {
      const request = opened.transaction('photos').objectStore('photos').getAll();
      request.addEventListener('success', () => resolve(request.result as Row[]));
      request.addEventListener('error', () => reject(request.error ?? new Error('no photos')));
    });
    opened.close();
    return photos.map(({ id, state, lastError }) => `${id} ${state} ${lastError?.code ?? null}`);
  });
}

/** Every shot this phone has acknowledged: what waits and what was proved. */
export async function acknowledgedShots(page: Evaluates): Promise<Shot[]> {
  const { waiting, receipts } = await readOutbox(page);
  for (const { id, sha256, actualHash } of waiting) expect(actualHash, `the bytes of ${id} are what they were`).toBe(sha256);
  return [...waiting, ...receipts].map(({ id, sha256 }) => ({ id, sha256 })).toSorted((a, b) => a.id.localeCompare(b.id));
}

/** Waits until nothing waits on this phone any more. */
export async function waitForDelivery(page: Evaluates, ms = 60_000): Promise<void> {
  await expect
    .poll(() => waitingPhotos(page), {
      message: 'the outbox is empty',
      timeout: ms,
    })
    .toEqual([]);
}

/**
 * The law: what was acknowledged to the person is what the server has, each once, each with its hash - of the bytes it really keeps.
 */
export async function expectExactlyOnServer(person: Person, eventId: string, shots: Shot[]): Promise<void> {
  const photos = (await gallery(person, eventId)).filter((photo) => photo.uploader.id === person.id);
  const stored = photos.map(({ id, sha256 }) => ({ id, sha256 })).toSorted((a, b) => a.id.localeCompare(b.id));
  expect(stored, 'every photo is exactly once on the server').toEqual(shots.toSorted((a, b) => a.id.localeCompare(b.id)));
  for (const { id, sha256 } of shots) expect(await originalHash(person, eventId, id), `the server's bytes of ${id}`).toBe(sha256);
}
