// Where a device says that it is pushed to: an address that somebody else names, so it leads to the public internet or nowhere.
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { isPublicAddress } from '#server/http/public-address.ts';

export interface PushRoute {
  url: URL;
  /** Whether what its name resolves to is judged as well, when it is connected to. */
  guarded: boolean;
}

/**
 * Undefined: nothing is pushed there. Names are judged by what they resolve to, once something is sent.
 * @param toLoopback whether a push service of a test, on this machine, is one
 */
export function parsePushEndpoint(endpoint: string, toLoopback: boolean): PushRoute | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (toLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1') return { url, guarded: false };
  // A dot at the end of a name makes it no other one.
  const host = url.hostname.replace(/^\[|\]$|\.+$/g, '');
  const isOutside = isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isPublicAddress(host);
  return url.protocol === 'https:' && url.port === '' && isOutside ? { url, guarded: true } : undefined;
}

/** Whether something can be encrypted for it: a point of the curve, which not every 65 bytes are. */
export function isPublicKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
