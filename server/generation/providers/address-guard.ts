// Where a link that a provider gives may lead: to that provider's own hosts, and never into the network that the server stands in.
import { AddressBlocked } from '#server/http/public-address.ts';

export interface LinkRule {
  /** What the provider is reached by; its own origin is trusted as whoever set it up did. */
  baseUrl: string;
  /** Names of hosts, each with all below it. */
  hosts: readonly string[];
}

/**
 * Judges a link before anything is sent to it.
 * @returns whether it is the provider's own origin, whose address is not judged
 * @throws AddressBlocked
 */
export function checkLink(link: string, { baseUrl, hosts }: LinkRule): { url: URL; own: boolean } {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (!url) throw new AddressBlocked('it is no link');
  if (url.origin === new URL(baseUrl).origin) return { url, own: true };
  if (url.protocol !== 'https:') throw new AddressBlocked(`it is not https: ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new AddressBlocked('it holds a user');
  if (url.port !== '') throw new AddressBlocked(`its port is ${url.port}`);
  const host = url.hostname.replace(/\.$/, '');
  if (!hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`)))
    throw new AddressBlocked(`${url.hostname} is no host of the provider`);
  return { url, own: false };
}
