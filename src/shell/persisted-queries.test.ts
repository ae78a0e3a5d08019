import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';

const ended: (() => Promise<void>)[] = [];

/** A start of the app: only the data on the phone is left of the previous page. */
async function start() {
  vi.resetModules();
  sessionStorage.clear();
  const [{ session }, answers, kept, values] = await Promise.all([
    import('#src/session/store.ts'),
    import('./query-client.ts'),
    import('./persisted-queries.ts'),
    import('#src/transport/session-db.ts'),
  ]);
  const see = (queryKey: readonly string[], answer: unknown, meta: object = {}) =>
    answers.queryClient.fetchQuery({ queryKey, queryFn: () => Promise.resolve(answer), meta: { persist: true, ...meta } });
  ended.push(answers.purgeQueries);
  return { session, ...answers, ...values, watch: kept.watchPersistedQueries, see };
}

const person = (id: string, organizations: string[] = []) =>
  buildUser({
    id,
    role: 'member',
    organizations: organizations.map((organization) => buildOrganization({ id: organization, name: organization })),
  });

async function onPhone(): Promise<string[]> {
  const db = await openDB('query-cache');
  const keys = (await db.getAllKeys('queries')) as [string, string][];
  db.close();
  return keys.map(([owner, hash]) => `${owner} ${(JSON.parse(hash) as string[]).join(' ')}`);
}

/** Ana works for two organizations and has viewed lists of both, and an event of the first. */
async function lookAround() {
  const page = await start();
  await page.session.signIn(person('ana', ['org-1', 'org-2']));
  page.watch();
  page.session.markReady();
  await page.restoreQueries('ana');
  await page.see(['events', 'one', 'gala'], { id: 'gala', organization_id: 'org-1', can: {} }, { atEvent: true });
  await page.see(['photos', 'gala', 'shape'], 'many', { atEvent: true });
  await page.see(['events', 'participants', 'gala'], { items: [] });
  await page.see(['events', 'participants', 'ball'], { items: [] });
  await page.see(['events', 'manage', 'org-1'], { items: [{ id: 'ball', organization_id: 'org-1' }] });
  await page.see(['staff', 'members', 'org-1'], { items: [] });
  await page.see(['staff', 'members', 'org-2'], { items: [] });
  void page.flushQueries();
  await expect.poll(async () => (await onPhone()).length).toBe(7);
  return page;
}
/** The page's initial work is done: each round waits for earlier requests to both databases. */
async function settled({ readSessionValue, queryPersistence: keptAnswers }: Awaited<ReturnType<typeof start>>): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await readSessionValue('snapshot');
    await keptAnswers.withStore(() => Promise.resolve());
  }
}
const ofTheEvent = ['ana events one gala', 'ana photos gala shape'];
const all = [
  'ana events manage org-1',
  'ana events one gala',
  'ana events participants ball',
  'ana events participants gala',
  'ana photos gala shape',
  'ana staff members org-1',
  'ana staff members org-2',
];

afterEach(async () => {
  const { session } = await start();
  await session.clear();
  // No page of this test writes in the next one.
  for (const end of ended.splice(0)) await end();
});

it('a start without a network preserves the data of the signed-in account', async () => {
  await lookAround();
  const page = await start();
  const { session, watch, restoreQueries, queryClient } = page;
  watch();
  await session.restoreOffline();
  session.markReady();
  await restoreQueries('ana');
  await settled(page);
  expect(await onPhone()).toEqual(all);
  expect(queryClient.getQueryData(['staff', 'members', 'org-2'])).toEqual({ items: [] });
});

it('a start without a session leaves nothing: the logout before may have been cut short', async () => {
  const { session } = await lookAround();
  await session.clear();
  const next = await start();
  next.watch();
  next.session.markReady();
  await expect.poll(onPhone).toEqual([]);
});

it('a start with only a late snapshot preserves everything', async () => {
  await lookAround();
  const page = await start();
  const { session, watch } = page;
  watch();
  session.markReady();
  await settled(page);
  expect(await onPhone()).toEqual(all);
});

it('an account that signs in after another, on any screen, finds none of its data', async () => {
  const { session } = await lookAround();
  await session.expire();
  await session.signIn(person('ben'));
  await expect.poll(onPhone).toEqual([]);
});

it('a session that ended at the camera preserves the data of the camera and its event, and no lists', async () => {
  const { session, queryClient } = await lookAround();
  await session.expire();
  await expect.poll(onPhone).toEqual(ofTheEvent);
  await expect.poll(() => queryClient.getQueryData(['staff', 'members', 'org-2'])).toBeUndefined();
  expect(queryClient.getQueryData(['photos', 'gala', 'shape'])).toBe('many');
});

it('a start with an ended session preserves no more, and opens the event', async () => {
  const { writeSessionValue } = await lookAround();
  await writeSessionValue('snapshot', { user: person('ana', ['org-1', 'org-2']), selectedOrganizationId: null, expired: true });
  const { session, watch, restoreQueries, queryClient } = await start();
  watch();
  await session.restoreOffline();
  session.markReady();
  await restoreQueries('ana');
  await expect.poll(onPhone).toEqual(ofTheEvent);
  expect(queryClient.getQueryData(['events', 'one', 'gala'])).toEqual({ id: 'gala', organization_id: 'org-1', can: {} });
});

it('an ended membership deletes the organization’s lists and those of its events', async () => {
  const { session } = await lookAround();
  await session.signIn(person('ana', ['org-2']));
  await expect.poll(onPhone).toEqual([...ofTheEvent, 'ana staff members org-2']);
});

it('a membership that ended while the app was closed does so too', async () => {
  await lookAround();
  const { session, watch, restoreQueries, queryClient } = await start();
  watch();
  // As reported by the renewal of the first page.
  await session.signIn(person('ana', ['org-2']));
  session.markReady();
  await restoreQueries('ana');
  await expect.poll(onPhone).toEqual([...ofTheEvent, 'ana staff members org-2']);
  await expect.poll(() => queryClient.getQueryData(['staff', 'members', 'org-1'])).toBeUndefined();
});
