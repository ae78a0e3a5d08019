import { isIP } from 'node:net';
import { isPublicAddress } from '#server/http/public-address.ts';

export interface WebhookRoute {
  url: URL;
  /** Whether the resolved address is checked as well when connecting. */
  guarded: boolean;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Where a message may be sent: https on the internet. Null if the address isn’t allowed. Names are checked again when they are resolved.
 * @param toLoopback also allows http to this machine, for development
 */
export function parseWebhookUrl(address: string, toLoopback: boolean): WebhookRoute | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username !== '' || url.password !== '') return null;
  if (toLoopback && url.protocol === 'http:' && LOOPBACK.includes(url.hostname)) return { url, guarded: false };
  // A trailing dot doesn’t change a name.
  const host = url.hostname.replace(/^\[|\]$|\.+$/g, '');
  const isOutside = isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : isPublicAddress(host);
  return url.protocol === 'https:' && isOutside ? { url, guarded: true } : null;
}
