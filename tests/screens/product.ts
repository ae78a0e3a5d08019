// Photographs of the product for its own landing page, taken of the product as it is: `npm run screens -- product` writes public/product/.
// The camera looks at one of the demo's drawings.
import { chromium } from 'playwright';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { drawPhoto } from '#server/seed/draw.ts';
import { stage } from '#server/seed/draw-scenes.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { deskSize, executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';
import { startServer } from '#tests/support/server.ts';
import { root } from '#tests/support/source.ts';

const folder = path.join(root, 'public', 'product');
const scratch = mkdtempSync(path.join(tmpdir(), 'ais-product-'));
const view = path.join(scratch, 'view.mjpeg');
/** Animations end, and pictures fade in. */
const restMs = 2_500;
const longestMs = 60_000;

mkdirSync(folder, { recursive: true });
writeFileSync(view, await drawPhoto({ scene: stage, seed: 7, width: 1440, height: 1920, takenAt: new Date('2026-11-20T21:00:00Z') }));
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: [...launchArgs, `--use-file-for-fake-video-capture=${view}`] });
try {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: phoneSize,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    permissions: ['camera'],
  });
  await context.addCookies(await cookiesOf(server.url, 'user@demo.test'));
  const page = await context.newPage();
  const photograph = async (name: string) => {
    await page.waitForTimeout(restMs);
    const picture = await page.screenshot();
    await sharp(picture).resize(phoneSize.width * 1.5).webp({ quality: 72 }).toFile(path.join(folder, `${name}.webp`));
  };
  const shutter = page.getByRole('button', { name: 'Take photo' });
  const shoot = async (count: number) => {
    for (let taken = 0; taken < count; taken++) {
      await shutter.click();
      await page.waitForTimeout(700);
    }
  };

  await page.goto(`/event/${demoEvents.live}/gallery`);
  await page.getByRole('gridcell').first().waitFor();
  await photograph('gallery');

  await page.goto(`/event/${demoEvents.live}`);
  await shutter.waitFor();
  await page.waitForTimeout(restMs);
  await shoot(3);
  await page.getByText(/all stored/i).waitFor({ timeout: longestMs });
  await photograph('camera');

  await context.setOffline(true);
  await shoot(3);
  await page.getByRole('link', { name: /^Queue/ }).or(page.getByRole('button', { name: /^Queue/ })).first().click();
  await page.getByRole('dialog').waitFor();
  await photograph('queue');

  const desk = await browser.newContext({ baseURL: server.url, viewport: deskSize, colorScheme: 'dark', reducedMotion: 'reduce' });
  await desk.addCookies(await cookiesOf(server.url, 'user@demo.test'));
  const wide = await desk.newPage();
  await wide.goto(`/event/${demoEvents.live}/gallery`);
  await wide.getByRole('gridcell').first().waitFor();
  await wide.waitForTimeout(restMs);
  // For the manifest: what a desktop shows before it installs the app.
  await sharp(await wide.screenshot()).webp({ quality: 72 }).toFile(path.join(folder, 'gallery-wide.webp'));

  console.log(`camera, queue and gallery: ${folder}`);
} finally {
  await browser.close();
  await server.dispose();
  rmSync(scratch, { recursive: true, force: true });
}
