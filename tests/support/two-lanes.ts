// Photos that are taken on a bad line: each is shown by its proof within seconds, and its original arrives in the end.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { gallery, type Person } from './api.ts';
import { acknowledgedShots, expectExactlyOnServer, openCamera, readCountsWithImports, signIn } from './app.ts';
import { expect } from './expect.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { picture } from './pictures.ts';
import { seededRandom } from './seeded-random.ts';

/** 0.5 Mbit/s. */
const BAD_LINE = 62_500;

interface TwoLanes {
  page: Page;
  /** Of someone else at the event, on a good line. */
  onlooker: Page;
  network: FaultProxy;
  guest: Person;
  shots: number;
  seed: number;
  /** Bytes per second from when all photos are shown; undefined: as before. */
  afterwards?: number;
}

export interface TwoLanesFigures {
  /** From the moment at which the last photo was stored on the device. */
  shownAfterSeconds: number;
  storedAfterSeconds: number;
  originalBytes: number;
  /** Of all bodies that went over the line. */
  sentBytes: number;
  proofBytes: number;
  cuts: number;
}

/** Imports photos of about 4 MB on a bad line of which a tenth of the connections is cut. Fails unless each is shown and, in the end, stored once. */
export async function deliverOnBadLine({
  page,
  onlooker,
  network,
  guest,
  shots: count,
  seed,
  afterwards,
}: TwoLanes): Promise<TwoLanesFigures> {
  await signIn(page, guest.email);
  await openCamera(page, demoEvents.live);
  const files = await Promise.all(Array.from({ length: count }, largePicture));
  const line = { bytesPerSecond: BAD_LINE, cutShare: 0.1, random: seededRandom(seed) };
  network.shareLine(line);
  const first = network.requests.length;
  await page
    .getByLabel('Photos to import')
    .setInputFiles(files.map((buffer, index) => ({ name: `DSC_${index}.JPG`, mimeType: 'image/jpeg', buffer })));
  await expect.poll(async () => (await readCountsWithImports(page)).imported, { timeout: 60_000 }).toBe(count);
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const own = async () => (await gallery(guest, demoEvents.live)).filter(({ uploader }) => uploader.id === guest.user.id);

  await expect.poll(async () => (await own()).filter(({ state }) => state === 'ready').length, { timeout: 150_000 }).toBe(count);
  const shownAfterSeconds = seconds();
  const awaited = (await own()).filter((photo) => photo.awaits_original).length;
  expect(awaited, 'they are shown by their proofs').toBeGreaterThanOrEqual(Math.ceil(count / 2));

  await signIn(onlooker, 'member@demo.test', `/event/${demoEvents.live}/gallery?by=${guest.user.id}`);
  await expectPictures(onlooker, count);
  const watched = (await own()).filter((photo) => photo.awaits_original).length;
  expect(watched, 'the others see pictures before the originals are there').toBeGreaterThan(0);

  const shots = await acknowledgedShots(page);
  if (afterwards !== undefined) network.shareLine({ ...line, bytesPerSecond: afterwards });
  const limit = 60_000 + (files.reduce((sum, { length }) => sum + length, 0) / (afterwards ?? BAD_LINE)) * 1500;
  await expect.poll(async () => (await own()).filter((photo) => !photo.awaits_original).length, { timeout: limit }).toBe(count);
  const storedAfterSeconds = seconds();
  network.shareLine(null);
  await expect.poll(async () => (await readCountsWithImports(page)).waiting, { timeout: 60_000 }).toBe(0);
  await expectExactlyOnServer(guest, demoEvents.live, shots);

  const seen = network.requests.slice(first);
  const sum = (of: typeof seen) => of.reduce((total, { sent }) => total + sent, 0);
  return {
    shownAfterSeconds,
    storedAfterSeconds,
    originalBytes: files.reduce((total, { length }) => total + length, 0),
    sentBytes: sum(seen),
    proofBytes: sum(seen.filter(({ path }) => /\/proof\?/.test(path))),
    cuts: seen.filter(({ fault }) => fault !== null).length,
  };
}

/** What people see: a picture on each tile, not its blur, and on those whose originals are awaited a mark that isn't cut. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const tiles = () =>
    page.locator('[data-tile][data-state=stored]').evaluateAll((links) =>
      links.map((link) => {
        const widths = [...link.querySelectorAll('img')].map((image) => image.naturalWidth);
        const mark = [...link.querySelectorAll('span')].find((text) => text.textContent === 'Preview' && !text.children.length);
        return {
          isShown: Math.max(0, ...widths) > 200,
          isMarked: link.getAttribute('aria-label')?.includes('original on its way') ? mark !== undefined : true,
          isCut: mark !== undefined && mark.scrollWidth > mark.clientWidth,
        };
      }),
    );
  const expected = Array.from({ length: count }, () => ({ isShown: true, isMarked: true, isCut: false }));
  await expect.poll(tiles, { message: 'each tile has its picture' }).toEqual(expected);
}

const SHOT_BYTES = 4_000_000;
const COMMENT_BYTES = 65_533;

/** A JPEG of 4 MB, most of it comments: decoding it takes little of a busy machine. */
async function largePicture(): Promise<Buffer> {
  const { bytes } = await picture({ width: 1600, height: 1200, noise: true });
  const parts = [bytes.subarray(0, 2)];
  for (let length = bytes.length; length < SHOT_BYTES; length += COMMENT_BYTES + 4)
    parts.push(Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(COMMENT_BYTES));
  return Buffer.concat([...parts, bytes.subarray(2)]);
}

/** One line for people. */
export const describeFigures = ({ originalBytes, sentBytes, proofBytes, ...times }: TwoLanesFigures): string =>
  [
    `shown after ${times.shownAfterSeconds.toFixed(0)} s, stored after ${times.storedAfterSeconds.toFixed(0)} s, ${times.cuts} connections cut`,
    `${(sentBytes / 1e6).toFixed(1)} MB sent for ${(originalBytes / 1e6).toFixed(1)} MB: ${(sentBytes / originalBytes).toFixed(3)} times, proofs ${(proofBytes / 1e6).toFixed(2)} MB of it`,
  ].join('; ');
