// A browser to measure in: logged in by the API, headless, with a fresh profile on disk, because a private window stores its databases in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';

/** A page of a phone on which this person is signed in; null: nobody. The browser ends with `use`. */
export async function withPage<T>(base: string, email: string | null, use: (page: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(path.join(tmpdir(), 'ais-bench-profile-'));
  const phone = { baseURL: base, viewport: phoneSize, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: launchArgs, ...phone });
  try {
    await context.grantPermissions(['camera']);
    if (email !== null) await context.addCookies(await cookiesOf(base, email));
    // The compiler that runs the benches names functions by a helper that code sent into a page does not find there.
    await context.addInitScript('globalThis.__name = (named) => named');
    return await use(await context.newPage());
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
