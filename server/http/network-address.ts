// Network addresses that count as one client.
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Asks for the address of each connection when it opens: once it has closed, Node knows only an address it was asked for before, and `request.ip` would be
 * undefined. A connection that has no address any more is gone already.
 */
export function rememberAddresses(app: FastifyInstance): void {
  app.server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy();
  });
}

/**
 * The address to count by. For IPv6 it is the network (/64), since the owner of one address has all of them. An IPv4-mapped address counts as IPv4.
 */
export function addressKey(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const mapped = /^(?:::|(?:0+:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // The last two groups may be written as an IPv4 address.
  const afterCount = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const whole =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - afterCount)).fill('0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
