// The faults of a campaign: how each begins and ends, and what the law of the outbox (docs/outbox.md) promises while it lasts. docs/reliability.md
// lists them for people.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { components } from '#openapi/api.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { signIn as signInByApi } from '#tests/support/api.ts';
import { readCountsWithImports, signIn, waitForDelivery } from '#tests/support/app.ts';
import { ask } from '#tests/support/database-restarts.ts';
import { copyData } from '#tests/support/demo-data.ts';
import { endSessionAtServer } from '#tests/support/e2e-steps.ts';
import { eventPath, expectStatus, organizationOf, updateEvent } from '#tests/support/events.ts';
import { expect } from '#tests/support/expect.ts';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { integerBetween } from '#tests/support/seeded-random.ts';
import { COMMITS, DELIVERIES, setClock, UPLOADS, type Campaign } from './campaign.ts';
import type { AcknowledgedPhoto } from './model.ts';

type Schemas = components['schemas'];

export interface CampaignFault {
  name: string;
  /** What the phone shows and stores meanwhile. Default: photos are taken as always. */
  take?: (campaign: Campaign, count: number) => Promise<AcknowledgedPhoto[]>;
  begin: (campaign: Campaign) => Promise<void> | void;
  /** After the photos were taken, before the end: what the law says. */
  check?: (campaign: Campaign, taken: AcknowledgedPhoto[]) => Promise<void>;
  end: (campaign: Campaign) => Promise<void> | void;
  /** True: nothing is delivered while it lasts. */
  stopsDelivery: boolean;
  /** Milliseconds for which the server asks phones to wait. */
  retryAfterMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** As the product's server answers. */
function problem(status: number, code: string, headers: Record<string, string> = {}): Fault {
  const body = { type: 'about:blank', title: 'Problem', status, code, detail: 'The server refuses.', request_id: 'campaign' };
  const own = { 'content-type': 'application/problem+json', 'x-request-id': 'campaign' };
  return { kind: 'answer', status, headers: { ...own, ...headers }, body: JSON.stringify(body) };
}

/** A fault of the line, from its beginning to its end. */
function lineFault(name: string, method: string, at: RegExp, fault: Fault, more: Partial<CampaignFault> = {}): CampaignFault {
  return {
    name,
    begin: ({ network }) => void network.addFault(method, at, fault),
    check: ({ network, begunAt }) =>
      waitUntil(
        () => network.requests.slice(begunAt).some((request) => request.fault === fault.kind),
        60_000,
        () => `"${name}" met no request`,
      ),
    end: ({ network }) => network.clearFaults(),
    stopsDelivery: true,
    ...more,
  };
}

const databaseOf = ({ server }: Campaign) => ({
  host: path.join(server.dataDir, 'run'),
  port: 5432,
  user: 'postgres',
  database: 'ai_image_suite',
});

/** Refresh tokens are replaced when they are a minute old. */
const ageTokens = (campaign: Campaign) =>
  ask(databaseOf(campaign), `update refresh_tokens set created_at = created_at - interval '1 minute'`);

/** What people decide while photos that were taken before wait: all of them are delivered nevertheless. */
function decisionFault(
  name: string,
  decide: (campaign: Campaign) => Promise<unknown>,
  revert: (campaign: Campaign) => Promise<unknown>,
): CampaignFault {
  return {
    name,
    begin: ({ network }) => void network.addFault('*', DELIVERIES, { kind: 'refuse' }),
    async check(campaign) {
      await decide(campaign);
      campaign.network.clearFaults();
      await campaign.expectProgress(name);
      await campaign.settle(name);
    },
    async end(campaign) {
      await revert(campaign);
      await campaign.reopen();
    },
    stopsDelivery: true,
  };
}

const setStatus = (status: 'live' | 'ended' | 'archived') => (campaign: Campaign) =>
  updateEvent(campaign.owner, campaign.eventId, { status });

const participation = ({ eventId, guest }: Campaign) => `${eventPath(eventId)}/participants/${guest.id}`;

async function call(who: Campaign['owner'], method: string, at: string, json?: object): Promise<void> {
  const { status, body } = await who.call(method, at, json ? { json } : {});
  expect([200, 204], `${method} ${at}: ${JSON.stringify(body)}`).toContain(status);
}

async function setMembership(campaign: Campaign, status: 'active' | 'suspended'): Promise<void> {
  const members = `/api/v1/organizations/${organizationOf(campaign.owner)}/members`;
  const { items } = expectStatus(await campaign.owner.call<Schemas['MemberPage']>('GET', `${members}?limit=200`), 200, 'members');
  const found = items.find(({ user_id: id }) => id === campaign.member.id);
  await call(campaign.owner, 'PUT', `${members}/${found?.id}`, { status });
}

function wrongClock(name: string, offsetMs: number): CampaignFault {
  return {
    name,
    async begin({ page, network }) {
      await setClock(page, offsetMs);
      network.addFault('*', DELIVERIES, { kind: 'refuse' });
    },
    async end({ page, network }) {
      await setClock(page, 0);
      network.clearFaults();
    },
    stopsDelivery: true,
  };
}

const olderQueue = (version: 1 | 2): CampaignFault => ({
  name: `a queue of the app's database version ${version}`,
  begin: () => undefined,
  async take(campaign, count) {
    const phone = await campaign.newPhone();
    const page = await phone.page();
    await page.goto('/favicon.svg');
    const account = campaign.current;
    const shots = await Promise.all(Array.from({ length: count }, () => picture({ width: 160, height: 120 })));
    const photos = shots.map((shot) => ({ id: uuid7(), sha256: shot.sha256, bytes: shot.bytes.toString('base64') }));
    await page.evaluate(writeOldQueue, { version, photos, account: account.id, email: account.email, eventId: campaign.eventId });
    await signIn(page, account.email, `/event/${campaign.eventId}`);
    await waitForDelivery(page);
    await phone.dispose();
    return photos.map(({ id, sha256 }) => {
      const photo = { id, sha256, account: account.id, source: 'camera', device: 'other', at: Date.now() } as const;
      campaign.model.acknowledge(photo);
      return photo;
    });
  },
  end: () => undefined,
  stopsDelivery: false,
});

/** In the page: the database as releases with this version wrote it. */
async function writeOldQueue(given: {
  version: number;
  photos: { id: string; sha256: string; bytes: string }[];
  account: string;
  email: string;
  eventId: string;
}): Promise<void> {
  const { version, photos, account, email, eventId } = given;
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('outbox', version);
    request.addEventListener('error', () => reject(request.error ?? new Error('no outbox')));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('upgradeneeded', () => {
      const made = request.result;
      const records = made.createObjectStore('photos', { keyPath: 'id' });
      records.createIndex('account', ['account', 'seq']);
      records.createIndex('event', ['account', 'eventId', 'seq']);
      made.createObjectStore('blobs', { keyPath: 'id' });
      made.createObjectStore('thumbs', { keyPath: 'id' });
      made.createObjectStore('likes', { keyPath: ['account', 'photoId'] }).createIndex('event', ['account', 'eventId']);
      const receipts = made.createObjectStore('receipts', { keyPath: 'id' });
      receipts.createIndex('event', ['account', 'eventId']);
      made.createObjectStore('meta');
      if (version < 2) return;
      records.createIndex('hash', ['account', 'eventId', 'sha256']);
      receipts.createIndex('hash', ['account', 'eventId', 'sha256']);
      made.createObjectStore('imports', { keyPath: ['batch', 'number'] }).createIndex('event', ['account', 'eventId']);
    });
  });
  const tx = db.transaction(['photos', 'blobs', 'meta'], 'readwrite');
  for (const [index, { id, sha256, bytes }] of photos.entries()) {
    const data = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)], { type: 'image/jpeg' });
    const when = { takenAt: Date.now(), clockOffset: null, tzOffset: 60, orientation: 0 };
    const what = { source: 'camera', contentType: 'image/jpeg', bytes: data.size, sha256, fileName: null };
    const progress = { state: 'waiting', attempts: 1, nextAttemptAt: 0, notBefore: 0, lastError: null, uploadUrl: null, uploaded: false };
    const whose = { account, accountEmail: email, eventId, eventName: 'A night of its own' };
    tx.objectStore('photos').put({ v: 1, id, seq: index + 1, ...whose, ...when, ...what, ...progress, mismatches: 0, lease: null });
    tx.objectStore('blobs').put({ id, type: 'image/jpeg', data });
  }
  tx.objectStore('meta').put(photos.length, 'seq');
  await new Promise((resolve, reject) => {
    tx.addEventListener('complete', resolve);
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('not written')));
  });
  db.close();
}

/** Presses that nobody can see the end of. */
const PRESSES_BEFORE_KILL = 2;
/** On a busy machine a press is a burst. */
const MOST_PER_PRESS = 4;
const snapshots = new WeakMap<Campaign, string>();

async function setQuota({ phone, page }: Campaign, bytes: number | undefined): Promise<void> {
  const client = await phone.context.newCDPSession(page);
  const { origin } = new URL(page.url());
  // An override ends with its session.
  await client.send('Storage.overrideQuotaForOrigin', { origin, ...(bytes !== undefined && { quotaSize: bytes }) });
  if (bytes === undefined) await client.detach();
}

export const campaignFaults: readonly CampaignFault[] = [
  {
    name: 'SIGKILL of the browser',
    begin: () => undefined,
    async end(campaign) {
      const { page, phone, random } = campaign;
      const button = page.getByRole('button', { name: 'Take photo' });
      await button.hover();
      for (let press = 0; press < PRESSES_BEFORE_KILL; press++) await Promise.all([page.mouse.down(), page.mouse.up()]);
      await page.waitForTimeout(integerBetween(random, 0, 300));
      const said = (await readCountsWithImports(page)).shot;
      await phone.kill();
      await campaign.restartPhone();
      await campaign.adopt(PRESSES_BEFORE_KILL * MOST_PER_PRESS);
      expect(campaign.model.countsOf(campaign.current.id).shot, 'the number on the screen').toBeGreaterThanOrEqual(said);
    },
    stopsDelivery: false,
  },
  {
    name: 'SIGKILL of the server',
    begin: ({ server }) => server.kill(),
    end: ({ server }) => server.restart(),
    stopsDelivery: true,
  },
  {
    name: 'SIGKILL of the database',
    async begin(campaign) {
      const [row] = await ask<{ pid: string }>(databaseOf(campaign), `select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`);
      process.kill(Number(row!.pid), 'SIGKILL');
    },
    async end({ server }) {
      const isReady = () => fetch(`${server.url}/readyz`).then(({ ok }) => ok);
      await waitUntil(isReady, 60_000, () => 'the server did not become ready after the restart of its database');
    },
    stopsDelivery: false,
  },
  lineFault(
    'connection cut mid-body',
    '*',
    UPLOADS,
    { kind: 'cut', afterBytes: 50_000 },
    {
      begin: ({ network, random }) =>
        void network.addFault('*', UPLOADS, { kind: 'cut', afterBytes: integerBetween(random, 0, 200_000) }, 8),
      take: (campaign, count) => campaign.take(count, { only: 'import', fileBytes: 600_000 }),
      stopsDelivery: false,
    },
  ),
  lineFault('answer lost after the commit', 'POST', COMMITS, { kind: 'lose-answer' }),
  {
    name: 'offline',
    begin: ({ phone }) => phone.context.setOffline(true),
    end: ({ phone }) => phone.context.setOffline(false),
    stopsDelivery: true,
  },
  lineFault('captive portal', '*', /.*/, { kind: 'portal' }),
  lineFault('500', '*', DELIVERIES, problem(500, 'internal')),
  lineFault('429 with Retry-After', '*', DELIVERIES, problem(429, 'rate_limited', { 'retry-after': '5' }), { retryAfterMs: 5_000 }),
  lineFault('401 with a refresh that works', '*', DELIVERIES, problem(401, 'unauthenticated'), {
    async begin(campaign) {
      await ageTokens(campaign);
      campaign.network.addFault('*', DELIVERIES, problem(401, 'unauthenticated'), 1);
    },
    stopsDelivery: false,
  }),
  lineFault('refresh whose answer is lost', '*', DELIVERIES, problem(401, 'unauthenticated'), {
    async begin(campaign) {
      await ageTokens(campaign);
      const { network } = campaign;
      network.addFault('*', DELIVERIES, problem(401, 'unauthenticated'), 1);
      network.addFault('POST', /\/auth\/refresh$/, { kind: 'lose-answer' }, 1);
    },
    stopsDelivery: false,
  }),
  {
    name: 'session expired for good',
    begin: ({ phone, network }) => endSessionAtServer(phone.context, network.url),
    async check({ page }, taken) {
      if (taken.length > 0) await expect(page.getByRole('status').filter({ hasText: 'Your session has ended.' })).toBeVisible();
    },
    async end(campaign) {
      await campaign.logInIfAsked();
      await campaign.reopen();
    },
    stopsDelivery: true,
  },
  {
    name: 'quota exhausted',
    begin: (campaign) => setQuota(campaign, 10_000),
    async take({ page }) {
      await page.getByRole('button', { name: 'Take photo' }).click({ force: true });
      await expect(page.getByRole('heading', { name: 'This phone is full' })).toBeVisible();
      return [];
    },
    async end(campaign) {
      const { page } = campaign;
      await setQuota(campaign, undefined);
      await expect(async () => {
        const buttons = page.getByRole('button', { name: 'Try again' });
        await buttons.evaluateAll((found) => found.forEach((button) => button instanceof HTMLElement && button.click()));
        await expect(page.getByRole('heading', { name: 'This phone is full' })).toBeHidden({ timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByRole('button', { name: 'Take photo' })).not.toHaveAttribute('data-in-hand');
      // The refused shot is stored once there is room.
      await campaign.adopt(MOST_PER_PRESS);
    },
    stopsDelivery: false,
  },
  {
    name: 'two tabs and the worker at once',
    async begin({ phone, page, eventId }) {
      const second = await phone.context.newPage();
      await second.goto(`/event/${eventId}/gallery`);
      await phone.context.setOffline(true);
      await page.bringToFront();
    },
    async end(campaign) {
      const { phone } = campaign;
      await phone.context.setOffline(false);
      await Promise.all(phone.openPages().map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))));
      await campaign.settle('two tabs');
      for (const tab of phone.openPages().slice(1)) await tab.close();
    },
    stopsDelivery: true,
  },
  olderQueue(1),
  olderQueue(2),
  {
    name: 'logout with photos waiting, and another account',
    begin: ({ network }) => void network.addFault('*', DELIVERIES, { kind: 'refuse' }),
    async check(campaign, taken) {
      await campaign.switchTo(campaign.member);
      campaign.network.clearFaults();
      await campaign.take(1);
      await campaign.settle('another account');
      const left = (await campaign.queue()).waiting.filter(({ account }) => account === campaign.guest.id).map(({ id }) => id);
      expect(left, 'photos of the account that logged out stay locked').toEqual(expect.arrayContaining(taken.map(({ id }) => id)));
    },
    end: (campaign) => campaign.switchTo(campaign.guest),
    stopsDelivery: true,
  },
  {
    name: 'a photo that the server refuses',
    begin: ({ network }) => void network.addFault('POST', COMMITS, problem(422, 'unsupported_picture'), 1),
    async check(campaign) {
      const { page } = campaign;
      await expect.poll(async () => (await campaign.queue()).waiting.filter(({ state }) => state === 'parked').length).toBe(1);
      await campaign.settle('a parked photo amid good ones');
      await expect(page.getByRole('button', { name: /needs attention.*Open queue/ })).toBeVisible();
    },
    async end({ page, network }) {
      network.clearFaults();
      await page.getByRole('button', { name: /Open queue/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Queue' });
      await sheet.getByRole('button', { name: /^Retry (?!all)/ }).click();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    },
    stopsDelivery: false,
  },
  wrongClock('clock a day ahead', DAY_MS),
  wrongClock('clock a day behind', -DAY_MS),
  {
    name: 'server’s disk full',
    // Below its reserve the server takes no uploads.
    begin: ({ disk }) => disk.fill(24 * 1024 * 1024),
    end: ({ disk }) => disk.free(),
    stopsDelivery: true,
    retryAfterMs: 30_000,
  },
  decisionFault('event ended', setStatus('ended'), setStatus('live')),
  decisionFault(
    'event archived',
    async (campaign) => {
      await setStatus('ended')(campaign);
      await setStatus('archived')(campaign);
    },
    async (campaign) => {
      await setStatus('ended')(campaign);
      await setStatus('live')(campaign);
    },
  ),
  decisionFault(
    'photographer removed from the event',
    (campaign) => call(campaign.owner, 'DELETE', participation(campaign)),
    (campaign) => call(campaign.owner, 'POST', `${participation(campaign)}/restore`),
  ),
  {
    name: 'approval turned on',
    begin: async ({ owner, eventId }) => void (await updateEvent(owner, eventId, { require_approval: true })),
    async check(campaign, taken) {
      await campaign.settle('approval turned on');
      const ids = new Set(taken.map(({ id }) => id));
      const photos = (await campaign.ownPhotos(campaign.guest)).filter(({ id }) => ids.has(id));
      expect(photos.map(({ status }) => status)).toEqual(taken.map(() => 'pending'));
    },
    end: async ({ owner, eventId }) => void (await updateEvent(owner, eventId, { require_approval: false })),
    stopsDelivery: false,
  },
  {
    name: 'member suspended',
    async begin(campaign) {
      await campaign.switchTo(campaign.member);
      campaign.network.addFault('*', DELIVERIES, { kind: 'refuse' });
    },
    async check(campaign) {
      await setMembership(campaign, 'suspended');
      campaign.network.clearFaults();
      await campaign.expectProgress('member suspended');
      await campaign.settle('member suspended');
    },
    async end(campaign) {
      await setMembership(campaign, 'active');
      await campaign.reopen();
      await campaign.switchTo(campaign.guest);
    },
    stopsDelivery: true,
  },
  {
    name: 'account suspended',
    async begin({ server, guest }) {
      await call(await signInByApi(server.url, 'super@demo.test'), 'POST', `/api/v1/users/${guest.id}/suspend`);
    },
    async end(campaign) {
      const { server, guest } = campaign;
      await call(await signInByApi(server.url, 'super@demo.test'), 'POST', `/api/v1/users/${guest.id}/reactivate`);
      await campaign.renewPeople();
      await campaign.reopen();
    },
    stopsDelivery: true,
  },
  {
    name: 'server restored from an older backup',
    async begin(campaign) {
      const { server } = campaign;
      await campaign.settle('before the backup');
      await server.stop();
      const snapshot = mkdtempSync(path.join(tmpdir(), 'ais-snapshot-'));
      snapshots.set(campaign, snapshot);
      copyData(server.dataDir, snapshot);
      await server.restart();
    },
    // From a memory card: the phone gives up its bytes when the server has confirmed them.
    take: (campaign, count) => campaign.take(count, { only: 'import' }),
    async check(campaign, taken) {
      await campaign.settle('after the backup');
      const { server } = campaign;
      const snapshot = snapshots.get(campaign)!;
      await server.stop();
      for (const name of readdirSync(server.dataDir)) rmSync(path.join(server.dataDir, name), { recursive: true });
      copyData(snapshot, server.dataDir);
      rmSync(snapshot, { recursive: true });
      await server.restart();
      await campaign.renewPeople();
      await campaign.recoverLost(taken);
    },
    end: () => undefined,
    stopsDelivery: false,
  },
];
