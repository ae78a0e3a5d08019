import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HttpClientError, MAX_ERROR_BODY_BYTES } from '#server/http/http-client.ts';
import { AddressBlocked, isPublicAddress } from '#server/http/public-address.ts';
import { checkLink, createTransport } from './client.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const { exchange } = createTransport();
const usual = { signal: new AbortController().signal, limit: 1000, timeoutMs: 20_000, guarded: false };

test('an answer up to the limit is read, one byte more is not', async () => {
  const url = await serve((request, response) => response.end(Buffer.alloc(Number(request.headers['x-bytes']))));
  const of = (bytes: number) => exchange({ ...usual, url, headers: { 'x-bytes': String(bytes) } });
  expect((await of(1000)).bytes).toHaveLength(1000);
  await expect(of(1001)).rejects.toMatchObject({ name: 'HttpClientError', kind: 'too-large' });
});

test('of a refusal the beginning is enough', async () => {
  const url = await serve((_, response) => response.writeHead(500).end(Buffer.alloc(MAX_ERROR_BODY_BYTES * 3)));
  expect(await exchange({ ...usual, url, limit: 60_000_000 })).toMatchObject({ status: 500 });
});

test('one that comes byte by byte is given up when its time is over', async () => {
  const url = await serve((_, response) => {
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  });
  await expect(exchange({ ...usual, url, timeoutMs: 100 })).rejects.toMatchObject({ kind: 'too-slow' });
});

test('a packed one is not unpacked: a few bytes may be a gigabyte', async () => {
  const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))));
  await expect(exchange({ ...usual, url })).rejects.toMatchObject({ kind: 'encoded' });
});

test('an aborted request rejects with the reason', async () => {
  let [asked, closed] = [false, false];
  const url = await serve((_, response) => {
    asked = true;
    response.on('close', () => (closed = true));
  });
  const control = new AbortController();
  const going = exchange({ ...usual, url, signal: control.signal }).catch((error: unknown) => error);
  await expect.poll(() => asked).toBe(true);
  const reason = new Error('enough');
  control.abort(reason);
  expect(await going).toBe(reason);
  await vi.waitFor(() => expect(closed).toBe(true));
});

test('guarded requests don’t reach this machine, by address or by name', async () => {
  const seen = vi.fn();
  const url = await serve((_, response) => {
    seen();
    response.end();
  });
  await expect(exchange({ ...usual, url, guarded: true })).rejects.toThrow('lies inside the network');
  await expect(exchange({ ...usual, url: new URL(`http://localhost:${url.port}/`), guarded: true })).rejects.toThrow(
    'lies inside the network',
  );
  expect(seen).not.toHaveBeenCalled();
});

test('a name that leads nowhere, and a closed door, may pass', async () => {
  const { exchange } = createTransport({
    resolve: (_host, done) => done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []),
  });
  await expect(exchange({ ...usual, url: new URL('https://v3.fal.media/'), guarded: true })).rejects.toBeInstanceOf(HttpClientError);
  const url = await serve(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(exchange({ ...usual, url })).rejects.toMatchObject({ kind: 'cut' });
});

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:0:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is private', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '34.120.5.6', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('links', () => {
  const rule = { baseUrl: 'https://queue.fal.run', hosts: ['fal.media'] };
  test.each([
    'http://fal.media/a.png',
    'https://fal.media.evil.example/a.png',
    'https://evilfal.media/a.png',
    'https://user@fal.media/a.png',
    'https://fal.media:8443/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'http://queue.fal.run/a.png',
    'https://queue.fal.run:444/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//fal.media/a.png',
    'a.png',
  ])('%s is not opened', (link) => expect(() => checkLink(link, rule)).toThrow(AddressBlocked));
  test.each([
    ['https://fal.media/a.png', false],
    ['https://v3.fal.media/files/a.png?x=1', false],
    ['https://v3.FAL.media./a.png', false],
    ['https://queue.fal.run/a.png', true],
  ])('%s is', (link, own) => expect(checkLink(link, rule)).toMatchObject({ own }));
});

describe('what a name leads to', () => {
  const download = (...addresses: string[]) => {
    const asked: string[] = [];
    const { download } = createTransport({
      resolve(host, done) {
        asked.push(host);
        const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
        done(null, found);
      },
    });
    const options = { signal: new AbortController().signal, limit: 1000, timeoutMs: 20_000 };
    const rule = { baseUrl: 'https://queue.fal.run', hosts: ['fal.media'] };
    return { asked, done: download('https://v3.fal.media/a.png', rule, options) };
  };
  test.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['1.1.1.1', '10.0.0.1']])('%s: nothing is connected to', async (...addresses) => {
    const { asked, done } = download(...addresses);
    await expect(done).rejects.toThrow(AddressBlocked);
    // Resolved once: the checked address is the one that would be connected to.
    expect(asked).toEqual(['v3.fal.media']);
  });
});
