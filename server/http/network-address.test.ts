import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addressKey, rememberAddresses } from '#server/http/network-address.ts';

test('of IPv6 the network counts, however an address in it is written', () => {
  const network = '2001:db8:1:2::/64';
  for (const address of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:aaaa:bbbb:cccc:dddd',
    '2001:0db8:0001:0002::',
    '2001:db8:1:2::1%eth0',
    '2001:db8:1:2:0:0:192.0.2.1',
  ])
    expect(addressKey(address), address).toBe(network);
  expect(addressKey('2001:db8:1:3::1')).not.toBe(network);
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('2001:db8::7')).toBe('2001:db8:0:0::/64');
  expect(addressKey('fe80::1:192.0.2.1')).toBe('fe80:0:0:0::/64');
});

test('an IPv4 address is itself, also where it is written as IPv6', () => {
  expect(addressKey('192.0.2.7')).toBe('192.0.2.7');
  expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(addressKey('0:0:0:0:0:ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('of a request is known after its connection has gone', async () => {
  const app = Fastify();
  rememberAddresses(app);
  const asked = new Promise<string>((resolve) => {
    app.get('/', (request, reply) => {
      request.raw.socket.once('close', () => {
        resolve(request.ip);
        void reply.send();
      });
      socket.resetAndDestroy();
    });
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await asked).toBe('127.0.0.1');
  await app.close();
});
