// From the moment a photo is handed to the outbox until it may be called saved: with the second copy beside the database, and in an engine
// that has no place for one. Photos come by import, so that no camera is measured; both browsers take the same files by turns.
import { randomBytes } from 'node:crypto';
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

interface Hands {
  begun: number;
  took: number[];
}

/** Notes in the page: the hash begins what the outbox does, its first word of a photo ends it. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hands: Hands = { begun: 0, took: [] };
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
  });
}

async function importInto(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<number[]> {
  const before = await page.evaluate(() => (globalThis as unknown as { hands: Hands }).hands.took.length);
  await page.locator('input[type=file][multiple]').first().setInputFiles(files);
  await page.waitForFunction((count) => (globalThis as unknown as { hands: Hands }).hands.took.length >= count, before + files.length);
  return page.evaluate((from) => (globalThis as unknown as { hands: Hands }).hands.took.slice(from), before);
}

export const shutterDurable: Bench = {
  name: 'shutter-durable',
  says: 'from a shot handed over until it is saved, with and without the second copy',
  run: () =>
    withServer({}, (server) =>
      withPage(server.url, demoPeople.member.email, (twice) =>
        withPage(server.url, demoPeople.member.email, async (once) => {
          await once.addInitScript(() => Reflect.deleteProperty(StorageManager.prototype, 'getDirectory'));
          const small = (await picture({ width: 640, height: 480 })).bytes;
          const took = { once: [] as number[], twice: [] as number[] };
          const pages = [
            { page: twice, figures: took.twice },
            { page: once, figures: took.once },
          ];
          for (const { page } of pages) {
            await watch(page);
            await page.goto(`/event/${demoEvents.live}`);
            await page.getByRole('button', { name: 'Import photos' }).waitFor();
            // Nothing is sent meanwhile.
            await page.context().setOffline(true);
          }
          for (let round = 0; round < ROUNDS; round += 1) {
            for (const { page, figures } of round % 2 === 0 ? pages : pages.toReversed()) {
              const files = Array.from({ length: AT_ONCE }, (_, index) => ({
                name: `${round}-${index}.jpg`,
                mimeType: 'image/jpeg',
                buffer: Buffer.concat([small, randomBytes(BYTES - small.length)]),
              }));
              const measured = await importInto(page, files);
              if (round >= WARM_UP) figures.push(...measured);
            }
          }
          const [second, first] = [spreadOf(took.twice), spreadOf(took.once)];
          return [
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
