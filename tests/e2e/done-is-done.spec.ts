// A change that the screen confirms is durable: right after each kind of change the page is reloaded or closed, or the person logs out, while the
// change is still on a slow network.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, deliver, gallery, registerPerson, type Person } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { logOut } from '#tests/support/e2e-steps.ts';
import { createEvent, eventPath, invite, join, photoOf } from '#tests/support/events.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { test as base, expect } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { confirmDialog } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

/** So long each change is on its way. */
const SLOW = { kind: 'delay', ms: 600 } as const;

const test = base.extend<{ line: FaultProxy }>({
  line: async ({ serverUrl }, use) => {
    const line = await FaultProxy.start(serverUrl);
    await use(line);
    await line.close();
  },
  appUrl: async ({ line }, use) => use(line.url),
});

/** A change on a screen, and the expected state on the server. */
interface Change {
  at: string;
  make: (page: Page) => Promise<void>;
  /** The change is in the outbox and is sent at the next start of the app at the latest. */
  byOutbox?: true;
  /** Whether the server has the change. */
  stands: () => Promise<boolean>;
}

const managed = (id: string, tab = '') => `/organization/events/${id}${tab && `?tab=${tab}`}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** One change of each kind, each with a new event. */
async function everyKind(base: string, owner: Person): Promise<Record<string, () => Promise<Change>>> {
  const event = (changes: Partial<Schemas['CreateEventRequest']> = {}) =>
    createEvent(owner, { name: `Done ${randomUUID().slice(0, 8)}`, ...changes });
  const read = async (id: string) => (await owner.call<Schemas['Event']>('GET', eventPath(id))).body;
  const ofEvent =
    (
      at: (id: string) => string,
      make: Change['make'],
      stands: (now: Schemas['Event']) => boolean,
      changes: Parameters<typeof event>[0] = {},
    ): (() => Promise<Change>) =>
    async () => {
      const { id } = await event(changes);
      return { at: at(id), make, stands: async () => stands(await read(id)) };
    };
  const uma = await registerPerson(base, { firstName: 'Uma', lastName: 'Lind' });
  const withPerson = async (changes: Parameters<typeof event>[0] = {}) => {
    const made = await event(changes);
    await join(uma, made.join_code);
    const people = async () => (await owner.call<Schemas['ParticipantPage']>('GET', `${eventPath(made.id)}/participants`)).body.items;
    return { id: made.id, people };
  };
  const withPhoto = async (changes: Parameters<typeof event>[0] = {}) => {
    const { id } = await withPerson(changes);
    const photo = await deliver(uma, id, await picture());
    const now = () => photoOf(owner, id, photo.id);
    await expect.poll(async () => (await now()).state).toBe('ready');
    return { id, at: `/event/${id}/gallery?photo=${photo.id}`, now };
  };
  const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo' });

  return {
    'a like': async () => {
      const { at, now } = await withPhoto();
      return {
        at,
        byOutbox: true,
        make: (page) => viewer(page).getByRole('button', { name: 'Like' }).click(),
        stands: async () => (await now()).is_liked,
      };
    },
    'a status': ofEvent(
      managed,
      (page) => press(page, 'Go live'),
      ({ status }) => status === 'live',
      { status: 'active' },
    ),
    'a gallery published': ofEvent(
      managed,
      (page) => press(page, 'Publish gallery'),
      ({ published_at }) => published_at !== null,
      { auto_gallery: false },
    ),
    'who may join': ofEvent(
      managed,
      (page) => page.getByRole('radio', { name: /^No one new/ }).click(),
      ({ join_policy }) => join_policy === 'closed',
    ),
    'an event edited': ofEvent(
      (id) => managed(id, 'settings'),
      async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Edited');
        await press(page, 'Save changes');
      },
      ({ name }) => name === 'Edited',
    ),
    'an event deleted': ofEvent(
      (id) => managed(id, 'settings'),
      async (page) => {
        await press(page, 'Delete event');
        await page.getByRole('dialog').getByRole('button', { name: 'Delete event' }).click();
      },
      ({ deleted_at }) => deleted_at !== null,
    ),
    'an event restored': async () => {
      const { id } = await event();
      await owner.call('DELETE', eventPath(id));
      return {
        at: managed(id),
        make: (page) => press(page, 'Restore'),
        stands: async () => (await read(id)).deleted_at === null,
      };
    },
    'a role': async () => {
      const { id, people } = await withPerson();
      return {
        at: managed(id, 'participants'),
        make: async (page) => void (await page.getByRole('combobox', { name: 'Role for Uma Lind' }).selectOption('viewer')),
        stands: async () => (await people())[0]?.role === 'viewer',
      };
    },
    'a participant removed': async () => {
      const { id, people } = await withPerson();
      return {
        at: managed(id, 'participants'),
        async make(page) {
          await press(page, 'Remove Uma Lind');
          await confirmDialog(page, 'Remove');
        },
        stands: async () => (await people()).length === 0,
      };
    },
    'an invitation taken back': async () => {
      const { id } = await event();
      await invite(owner, id, { emails: ['ines@example.test'] });
      return {
        at: managed(id, 'participants'),
        make: (page) => press(page, 'Revoke invitation for ines@example.test'),
        stands: async () => (await owner.call<Schemas['InvitationPage']>('GET', `${eventPath(id)}/invitations`)).body.items.length === 0,
      };
    },
    'a photo deleted': async () => {
      const { id, at } = await withPhoto();
      return {
        at,
        make: (page) => viewer(page).getByRole('button', { name: 'Delete' }).click(),
        stands: async () => (await gallery(owner, id)).length === 0,
      };
    },
    'a photo taken down': async () => {
      const { at, now } = await withPhoto();
      return {
        at,
        async make(page) {
          await viewer(page).getByRole('button', { name: 'Hide' }).click();
          await page.getByRole('menuitem', { name: 'Without a reason' }).click();
        },
        stands: async () => (await now()).status === 'rejected',
      };
    },
    'a photo approved': async () => {
      const { id, now } = await withPhoto({ require_approval: true });
      return {
        at: managed(id, 'moderation'),
        async make(page) {
          await expect(page.getByRole('img', { name: /^Photo by Uma Lind/ })).toBeVisible();
          await page.keyboard.press('a');
        },
        stands: async () => (await now()).status === 'approved',
      };
    },
    'photos approved together': async () => {
      const { id, now } = await withPhoto({ require_approval: true });
      return {
        at: `${managed(id, 'moderation')}&view=waiting`,
        async make(page) {
          await press(page, /^Select all/);
          await press(page, 'Approve');
        },
        stands: async () => (await now()).status === 'approved',
      };
    },
  };
}

/** How a page can be left. Returns the page to go on with. */
const ways: Record<string, (page: Page, context: BrowserContext, owner: Person) => Promise<Page>> = {
  'the page is reloaded': async (page) => {
    // The page that made the change is gone as soon as the new one begins.
    await page.reload({ waitUntil: 'commit' });
    return page;
  },
  'the tab is closed': async (page, context) => {
    const next = await context.newPage();
    await page.close();
    return next;
  },
  'the person logs out': async (page, context, owner) => {
    // The first one may still close the menu that the change was chosen from.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await logOut(page, /You’re logged in/, /Log out/);
    // The answer that ends the session takes the cookies with it, a new session's as well.
    await expect.poll(async () => (await context.cookies()).filter(({ value }) => value !== '')).toEqual([]);
    await signIn(page, owner.email);
    return page;
  },
};

for (const [way, leave] of Object.entries(ways)) {
  const tag = leave === ways['the page is reloaded'] ? '@core' : [];
  test(`changes of each kind are stored when ${way} right after it`, { tag }, async ({ newPhone, line, serverUrl }) => {
    const owner = await apiSignIn(serverUrl, 'owner@demo.test');
    const [all, desk] = await Promise.all([everyKind(serverUrl, owner), newPhone({ viewport: deskSize })]);
    // The core tests take every third kind.
    const kinds = Object.entries(all).filter((_, index) => isFullTier || index % 3 === 0);
    const changes = await Promise.all(kinds.map(async ([kind, prepare]) => ({ kind, ...(await prepare()) })));
    let page = await desk.page();
    await signIn(page, owner.email);
    const lost: string[] = [];
    const arrivals: Promise<void>[] = [];
    for (const { kind, at, make, stands, byOutbox } of changes) {
      await test.step(kind, async () => {
        await page.goto(at, { waitUntil: 'commit' });
        const heal = ['POST', 'PUT', 'DELETE'].map((method) => line.addFault(method, /^\/api\/v1\/event\//, SLOW));
        await make(page);
        page = await leave(page, desk.context, owner);
        heal.forEach((undo) => undo());
        if (byOutbox) await page.goto(at);
        const arrived = expect
          .poll(stands, { message: kind })
          .toBe(true)
          .catch(() => void lost.push(kind));
        // Checked while the next change is made; outbox changes need the open page to be sent.
        arrivals.push(arrived);
        if (byOutbox) await arrived;
      });
    }
    await Promise.all(arrivals);
    expect(lost, 'changes that did not reach the server').toEqual([]);
  });
}

test('calls go past the worker, which may sleep as their page goes; pictures come by it', async ({ newPhone, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const { id } = await createEvent(owner, { name: `Past ${randomUUID().slice(0, 8)}` });
  const photo = await deliver(owner, id, await picture());
  await expect.poll(async () => (await photoOf(owner, id, photo.id)).state).toBe('ready');
  const desk = await newPhone({ viewport: deskSize });
  const page = await desk.page();
  await signIn(page, owner.email, `/event/${id}/gallery`);
  await waitForServiceWorker(page);
  await page.reload();
  /** Of what the page asked for: who answered it. */
  const answeredBy = (path: RegExp) =>
    page.evaluate((source) => {
      const asked = performance.getEntriesByType('resource').filter(({ name }) => new RegExp(source).test(new URL(name).pathname));
      return [...new Set(asked.map((entry) => (entry.toJSON() as { workerFinalSourceType?: string }).workerFinalSourceType))];
    }, path.source);
  await expect.poll(() => answeredBy(/^\/api\/.*\/thumb$/)).toEqual(['fetch-event']);
  expect(await answeredBy(/^\/api\/v1\/event\/[^/]+(\/photos)?$/)).toEqual(['network']);
});
