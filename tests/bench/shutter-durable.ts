// From the moment a photo is handed to the outbox until it may be called saved: with the second copy beside the database, and in an engine
// that has no place for one. The camera hands over the same 4 MB at once, so that it is not measured; both browsers are asked by turns. Beside them
// stands the least that a browser can do: a bare strict write of as many bytes into a database of its own.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { picture } from '#tests/support/pictures.ts';
import { spreadOf, type Bench } from './bench.ts';
import { withPage } from './browser.ts';
import { withServer } from './server.ts';

const BYTES = 4_000_000;
const ROUNDS = 12;
const AT_ONCE = 3;
const WARM_UP = 3;

interface ShutterTimings {
  begun: number;
  took: number[];
}

/**
 * Notes in the page: the hash begins what the outbox does, its first word of a photo ends it. The camera gives pictures of so many bytes.
 */
export async function watchShutter(page: Page, picture: Buffer, bytes: number): Promise<void> {
  const camera = { picture: picture.toString('base64'), bytes };
  await page.addInitScript((given: { picture: string; bytes: number }) => {
    const jpeg = Uint8Array.from(atob(given.picture), (char) => char.charCodeAt(0));
    const noise = new Uint8Array(given.bytes - jpeg.length);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    ImageCapture.prototype.takePhoto = async () => {
      crypto.getRandomValues(noise.subarray(0, 16));
      return new Blob([jpeg, noise], { type: 'image/jpeg' });
    };
    const hands: ShutterTimings = { begun: 0, took: [] };
    Object.assign(globalThis, { hands });
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    crypto.subtle.digest = (algorithm, data) => {
      hands.begun = performance.now();
      return digest(algorithm, data);
    };
    const known = new Set<string>();
    new BroadcastChannel('outbox').addEventListener('message', ({ data }: MessageEvent<{ type: string; photoIds?: string[] }>) => {
      const [id] = data.type === 'changed' ? (data.photoIds ?? []) : [];
      if (id === undefined || known.has(id)) return;
      known.add(id);
      hands.took.push(performance.now() - hands.begun);
    });
  }, camera);
}

/** One press after the other, each when the one before is saved and its small picture is made. */
export async function pressShutter(page: Page, times: number): Promise<number[]> {
  const count = () => page.evaluate(() => (globalThis as unknown as { hands: ShutterTimings }).hands.took.length);
  const before = await count();
  const shutter = page.getByRole('button', { name: 'Take photo' });
  for (let number = 1; number <= times; number += 1) {
    await shutter.click();
    await page.waitForFunction((least) => (globalThis as unknown as { hands: ShutterTimings }).hands.took.length >= least, before + number);
    await page
      .locator('button[aria-label="Take photo"]:not([data-in-hand]), button:has-text("Take photo"):not([data-in-hand])')
      .first()
      .waitFor();
  }
  return page.evaluate((from) => (globalThis as unknown as { hands: ShutterTimings }).hands.took.slice(from), before);
}

export const shutterDurable: Bench = {
  name: 'shutter-durable',
  minutes: 1,
  description: 'from a shot handed over until it is saved, with and without the second copy',
  run: () =>
    withServer({}, (server) =>
      withPage(server.url, demoPeople.member.email, (twice) =>
        withPage(server.url, demoPeople.member.email, async (once) => {
          await once.addInitScript(() => Reflect.deleteProperty(StorageManager.prototype, 'getDirectory'));
          const small = (await picture({ width: 640, height: 480 })).bytes;
          const took = { once: [] as number[], twice: [] as number[], bare: [] as number[] };
          const pages = [
            { page: twice, figures: took.twice },
            { page: once, figures: took.once },
          ];
          for (const { page } of pages) {
            await watchShutter(page, small, BYTES);
            await page.goto(`/event/${demoEvents.live}`);
            await page.getByRole('button', { name: 'Take photo', disabled: false }).waitFor();
            await pause(5000); // the reserve is taken
            // Offline, so that uploads do not affect the measurement.
            await page.context().setOffline(true);
          }
          for (let round = 0; round < ROUNDS; round += 1) {
            for (const { page, figures } of round % 2 === 0 ? pages : pages.toReversed()) {
              const measured = await pressShutter(page, AT_ONCE);
              if (round >= WARM_UP) figures.push(...measured);
            }
            const bare = await once.evaluate(writeBare, [AT_ONCE, BYTES] as const);
            if (round >= WARM_UP) took.bare.push(...bare);
          }
          const [second, first, bare] = [spreadOf(took.twice), spreadOf(took.once), spreadOf(took.bare)];
          return [
            {
              what: 'p95, 4 MB handed over to saved twice',
              value: second.p95,
              unit: 'ms',
              limit: { times: 1.5 },
              peer: { what: 'a bare strict write into IndexedDB', value: bare.p95 },
              spread: second,
            },
            { what: 'p95, a bare strict write', value: bare.p95, unit: 'ms', spread: bare },
            {
              what: 'p50, 4 MB handed over to saved twice',
              value: second.p50,
              unit: 'ms',
              limit: { times: 1.5 },
              peer: { what: 'saved once, the database alone', value: first.p50 },
              spread: second,
            },
            { what: 'p50, saved once, the database alone', value: first.p50, unit: 'ms', spread: first },
          ];
        }),
      ),
    ),
};

/** In the page: so many writes of so many bytes, one after the other. Returns milliseconds of each. */
async function writeBare([times, bytes]: readonly [number, number]): Promise<number[]> {
  const opening = indexedDB.open('bare writes');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('photos', { autoIncrement: true }));
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', () => reject(opening.error));
  });
  const noise = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  const took: number[] = [];
  for (let number = 0; number < times; number += 1) {
    crypto.getRandomValues(noise.subarray(0, 16));
    const photo = new Blob([noise], { type: 'image/jpeg' });
    const begun = performance.now();
    const writing = opening.result.transaction('photos', 'readwrite', { durability: 'strict' });
    writing.objectStore('photos').add(photo);
    await new Promise((resolve, reject) => {
      writing.addEventListener('complete', resolve);
      writing.addEventListener('abort', () => reject(writing.error));
    });
    took.push(performance.now() - begun);
  }
  opening.result.close();
  return took;
}
