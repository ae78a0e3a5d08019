// Opens addresses that files of models come from: the hosts of the catalog, or a mirror that a super administrator names. Every hop of a redirect is
// checked before anything is sent to it, and again when its name is resolved.
import type http from 'node:http';
import { isIP } from 'node:net';
import { checkLink } from '#server/generation/providers/client.ts';
import { openResponse } from '#server/http/http-client.ts';
import {
  AddressBlocked,
  checkedLookup,
  isLoopbackAddress,
  isPrivateNetworkAddress,
  isPublicAddress,
  resolveAll,
  type ResolveAll,
} from '#server/http/public-address.ts';
import { InstallError } from './install-error.ts';

const MAX_REDIRECTS = 5;
const USER_AGENT = 'AI-Image-Suite-Models';

/** Where files may come from. */
export interface SourceRule {
  /** Its origin may be in a private network if it is a mirror. */
  baseUrl: string;
  /** Names of other hosts that it may redirect to, each with all below it. */
  hosts: readonly string[];
  isMirror: boolean;
}

/** Where files of the catalog come from, and where it redirects to. */
export const CATALOG_RULE: SourceRule = { baseUrl: 'https://huggingface.co', hosts: ['huggingface.co', 'hf.co'], isMirror: false };

export const mirrorRule = (url: string): SourceRule => ({ baseUrl: url, hosts: [], isMirror: true });

export type OpenSource = (
  address: string,
  rule: SourceRule,
  options: { signal: AbortSignal; headers?: Record<string, string> },
) => Promise<http.IncomingMessage>;

interface Options {
  resolve?: ResolveAll;
  /** Whether a mirror may be on this machine, for development and tests. */
  toLoopback: boolean;
}

/**
 * The address of a mirror's folder, without a slash at the end.
 * @throws {InstallError}
 */
export function parseMirrorUrl(address: string, { toLoopback }: Pick<Options, 'toLoopback'>): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new InstallError('Enter an address that begins with https://.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new InstallError('The address can’t contain a user, a password, a question mark or a hash.');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowed(url, host, true, toLoopback)) throw new InstallError(refusalOf(url));
  return url.href.replace(/\/+$/, '');
}

const refusalOf = (url: URL): string =>
  url.protocol === 'http:'
    ? 'http is only possible for a server in your private network. Use https for this address.'
    : `${url.host} isn’t an address that this server connects to.`;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.+$/g, '');

function isAllowed({ protocol }: URL, address: string, isOwnMirror: boolean, toLoopback: boolean): boolean {
  if (isOwnMirror && (isPrivateNetworkAddress(address) || (toLoopback && isLoopbackAddress(address)))) return true;
  return protocol === 'https:' && isPublicAddress(address);
}

/**
 * Follows redirects within the rule.
 * @throws {InstallError} an address that isn't allowed, or too many redirects
 */
export function createSourceOpener({ resolve = resolveAll, toLoopback }: Options): OpenSource {
  return async (address, rule, { signal, headers }) => {
    let link = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { url, own } = checkedLink(link, rule, redirects > 0);
      const isOwnMirror = own && rule.isMirror;
      const allowed = (to: string) => isAllowed(url, to, isOwnMirror, toLoopback);
      const host = hostOf(url);
      if (isIP(host) !== 0 && !allowed(host)) throw new InstallError(refusalOf(url));
      const lookup = checkedLookup(resolve, allowed, 'has an address that is not allowed');
      const response = await openResponse({ url, headers: { 'user-agent': USER_AGENT, ...headers }, signal, lookup }).catch(
        (error: unknown) => {
          if (error instanceof AddressBlocked) throw new InstallError(refusalOf(url), { cause: error });
          throw error;
        },
      );
      const { statusCode: status = 0, headers: answered } = response;
      if (![301, 302, 303, 307, 308].includes(status)) return response;
      response.destroy();
      const { location } = answered;
      if (location === undefined || !URL.canParse(location, url.href))
        throw new InstallError(`${url.host} redirects to an address that isn’t valid.`);
      link = new URL(location, url).href;
    }
    throw new InstallError(`${new URL(address).host} redirects in a loop.`);
  };
}

function checkedLink(link: string, rule: SourceRule, isRedirect: boolean): { url: URL; own: boolean } {
  try {
    return checkLink(link, rule);
  } catch (error) {
    if (!(error instanceof AddressBlocked)) throw error;
    const { host } = new URL(rule.baseUrl);
    const { origin, protocol } = new URL(link);
    const message = isRedirect
      ? `${host} redirects to ${origin === 'null' ? protocol : origin}, which isn’t allowed.`
      : `The address ${link} isn’t on ${host}.`;
    throw new InstallError(message, { cause: error });
  }
}
