// Signing a browser in without its form.
import type { Page } from 'playwright';
import { call, demoPassword } from './api.ts';

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** Those of a sign-in by the API, for a browser's context. */
export async function cookiesOf(base: string, email: string): Promise<Cookies> {
  const json = { email, password: demoPassword, remember_me: true };
  const answer = await call(base, 'POST', '/api/v1/auth/login', { json });
  if (answer.status !== 200) throw new Error(`sign-in of ${email}: ${answer.status}`);
  return answer.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    return { name, value: value.join('='), domain: new URL(base).hostname, path, httpOnly: attributes.includes('HttpOnly') };
  });
}
