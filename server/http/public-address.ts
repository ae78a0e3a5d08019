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

const ownNetwork = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetwork.addSubnet(network, prefix, 'ipv4');
ownNetwork.addSubnet('fc00::', 7, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isIn = (list: BlockList, address: string): boolean =>
  (isIP(address) === 4 && list.check(address, 'ipv4')) || (isIP(address) === 6 && list.check(address, 'ipv6'));

/** Whether an address belongs to a private network, as of a company. Neither this machine nor link-local addresses, such as of cloud metadata. */
export const isPrivateNetworkAddress = (address: string): boolean => isIn(ownNetwork, address);

export const isLoopbackAddress = (address: string): boolean => isIn(loopback, address);

/** As node's own, for every address of a name. */
export type ResolveAll = (host: string, done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void) => void;

export const resolveAll: ResolveAll = (host, done) => systemLookup(host, { all: true, verbatim: true }, done);

export class AddressBlocked extends Error {
  override name = 'AddressBlocked';
}

/**
 * Resolves a name for one connection and returns only allowed addresses, so that the checked address is the one connected to. One other address
 * refuses them all.
 */
export function checkedLookup(resolve: ResolveAll, isAllowed: (address: string) => boolean, reason: string): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      const bad = addresses.find(({ address }) => !isAllowed(address));
      if (!first || bad) return done(new AddressBlocked(`${host} ${reason}`), '');
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Of public addresses. */
export const publicLookup = (resolve: ResolveAll): LookupFunction => checkedLookup(resolve, isPublicAddress, 'lies inside the network');
