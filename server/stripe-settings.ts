// Whether organizations pay through Stripe, of the environment's variables. Read by config.ts, which says what a wrong one ends in.
import type { VariableName } from '#server/variables.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Without a path. */
  baseUrl: URL;
}

type Read = (name: VariableName) => string | null;
type Wrong = (name: VariableName, why: string) => Error;

/** @param wrong makes the error of a variable; what it is told never repeats a secret */
export function readStripeSettings(read: Read, wrong: Wrong): StripeSettings | null {
  const secretOf = (name: VariableName, begins: RegExp, like: string): string | null => {
    const value = read(name);
    if (value !== null && !(begins.test(value) && /^[\w-]+$/.test(value))) throw wrong(name, `it is not such as ${like}`);
    return value;
  };
  const secretKey = secretOf('STRIPE_SECRET_KEY', /^[sr]k_(test|live)_./, 'sk_live_…, or a restricted rk_live_…');
  const webhookSecret = secretOf('STRIPE_WEBHOOK_SECRET', /^whsec_./, 'whsec_…');
  const address = read('STRIPE_BASE_URL');
  const baseUrl = new URL(URL.canParse(address ?? '') ? (address ?? '') : 'https://api.stripe.com');
  if (address !== null && (!/^https?:/.test(address) || baseUrl.origin !== address.replace(/\/$/, '')))
    throw wrong('STRIPE_BASE_URL', 'it is not an address such as https://api.stripe.com, without a path or a user');
  if (secretKey === null) {
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_BASE_URL'] as const)
      if (read(name) !== null) throw wrong(name, 'it is set, while STRIPE_SECRET_KEY is missing');
    return null;
  }
  // Without it nobody would ever be told that somebody paid.
  if (webhookSecret === null) throw wrong('STRIPE_WEBHOOK_SECRET', 'it is missing, while STRIPE_SECRET_KEY is set');
  return { secretKey, webhookSecret, baseUrl };
}
