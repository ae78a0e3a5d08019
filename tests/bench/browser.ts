// A browser to measure in: signed in by the API, with no profile before it, looked at by nobody.
import { chromium, type Page } from 'playwright';
import { executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';

/** A page of a phone on which this person is signed in. The browser ends with `use`. */
export async function withPage<T>(base: string, email: string, use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath, args: launchArgs });
  try {
    const context = await browser.newContext({ baseURL: base, viewport: phoneSize, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await context.addCookies(await cookiesOf(base, email));
    // The compiler that runs the benches names functions by a helper that code sent into a page does not find there.
    await context.addInitScript('globalThis.__name = (named) => named');
    return await use(await context.newPage());
  } finally {
    await browser.close();
  }
}
