// Steps that several end-to-end stories share: people of their own, the menu, the way out, a session's end.
import type { BrowserContext, Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { demoJoinCode } from '#server/seed/ids.ts';
import { registerPerson, signIn, type Person } from './api.ts';
import { createEvent, newParticipant } from './events.ts';
import { expect } from './expect.ts';

/** Somebody new who has joined the live event by its code: nobody else's story counts his or her photos. */
export async function newGuest(base: string): Promise<Person> {
  const guest = await registerPerson(base);
  const joined = await guest.call('POST', '/api/v1/event/join', { json: { code: demoJoinCode } });
  if (joined.status !== 200 && joined.status !== 201) throw new Error(`joining: ${joined.status} ${JSON.stringify(joined.body)}`);
  return guest;
}

export interface IsolatedEvent {
  id: string;
  event: components['schemas']['Event'];
  /** Somebody new who takes part. */
  newGuest(): Promise<Person>;
}

/** An event of Aurora's that no other story enters: its gallery holds what this story brings, and nothing pushes that out of sight. */
export async function newIsolatedEvent(base: string, changes: Parameters<typeof createEvent>[1] = {}): Promise<IsolatedEvent> {
  const event = await createEvent(await signIn(base, 'owner@demo.test'), changes);
  return { id: event.id, event, newGuest: () => newParticipant(base, event) };
}

/** On a phone the sidebar is closed until its toggle is pressed. */
export async function openMenu(page: Page): Promise<void> {
  const out = page.getByRole('button', { name: 'Log out' });
  const toggle = page.getByRole('button', { name: 'Open menu' });
  await expect(out.or(toggle)).toBeVisible();
  if (!(await out.isVisible())) await toggle.click();
  await expect(out).toBeVisible();
}

/** Logs out by the dialog, which must say `says` and offer `button`. */
export async function logOut(page: Page, says: RegExp, button: RegExp): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out?' });
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** The server ends the session of this browser, which is not told. */
export async function endSessionAtServer(context: BrowserContext, base: string): Promise<void> {
  const cookies = await context.cookies([base, `${base}/api/v1/auth`]);
  const answer = await fetch(new URL('/api/v1/auth/logout', base), {
    method: 'POST',
    headers: { origin: base, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  if (answer.status !== 204) throw new Error(`ending the session: ${answer.status} ${await answer.text()}`);
}

/** What lies in one store of the phone's databases, by its keys; nothing where there is no such database. */
const readStore = <V>(page: Page, database: string, store: string): Promise<[IDBValidKey, V][]> =>
  page.evaluate(
    async ([name, storeName]) => {
      if (!(await indexedDB.databases()).some((known) => known.name === name)) return [];
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error(`no ${name}`)));
        });
      const opened = await answer(indexedDB.open(name));
      const values = opened.transaction(storeName).objectStore(storeName);
      const [keys, kept] = await Promise.all([answer(values.getAllKeys()), answer(values.getAll() as IDBRequest<V[]>)]);
      opened.close();
      return keys.map((key, at): [IDBValidKey, V] => [key, kept[at] as V]);
    },
    [database, store] as const,
  );

/** Whether a logout that was made here has yet to reach the server. */
export async function hasPendingLogout(page: Page): Promise<boolean> {
  return (await readStore<unknown>(page, 'session', 'values')).some(([key]) => key === 'pendingLogout');
}

/**
 * Waits until what the screen shows has been written to the phone: the app does so a moment after reading it.
 * @param key a part of its query's key that no other query of the screen has: each is written for itself
 * @param holding a part of the answer, where one that was read before may be kept already
 */
export async function waitUntilPersisted(page: Page, key: string, holding = ''): Promise<void> {
  const kept = () => readStore<{ query: { queryHash: string; state: { data: unknown } } }>(page, 'query-cache', 'queries');
  const isKept = async () =>
    (await kept()).some(([, { query }]) => query.queryHash.includes(key) && JSON.stringify(query.state.data).includes(holding));
  await expect.poll(isKept, { message: `${key} is kept on the phone, with ${holding || 'anything'}` }).toBe(true);
}
