import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { closeEventStreamsGradually, closeStreams, countStreams, endOnShutdown, openSse } from './sse.ts';

const app = fastify();
afterEach(() => app.close());

test('a client that disconnects during preparation triggers `onClose` once, after the caller has the stream', async () => {
  const onClose = vi.fn(() => expect(given).toBe(true));
  let given = false;
  let asked = false;
  let hungUp = false;
  app.get('/stream', async (request, reply) => {
    request.raw.on('close', () => (hungUp = true));
    asked = true;
    await expect.poll(() => hungUp).toBe(true);
    openSse(reply, { onClose });
    given = true;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: '/stream' }).on('error', () => undefined);
  await expect.poll(() => asked).toBe(true);
  request.destroy();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  closeStreams(app);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('before a stop, streams end one after the other, each with its own time to reconnect; downloads go on', async () => {
  const draining = fastify();
  draining.get('/stream', async (_request, reply) => {
    openSse(reply, { onClose: () => undefined });
    return reply;
  });
  await draining.listen({ host: '127.0.0.1', port: 0 });
  const { port } = draining.server.address() as AddressInfo;
  const download = new Readable({ read: () => undefined });
  download.on('error', () => undefined);
  endOnShutdown(draining, download);
  const order: string[] = [];
  const read = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/stream`)).text();
    order.push(name);
    return Number(/\nretry: (\d+)\n\n$/.exec(text)?.[1]);
  };
  const first = read('first');
  await expect.poll(() => countStreams(draining)).toBe(2);
  const second = read('second');
  await expect.poll(() => countStreams(draining)).toBe(3);
  closeEventStreamsGradually(draining, 200);
  const times = await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
  for (const ms of times) expect(ms >= 500 && ms < 5000).toBe(true);
  expect(download.destroyed).toBe(false);
  closeStreams(draining);
  expect(download.destroyed).toBe(true);
  await draining.close();
});
