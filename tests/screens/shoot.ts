// Photographs every route of tests/support/routes.ts, and every list when it is full, empty, and full of the longest names
// (tests/screens/scenes.ts). An argument selects those whose name contains it: `npm run screens -- gallery`.
import { chromium, type Browser, type Page } from 'playwright';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deskSize, executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';
import { notFoundVisit, roleEmails, routeTable, type RoleName } from '#tests/support/routes.ts';
import { makeScenes } from '#tests/screens/scenes.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { root } from '#tests/support/source.ts';
import { writeContactSheets, type Shot } from './contact-sheet.ts';

const folder = path.join(root, 'screens');
const sizes = { phone: phoneSize, desk: deskSize } as const;
const themes = ['light', 'dark'] as const;
/** The time limit for a picture, a font or a camera. A screen that does not settle is photographed as it is. */
const restMs = 4_000;

const wanted = process.argv[2] ?? '';

/** A user with the routes to photograph. */
interface Sitter {
  /** A role, or what the lists are like. */
  name: string;
  email: string | null;
  visits: { name: string; href: string }[];
}

async function sitters(server: TestServer): Promise<Sitter[]> {
  const places = [...routeTable.flatMap((row) => row.visits), notFoundVisit];
  const byRole = (Object.keys(roleEmails) as RoleName[]).map((role) => ({
    name: role,
    email: roleEmails[role],
    visits: places.filter(({ roles }) => roles.includes(role)),
  }));
  return [...byRole, ...(await makeScenes(server))]
    .map((sitter) => ({ ...sitter, visits: sitter.visits.filter(({ name }) => name.includes(wanted)) }))
    .filter(({ visits }) => visits.length > 0);
}

async function atRest(page: Page): Promise<void> {
  const asItIs = () => undefined;
  const title = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'));
  await title.first().waitFor({ state: 'attached', timeout: 2 * restMs }).catch(asItIs);
  const calm = () => document.querySelector('[aria-busy="true"]') === null && [...document.images].every(({ complete }) => complete);
  await page.waitForFunction(calm, undefined, { timeout: restMs }).catch(asItIs);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // What fades in, and a camera's first picture.
  await page.waitForTimeout(600);
}

async function photograph(browser: Browser, base: string, { name: role, email, visits }: Sitter): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      const context = await browser.newContext({
        baseURL: base,
        viewport,
        colorScheme: theme,
        hasTouch: size === 'phone',
        reducedMotion: 'reduce',
        permissions: ['camera'],
      });
      // By the API: the form has its own photograph.
      if (email !== null) await context.addCookies(await cookiesOf(base, email));
      const page = await context.newPage();
      for (const { name, href } of visits) {
        await page.goto(href);
        await atRest(page);
        const file = `${name}.${role}.${size}.${theme}.png`;
        await page.screenshot({ path: path.join(folder, file) });
        shots.push({ file, name, role, size, theme, at: new URL(page.url()).pathname });
      }
      await context.close();
    }
  }
  return shots;
}

const server = await startServer();
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: launchArgs });
  const waiting = await sitters(server);
  const places = waiting.flatMap(({ visits }) => visits).length;
  const shots: Shot[] = [];
  // Two browsers' worth of work at once: as many as the tests use.
  const work = async (): Promise<void> => {
    for (let sitter = waiting.shift(); sitter; sitter = waiting.shift()) shots.push(...(await photograph(browser, server.url, sitter)));
  };
  await Promise.all([work(), work()]);
  await browser.close();
  const sheets = await writeContactSheets(folder, shots);
  console.log(`${shots.length} screens of ${places} places, ${sheets.length} contact sheets: ${path.join(folder, 'index.html')}`);
} finally {
  await server.dispose();
}
