import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { closeStreams, openSse } from './sse.ts';

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
