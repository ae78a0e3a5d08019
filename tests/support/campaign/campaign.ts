// One phone and its people in a campaign: they shoot, import and log in through the screen, and everything acknowledged to them is noted.
import type { Page } from '@playwright/test';
import { freshSignIn, gallery, originalHash, type Person } from '#tests/support/api.ts';
import {
  fillSignIn,
  openCamera,
  pressShutter,
  readCountsWithImports,
  signIn,
  uploadStatus,
  waitForCamera,
  waitForServiceWorker,
  waitForShots,
} from '#tests/support/app.ts';
import type { Phone, PhoneOptions } from '#tests/support/browser.ts';
import { openMenu } from '#tests/support/e2e-steps.ts';
import { expect } from '#tests/support/expect.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { picture, sha256, type Picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { integerBetween, seededRandom } from '#tests/support/seeded-random.ts';
import type { TestServer } from '#tests/support/server-process.ts';
import type { SmallDisk } from '#tests/support/small-disk.ts';
import { CampaignModel, type AcknowledgedPhoto } from './model.ts';

/** The promise: once a fault has ended, deliveries go on within so much. */
export const STALL_LIMIT_MS = 10_000;

/** How long a phone of a busy machine may take for what has no promised time. */
const PATIENCE_MS = 60_000;

/** Between a press and the test's note of it, on a slow machine. */
const CLOCK_TOLERANCE_S = 60;

export const COMMITS = /\/photos$/;
export const UPLOADS = /^\/api\/v1\/uploads/;
export const DELIVERIES = /^\/api\/v1\/(uploads|event\/[^/]+\/photos$)/;

export interface QueuedPhoto {
  id: string;
  sha256: string;
  account: string;
  state: string;
  lastError: string | null;
}

export interface Queue {
  waiting: QueuedPhoto[];
  receipts: { id: string; sha256: string; account: string }[];
}

/** A picked file. */
export type CardFile = Pick<Picture, 'bytes' | 'sha256' | 'fileName'>;

interface CampaignParts {
  phone: Phone;
  newPhone: (options?: Partial<PhoneOptions>) => Promise<Phone>;
  network: FaultProxy;
  server: TestServer;
  /** The server's data are on it. */
  disk: SmallDisk;
  eventId: string;
  /** Runs the event. */
  owner: Person;
  /** Joined by the event's code. Shoots, unless a fault says otherwise. */
  guest: Person;
  /** Of the event's organization. Shoots while the guest is logged out. */
  member: Person;
}

interface TakeOptions {
  only?: 'camera' | 'import';
  /** Bytes of an imported file; default: mostly small. */
  fileBytes?: number;
}

export class Campaign implements CampaignParts {
  readonly phone: Phone;
  readonly newPhone: CampaignParts['newPhone'];
  readonly network: FaultProxy;
  readonly server: TestServer;
  readonly disk: SmallDisk;
  readonly eventId: string;
  owner: Person;
  guest: Person;
  member: Person;
  readonly model = new CampaignModel();
  /** Set by each step. */
  random: () => number = seededRandom(0);
  /** How many requests had been made when the current fault began. */
  begunAt = 0;
  /** Who is logged in on the phone. */
  current: Person;
  /** Milliseconds without a delivery after faults, by fault. */
  readonly stalls: { fault: string; ms: number }[] = [];
  readonly #card = new Map<string, CardFile>();
  /** Of `performance.now()`. */
  #askedUntil = 0;

  constructor(parts: CampaignParts) {
    this.phone = parts.phone;
    this.newPhone = parts.newPhone;
    this.network = parts.network;
    this.server = parts.server;
    this.disk = parts.disk;
    this.eventId = parts.eventId;
    this.owner = parts.owner;
    this.guest = parts.guest;
    this.member = parts.member;
    this.current = parts.guest;
  }

  get page(): Page {
    const page = this.phone.openPages()[0];
    if (!page) throw new Error('the phone has no page');
    return page;
  }

  async begin(): Promise<void> {
    await this.phone.context.addInitScript(shiftableClock);
    const page = await this.phone.page();
    await signIn(page, this.guest.email);
    await openCamera(page, this.eventId);
    await waitForServiceWorker(page);
    await this.phone.cookieOnDisk('ais_refresh');
  }

  /** The phone's system killed the browser; the person opens the app again. */
  async restartPhone(): Promise<void> {
    await this.phone.restart();
    await this.phone.context.addInitScript(shiftableClock);
    await this.phone.page();
    await this.reopen();
  }

  /** Opens the camera anew, after logging in if the app asks for it. */
  async reopen(): Promise<void> {
    const { page } = this;
    await page.goto(`/event/${this.eventId}`);
    await this.logInIfAsked();
    await waitForCamera(page);
  }

  async logInIfAsked(): Promise<void> {
    const { page } = this;
    const banner = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
    const email = page.getByLabel('Email');
    const shutter = page.getByRole('button', { name: 'Take photo' });
    await expect(banner.or(email).or(shutter).first()).toBeVisible({ timeout: PATIENCE_MS });
    if (await banner.isVisible()) await banner.getByRole('link', { name: 'Log in' }).click();
    else if (!(await email.isVisible())) return;
    await fillSignIn(page, this.current.email);
    await expect(page).toHaveURL(new RegExp(`/event/${this.eventId}$`), { timeout: PATIENCE_MS });
  }

  /** Logs out with whatever waits, and lets another person log in. */
  async switchTo(person: Person): Promise<void> {
    const { page } = this;
    const waits = (await this.waiting()).length > 0;
    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out?' });
    await dialog.getByRole('button', { name: waits ? /^Log out( and keep photos locked)?$/ : /^Log out/ }).click();
    await expect(page).toHaveURL(/\/login/, { timeout: PATIENCE_MS });
    await fillSignIn(page, person.email);
    await expect(page).not.toHaveURL(/\/login/, { timeout: PATIENCE_MS });
    this.current = person;
    await openCamera(page, this.eventId);
  }

  /** Takes photos by the shutter and the import, until the screen has acknowledged as many. */
  async take(count: number, options: TakeOptions = {}): Promise<AcknowledgedPhoto[]> {
    const taken: AcknowledgedPhoto[] = [];
    while (taken.length < count) {
      const part = Math.min(count - taken.length, integerBetween(this.random, 1, 5));
      const byCamera = options.only === undefined ? this.random() < 0.5 : options.only === 'camera';
      taken.push(...(await (byCamera ? this.#press(Math.min(part, 3)) : this.#import(await this.#draw(part, options.fileBytes)))));
    }
    return taken;
  }

  /** On a busy machine a press can last long enough to be a burst, which takes more photos. */
  async #press(count: number): Promise<AcknowledgedPhoto[]> {
    const { page } = this;
    await page.bringToFront();
    await expect(uploadStatus(page), 'the queue has been read').toHaveAttribute('aria-label', /\d+ captured/);
    const shown = async () => (await readCountsWithImports(page)).shot;
    const before = await shown();
    for (let taken = 0; taken < count; taken = (await shown()) - before) {
      await pressShutter(page);
      await expect.poll(shown, { message: 'the shot is acknowledged', timeout: PATIENCE_MS }).toBeGreaterThan(before + taken);
      await waitForShots(page);
    }
    const found = await this.#unknownPhotos();
    await expect.poll(shown, { message: 'as many shots are acknowledged as are in the queue' }).toBe(before + found.length);
    return this.#note(found, 'camera');
  }

  /** Files that no memory card had before. */
  #draw(count: number, bytes?: number): Promise<CardFile[]> {
    return Promise.all(Array.from({ length: count }, () => this.#drawFile(bytes ?? (this.random() < 0.2 ? 400_000 : 20_000))));
  }

  async #drawFile(bytes: number): Promise<CardFile> {
    const small = await picture({ width: 160, height: 120 });
    const file = padJpeg(small.bytes, bytes);
    return { bytes: file, sha256: sha256(file), fileName: small.fileName };
  }

  async #import(files: CardFile[]): Promise<AcknowledgedPhoto[]> {
    for (const file of files) this.#card.set(file.sha256, file);
    const before = (await readCountsWithImports(this.page)).imported;
    await this.pick(files);
    await expect
      .poll(async () => (await readCountsWithImports(this.page)).imported, { message: 'the import is acknowledged', timeout: PATIENCE_MS })
      .toBe(before + files.length);
    const found = await this.#unknownPhotos();
    expect(found, 'as many new photos are in the queue as were acknowledged').toHaveLength(files.length);
    const taken = this.#note(found, 'import');
    expect(taken.map((photo) => photo.sha256).toSorted(), 'imported bytes are unchanged').toEqual(
      files.map((file) => file.sha256).toSorted(),
    );
    return taken;
  }

  /** Files of the memory card, by hash. */
  filesOf(photos: readonly AcknowledgedPhoto[]): CardFile[] {
    return photos.flatMap(({ sha256: hash }) => this.#card.get(hash) ?? []);
  }

  /** In the system's dialog. */
  async pick(files: readonly CardFile[]): Promise<void> {
    await this.page
      .getByLabel('Photos to import')
      .setInputFiles(files.map(({ fileName, bytes }) => ({ name: fileName, mimeType: 'image/jpeg', buffer: bytes })));
  }

  /** Notes shots that became durable although nobody saw their acknowledgement. */
  async adopt(most: number): Promise<void> {
    const found = await this.#unknownPhotos();
    expect(found.length, 'nothing is stored that was not taken').toBeLessThanOrEqual(most);
    this.#note(found, 'camera');
  }

  async #unknownPhotos(): Promise<{ id: string; sha256: string }[]> {
    const { waiting, receipts } = await this.queue();
    return [...waiting, ...receipts].filter(({ id, account }) => account === this.current.id && !this.model.knows(id));
  }

  #note(found: { id: string; sha256: string }[], source: AcknowledgedPhoto['source']): AcknowledgedPhoto[] {
    const { id: account } = this.current;
    const photos = found.map(({ id, sha256: hash }) => ({ id, sha256: hash, account, source, device: 'main' as const, at: Date.now() }));
    for (const photo of photos) this.model.acknowledge(photo);
    return photos;
  }

  /** The numbers on the screen are those of the model. */
  async expectCounts(): Promise<void> {
    const expected = this.model.countsOf(this.current.id);
    await expect(uploadStatus(this.page)).toHaveAttribute('aria-label', /\d+ captured/);
    // Names a photo that nobody took, which the numbers alone don't.
    expect(await this.#unknownPhotos(), 'nothing is stored that was not acknowledged').toEqual([]);
    await expect
      .poll(
        async () => {
          const { shot, imported } = await readCountsWithImports(this.page);
          return { shot, imported };
        },
        { message: 'the screen shows what was acknowledged' },
      )
      .toEqual(expected);
  }

  queue(): Promise<Queue> {
    return readQueue(this.page);
  }

  /** Photos of the current person that are on their way. */
  async waiting(): Promise<QueuedPhoto[]> {
    return (await this.queue()).waiting.filter(({ account, state }) => account === this.current.id && state !== 'parked');
  }

  /**
   * Until so many milliseconds from now the server has asked phones to wait. This may outlast the fault after it, so it counts for all that follow.
   */
  retryAfter(ms: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, performance.now() + ms);
  }

  /** A fault has ended: the next photo must be delivered in time. */
  async expectProgress(fault: string): Promise<void> {
    const before = new Set((await this.waiting()).map(({ id }) => id));
    if (before.size === 0) return;
    const begun = performance.now();
    const isMoving = async () => {
      const ids = new Set((await this.waiting()).map(({ id }) => id));
      return [...before].some((id) => !ids.has(id));
    };
    const patience = PATIENCE_MS + Math.max(0, this.#askedUntil - begun);
    await waitUntil(isMoving, patience, () => `nothing was delivered after the end of "${fault}"`, 100);
    this.#recordStall(fault, begun);
  }

  /** Waits until nothing of the current person waits. Between two deliveries passes no longer than the limit. */
  async settle(fault: string): Promise<void> {
    const countWaiting = async () => (await this.waiting()).length;
    let left = await countWaiting();
    let since = performance.now();
    const isEmpty = async () => {
      const now = await countWaiting();
      if (now < left) {
        this.#recordStall(fault, since);
        since = performance.now();
      } else if (this.#stallSince(since) > PATIENCE_MS) throw new Error(`${now} photos wait after "${fault}"`);
      left = now;
      return left === 0;
    };
    await waitUntil(isEmpty, Number.POSITIVE_INFINITY, () => '', 100);
  }

  /** Milliseconds since then, without those for which the server has asked phones to wait. */
  #stallSince(since: number): number {
    return Math.max(0, performance.now() - Math.max(since, this.#askedUntil));
  }

  #recordStall(fault: string, since: number): void {
    const ms = this.#stallSince(since);
    this.stalls.push({ fault, ms });
    const seconds = (ms / 1000).toFixed(1);
    expect(ms, `${seconds} s without a delivery after the end of "${fault}", ${STALL_LIMIT_MS / 1000} s at most`).toBeLessThanOrEqual(
      STALL_LIMIT_MS,
    );
  }

  /**
   * The server has lost photos that it had confirmed. The phone must name them, or send them again by itself; what it names is imported again from
   * the memory card.
   */
  async recoverLost(lost: readonly AcknowledgedPhoto[]): Promise<void> {
    const notice = this.page.getByText(/lost by the server|The server lost \d+/).first();
    const isBack = async () => {
      const hashes = new Set((await this.ownPhotos(this.current)).map((photo) => photo.sha256));
      return lost.every(({ sha256: hash }) => hashes.has(hash));
    };
    await expect(async () => {
      await this.reopen();
      await expect(notice).toBeVisible({ timeout: 40_000 });
    }).toPass({ timeout: 120_000 });
    await this.pick(this.filesOf(lost));
    await expect.poll(isBack, { message: 'the lost photos are back', timeout: PATIENCE_MS }).toBe(true);
    await this.settle('import after a restore');
    for (const photo of await this.ownPhotos(this.current)) {
      const before = lost.find(({ sha256: hash }) => hash === photo.sha256);
      if (before && before.id !== photo.id) this.model.replace(before.id, photo.id);
    }
  }

  /** Sessions of the test itself: a restored server does not know them. */
  async renewPeople(): Promise<void> {
    const renew = (person: Person) => freshSignIn(this.server.url, person.email);
    const wasGuest = this.current.id === this.guest.id;
    [this.owner, this.guest, this.member] = await Promise.all([renew(this.owner), renew(this.guest), renew(this.member)]);
    this.current = wasGuest ? this.guest : this.member;
  }

  async ownPhotos(person: Person) {
    return (await gallery(person, this.eventId)).filter(({ uploader }) => uploader.id === person.id);
  }

  /** The law: what was acknowledged is on the server, each once, each with its hash and its bytes, and nothing else. */
  async expectExactlyAcknowledged(): Promise<void> {
    for (const person of [this.guest, this.member]) {
      const list = (photos: { id: string; sha256: string }[]) => photos.map(({ id, sha256: hash }) => `${id} ${hash}`).toSorted();
      const acknowledged = this.model.of(person.id);
      const photos = await this.ownPhotos(person);
      expect(list(photos), `the photos of ${person.email} are on the server, each once`).toEqual(list(acknowledged));
      for (const { id, sha256: hash } of acknowledged)
        expect(await originalHash(person, this.eventId, id), `the server's bytes of ${id}`).toBe(hash);
      this.#expectTimes(photos, acknowledged);
    }
  }

  /** Shots have the server's time, whatever the phone's clock said. */
  #expectTimes(photos: { id: string; taken_at: string }[], acknowledged: AcknowledgedPhoto[]): void {
    const times = new Map(photos.map(({ id, taken_at: takenAt }) => [id, Date.parse(takenAt)]));
    const wrong = acknowledged
      .filter(({ source, device }) => source === 'camera' && device === 'main')
      .map(({ id, at }) => ({ id, seconds: Math.round((times.get(id)! - at) / 1000) }))
      .filter(({ seconds }) => Math.abs(seconds) > CLOCK_TOLERANCE_S);
    expect(wrong, 'shots whose time is wrong').toEqual([]);
  }
}

/** Reads the queue from the page's own storage, without the app's code and without the bytes. */
function readQueue(page: Page): Promise<Queue> {
  return page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('outbox');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no outbox')));
    });
    type Row = { id: string; sha256: string; state: string; account: string; lastError: { code: string } | null };
    const stores = opened.transaction(['photos', 'receipts']);
    const all = (store: string) =>
      new Promise<Row[]>((resolve, reject) => {
        const request = stores.objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result as Row[]));
        request.addEventListener('error', () => reject(request.error ?? new Error(store)));
      });
    const [photos, receipts] = await Promise.all([all('photos'), all('receipts')]);
    opened.close();
    return {
      waiting: photos.map(({ id, sha256, state, account, lastError }) => ({
        id,
        sha256,
        state,
        account,
        lastError: lastError?.code ?? null,
      })),
      receipts: receipts.map(({ id, sha256, account }) => ({ id, sha256, account })),
    };
  });
}

/** In the page: the phone's clock, which can be set wrong. The service worker has the right time. */
function shiftableClock(): void {
  const RealDate = Date;
  const now = () => RealDate.now() + Number(window.name.replace('clock ', '') || 0);
  const Shifted = function date(this: unknown, ...given: unknown[]) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, given.length === 0 ? [now()] : given, new.target) as Date;
  };
  Shifted.prototype = RealDate.prototype;
  Object.assign(Shifted, { UTC: RealDate.UTC, parse: RealDate.parse, now });
  globalThis.Date = Shifted as unknown as DateConstructor;
}

/** Sets the clock of the phone's page, until it is set again. A reload keeps it. */
export const setClock = (page: Page, offsetMs: number): Promise<void> =>
  page.evaluate((name) => void (window.name = name), offsetMs === 0 ? '' : `clock ${offsetMs}`);

const COMMENT_BYTES = 65_533;

/** The same picture in a file of about so many bytes: comments take no time to decode. */
function padJpeg(jpeg: Buffer, bytes: number): Buffer {
  const parts = [jpeg.subarray(0, 2)];
  for (let left = bytes - jpeg.length; left > 0; left -= COMMENT_BYTES) {
    const comment = Buffer.alloc(4 + Math.min(left, COMMENT_BYTES));
    comment.writeUInt16BE(0xfffe);
    comment.writeUInt16BE(comment.length - 2, 2);
    parts.push(comment);
  }
  return Buffer.concat([...parts, jpeg.subarray(2)]);
}
