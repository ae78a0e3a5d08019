import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { HttpClientError, MAX_ERROR_BODY_BYTES } from '#server/http/http-client.ts';
import { createTransport } from './client.ts';

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

test('called off, the request ends and the reason is what it ends with', async () => {
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

test('what is guarded does not reach this machine, by address or by name', async () => {
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
