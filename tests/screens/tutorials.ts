// Photographs for the tutorials, of the product as it is: `npm run screens -- tutorials` writes src/domains/help/tutorials/pictures/. Screens that
// are near-black in both themes are taken once.
import { chromium, type BrowserContext, type Page } from 'playwright';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { drawPhoto } from '#server/seed/draw.ts';
import { harbour, portrait, stage, table, type DrawScene } from '#server/seed/draw-scenes.ts';
import { demoEvents, demoJoinCode, demoPhoto } from '#server/seed/ids.ts';
import { registerPerson } from '#tests/support/api.ts';
import { executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';
import { startServer } from '#tests/support/server.ts';
import { root } from '#tests/support/source.ts';

const folder = path.join(root, 'src', 'domains', 'help', 'tutorials', 'pictures');
const scratch = mkdtempSync(path.join(tmpdir(), 'ais-tutorials-'));
/** Animations end, and pictures fade in. */
const restMs = 1_800;
const longestMs = 60_000;
const sizes = { phone: { viewport: phoneSize, width: 400 }, desk: { viewport: { width: 1120, height: 700 }, width: 1000 } } as const;
type Shape = keyof typeof sizes;

const draw = (scene: DrawScene, seed: number) =>
  drawPhoto({ scene, seed, width: 1440, height: 1920, takenAt: new Date('2026-11-20T21:00:00Z'), camera: { make: 'Canon', model: 'EOS R6' } });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const view = path.join(scratch, 'view.mjpeg');
writeFileSync(view, await draw(stage, 7));
const files = await Promise.all(
  [harbour, portrait, table].map(async (scene, index) => {
    const file = path.join(scratch, `DSC0${4210 + index}.jpg`);
    writeFileSync(file, await draw(scene, index + 1));
    return file;
  }),
);

const server = await startServer();
const browser = await chromium.launch({ executablePath, args: [...launchArgs, `--use-file-for-fake-video-capture=${view}`] });

async function open(shape: Shape, theme: 'light' | 'dark', email: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: sizes[shape].viewport,
    deviceScaleFactor: 2,
    hasTouch: shape === 'phone',
    isMobile: shape === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['camera'],
  });
  if (email !== null) await context.addCookies(await cookiesOf(server.url, email));
  return context;
}

async function photograph(page: Page, shape: Shape, name: string, restFor = restMs): Promise<void> {
  await page.waitForTimeout(restFor);
  const picture = await page.screenshot();
  await sharp(picture).resize(sizes[shape].width).webp({ quality: 62, effort: 6 }).toFile(path.join(folder, `help-${name}.webp`));
}

/** At the camera, and in the viewer. */
async function takeVenue(): Promise<void> {
  const context = await open('phone', 'dark', 'user@demo.test');
  const page = await context.newPage();
  const shutter = page.getByRole('button', { name: 'Take photo' });
  await page.goto(`/event/${demoEvents.live}/gallery?photo=${demoPhoto(5)}`);
  await page.getByRole('dialog', { name: 'Photo' }).waitFor();
  await photograph(page, 'phone', 'viewer');

  await page.goto(`/event/${demoEvents.live}`);
  await shutter.waitFor();
  await page.waitForTimeout(restMs);
  await shutter.click();
  await page.getByText(/all stored/i).waitFor({ timeout: longestMs });
  await photograph(page, 'phone', 'camera');

  const at = await shutter.boundingBox();
  if (!at) throw new Error('the shutter is not in sight');
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await photograph(page, 'phone', 'burst');
  await page.mouse.up();

  await page.getByText(/all stored/i).waitFor({ timeout: longestMs });
  await page.getByLabel('Photos to import').setInputFiles(files);
  await page.getByText(/saved on this/).first().waitFor({ timeout: longestMs });
  await photograph(page, 'phone', 'import');

  await page.getByText(/all stored/i).waitFor({ timeout: longestMs });
  await context.setOffline(true);
  for (let taken = 0; taken < 3; taken++) {
    await shutter.click();
    await page.waitForTimeout(700);
  }
  await page.getByRole('button', { name: /Open queue/ }).click();
  await page.getByRole('dialog', { name: 'Queue' }).waitFor();
  await photograph(page, 'phone', 'queue');
  await context.close();
}

const live = `/organization/events/${demoEvents.live}`;

/** The screens to photograph, in either theme. */
/** In the form of images: a photo and its restyle, and words that can't be drawn. */
async function takeImages(theme: 'light' | 'dark'): Promise<void> {
  const { email } = await registerPerson(server.url, { firstName: 'Ana', lastName: 'Ruiz' });
  const context = await open('phone', theme, email);
  const page = await context.newPage();
  await page.goto('/dashboard/generate');
  await page.getByRole('button', { name: 'Try this: A dance as a poster' }).click();
  await page.getByAltText('Chosen image').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await photograph(page, 'phone', `restyle-${theme}`);
  await page.getByRole('button', { name: 'Restyle', exact: true }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByRole('list', { name: 'Results' }).getByRole('listitem').waitFor({ timeout: longestMs });
  await results.scrollIntoViewIfNeeded();
  await photograph(page, 'phone', `restyled-${theme}`);
  await page.goto('/dashboard/generate');
  await page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
  await page.getByLabel('Describe the image').fill('A golden retriever playing guitar');
  await page.getByText('Clip art can’t draw: retriever.').waitFor();
  await photograph(page, 'phone', `words-${theme}`);
  await context.close();
}

const places: { name: string; shape: Shape; email: string | null; href: string; ready: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'join',
    shape: 'phone',
    email: (await registerPerson(server.url, { firstName: 'Mia', lastName: 'Ruiz', email: 'mia@example.org' })).email,
    href: `/join/${demoJoinCode}`,
    ready: (page) => page.getByRole('button', { name: 'Join and open the camera' }).waitFor(),
  },
  {
    name: 'guest',
    shape: 'phone',
    email: null,
    href: `/join/${demoJoinCode}`,
    ready: (page) => page.getByRole('button', { name: 'Continue as guest' }).waitFor(),
  },
  {
    name: 'two-factor',
    shape: 'phone',
    email: 'user@demo.test',
    href: '/dashboard/settings?tab=security',
    ready: async (page) => {
      const section = page.getByRole('region', { name: 'Two-factor authentication' });
      await section.getByRole('button', { name: 'Turn on' }).waitFor();
      await section.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'new-event',
    shape: 'desk',
    email: 'owner@demo.test',
    href: '/organization/events?new=true',
    ready: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Summer party at the harbour'),
  },
  {
    name: 'poster',
    shape: 'desk',
    email: 'owner@demo.test',
    href: `${live}?poster=true`,
    ready: (page) => page.getByRole('dialog', { name: 'Poster' }).waitFor(),
  },
  {
    name: 'moderation',
    shape: 'desk',
    email: 'owner@demo.test',
    href: `/organization/events/${demoEvents.active}?tab=moderation`,
    ready: (page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor(),
  },
];

try {
  await takeVenue();
  for (const theme of ['light', 'dark'] as const) {
    await takeImages(theme);
    for (const { name, shape, email, href, ready } of places) {
      const context = await open(shape, theme, email);
      const page = await context.newPage();
      await page.goto(href);
      await ready(page);
      await photograph(page, shape, `${name}-${theme}`);
      await context.close();
    }
  }
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  console.log(`${readdirSync(folder).length} pictures, ${Math.round(bytes / 1000)} kB: ${folder}`);
} finally {
  await browser.close();
  await server.dispose();
  rmSync(scratch, { recursive: true, force: true });
}
