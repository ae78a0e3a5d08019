// Protection against SSRF: addresses chosen by users must not lead into the server's own network.
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix, 'ipv4');
// Networks that embed IPv4 addresses (Teredo, 6to4), and those for documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, prefix, 'ipv6');

const outside = new BlockList();
outside.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inside.check(address, 'ipv4');
  return family === 6 && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}

/** As node's own, for every address of a name. */
export type ResolveAll = (host: string, done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void) => void;

export const resolveAll: ResolveAll = (host, done) => systemLookup(host, { all: true, verbatim: true }, done);

export class AddressBlocked extends Error {
  override name = 'AddressBlocked';
}

/**
 * Resolves a name for one connection and returns only public addresses, so that the checked address is the one connected to. One private address
 * refuses them all.
 */
export function publicLookup(resolve: ResolveAll): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      if (!first || bad) return done(new AddressBlocked(`${host} lies inside the network`), '');
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
