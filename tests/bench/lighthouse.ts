// Lighthouse's scores for phones, of the screens that people open first. It is no dependency: the bench has npx fetch this version.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { executablePath, launchArgs } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';
import { percentile, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const PACKAGE = 'lighthouse@12.8.2';
const ROUNDS = 3;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 };
const screens = [
  { address: '/', as: null },
  { address: '/login', as: null },
  { address: '/join/HARBOUR26', as: null },
  { address: `/event/${demoEvents.live}`, as: demoPeople.member.email },
  { address: `/event/${demoEvents.live}/gallery`, as: demoPeople.member.email },
];

interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

export const lighthouse: Bench = {
  name: 'lighthouse',
  minutes: 6,
  description: `scores of ${PACKAGE} for phones`,
  run: () =>
    withServer({}, async (server) => {
      // The login has its first screen at names only (server/http/static.ts).
      const base = server.url.replace('127.0.0.1', 'localhost');
      const figures: Figure[] = [];
      for (const { address, as } of screens) {
        const reports: Report[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const report = await visit(base, address, as);
          const shown = new URL(report.finalDisplayedUrl).pathname;
          if (as !== null && shown !== address) throw new Error(`${address} showed ${shown}`);
          reports.push(report);
        }
        const middle = (of: (report: Report) => number) => percentile(reports.map(of), 0.5);
        for (const [category, least] of Object.entries(SCORES)) {
          const value = Math.round(100 * middle(({ categories }) => categories[category]?.score ?? 0));
          figures.push({ what: `${address}: ${category}`, value, unit: '', limit: { least } });
          if (value < least) console.log(`  ${address}, ${category}: ${costliest(reports[0]!, category)}`);
        }
        const paint = middle(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Infinity);
        figures.push({ what: `${address}: largest contentful paint`, value: paint, unit: 'ms', limit: { most: 1800 } });
      }
      return figures;
    }),
};

/** In a browser with a fresh profile, on which this person is signed in; null: nobody. */
async function visit(base: string, address: string, as: string | null): Promise<Report> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-lighthouse-'));
  const file = path.join(folder, 'report.json');
  const port = await freePort();
  const args = [...launchArgs, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), { executablePath, args });
  try {
    if (as !== null) await context.addCookies(await cookiesOf(base, as));
    const flags = ['--quiet', `--port=${port}`, '--disable-storage-reset', '--output=json', `--output-path=${file}`];
    const run = () => promisify(execFile)('npx', ['--yes', PACKAGE, `${base}${address}`, ...flags]);
    await run().catch((error: unknown) => {
      // Its trace sometimes lacks the beginning.
      if (!String(error).includes('NO_NAVSTART')) throw error;
      return run();
    });
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The audits that cost a category the most. */
function costliest({ categories, audits }: Report, category: string): string {
  const losses = (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const score = audits[id]?.score ?? null;
    return score === null || weight === 0 || score === 1 ? [] : [{ id, loss: weight * (1 - score) }];
  });
  return losses
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, 5)
    .map(({ id, loss }) => `${id} ${loss.toFixed(1)}`)
    .join(', ');
}
