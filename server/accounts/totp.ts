// Codes of authenticator apps: RFC 6238, as every such app computes them.
import { Secret, TOTP } from 'otpauth';

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });

/** 160 random bits in base32, as the RFC asks for. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app scans. @param email tells one account from another in the app's list @param issuer what the platform is called */
export const totpUri = (secret: string, email: string, issuer: string): string => totpOf(secret, email, issuer).toString();

/** The time step that a code belongs to, or null for a wrong one. A phone's clock may be half a minute off. */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
