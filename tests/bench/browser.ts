// A browser to measure in: signed in by the API, with no profile before it, looked at by nobody.
import { chromium, type Page } from 'playwright';
import { call, demoPassword } from '#tests/support/api.ts';
import { executablePath, launchArgs, phoneSize } from '#tests/support/browser.ts';

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

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

async function cookiesOf(base: string, email: string): Promise<Cookies> {
  const json = { email, password: demoPassword, remember_me: true };
  const answer = await call(base, 'POST', '/api/v1/auth/login', { json });
  if (answer.status !== 200) throw new Error(`sign-in of ${email}: ${answer.status}`);
  return answer.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    return { name, value: value.join('='), domain: new URL(base).hostname, path, httpOnly: true };
  });
}
