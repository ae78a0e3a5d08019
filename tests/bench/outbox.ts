// The outbox with a long queue: whether a shot is saved as fast with a thousand photos waiting as with ten, and how soon the shutter is live after a
// start with them. Offline, so that nothing is sent meanwhile.
import path from 'node:path';
import type { Page } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { waitForCamera, waitForServiceWorker } from '#tests/support/app.ts';
import { waitUntilPersisted } from '#tests/support/e2e-steps.ts';
import { writeCopies } from '#tests/support/large-photos.ts';
import { picture } from '#tests/support/pictures.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { withServer } from './server.ts';
import { pressShutter, watchShutter } from './shutter-durable.ts';

const FEW = 10;
const MANY = 1000;
const ROUNDS = 10;
const SHOTS_PER_ROUND = 3;
const WARM_UP = 2;
const STARTS = 7;
const SHOT_BYTES = 500_000;
const address = `/event/${demoEvents.live}`;

export const outbox: Bench = {
  name: 'outbox',
  minutes: 2,
  description: `a shot and a start with ${MANY} photos waiting, against ${FEW}`,
  run: () =>
    withServer({}, (server) =>
      withPage(server.url, demoPeople.member.email, (few) =>
        withPage(server.url, demoPeople.member.email, async (many) => {
          const small = (await picture({ width: 320, height: 240 })).bytes;
          const queues = [
            { page: few, waiting: FEW, shots: [] as number[], starts: [] as number[] },
            { page: many, waiting: MANY, shots: [] as number[], starts: [] as number[] },
          ];
          for (const { page, waiting } of queues) {
            await watchShutter(page, small, SHOT_BYTES);
            await page.goto(address);
            await waitForCamera(page);
            await waitForServiceWorker(page);
            await waitUntilPersisted(page, `"events","one","${demoEvents.live}"`);
            await page.context().setOffline(true);
            await fill(page, writeCopies(path.join(server.dataDir, `picked-${waiting}`), [small], waiting));
          }
          for (let round = 0; round < ROUNDS; round += 1)
            for (const { page, shots } of round % 2 === 0 ? queues : queues.toReversed()) {
              const measured = await pressShutter(page, SHOTS_PER_ROUND);
              if (round >= WARM_UP) shots.push(...measured);
            }
          for (let start = 0; start < STARTS; start += 1)
            for (const queue of start % 2 === 0 ? queues : queues.toReversed()) queue.starts.push(await startAnew(queue.page));
          const [ten, thousand] = queues.map(({ shots, starts }) => ({ shots: spreadOf(shots), starts: spreadOf(starts) }));
          if (!ten || !thousand) throw new Error('both queues are measured');
          const figures: Figure[] = [
            {
              what: `p50, a shot saved with ${MANY} photos waiting`,
              value: thousand.shots.p50,
              unit: 'ms',
              limit: { times: 1.2 },
              peer: { what: `with ${FEW} waiting`, value: ten.shots.p50 },
              spread: thousand.shots,
            },
            {
              what: `p50, start to the live shutter with ${MANY} photos waiting`,
              value: thousand.starts.p50,
              unit: 'ms',
              limit: { most: 1500 },
              peer: { what: `with ${FEW} waiting`, value: ten.starts.p50 },
              spread: thousand.starts,
            },
          ];
          return figures;
        }),
      ),
    ),
};

/** By the import, as a person fills it. */
async function fill(page: Page, files: string[]): Promise<void> {
  await page.getByLabel('Photos to import').setInputFiles(files);
  await page
    .getByRole('status')
    .getByText(`${files.length.toLocaleString('en')} photos saved on this phone`)
    .waitFor({ timeout: 600_000 });
}

/** A new tab, which has no session storage. */
async function startAnew(page: Page): Promise<number> {
  const tab = await page.context().newPage();
  const begun = performance.now();
  await tab.goto(address, { waitUntil: 'commit' });
  await tab.getByRole('button', { name: 'Take photo' }).and(tab.locator(':enabled:not([aria-disabled=true])')).waitFor();
  const took = performance.now() - begun;
  await tab.close();
  return took;
}
