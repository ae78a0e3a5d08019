// Somebody who stops a download is no error of the server.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { requestLog } from './request-log.ts';

test('a download that its reader stops is told as information; one that breaks here, as an error', async () => {
  const lines: { level: number; msg?: string }[] = [];
  const logged = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as (typeof lines)[number]);
      done();
    },
  });
  const app = Fastify({ loggerInstance: pino({ level: 'info' }, logged), childLoggerFactory: requestLog });
  await app.register(compress, { threshold: 0, encodings: ['gzip'] });
  const told = (level: number, what: RegExp) => lines.some((line) => line.level === level && what.test(line.msg ?? ''));
  const rows = new PassThrough();
  const broken = new PassThrough();
  app.get('/rows', (_request, reply) => reply.type('text/csv').send(rows));
  app.get('/broken', (_request, reply) => reply.type('text/csv').send(broken));
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = async (path: string, source: PassThrough) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`);
    source.write(randomBytes(200_000).toString('base64'));
    await once(socket, 'data');
    return socket;
  };

  (await ask('/rows', rows)).destroy();
  await vi.waitFor(() => expect(told(30, /prematurely/)).toBe(true));
  await vi.waitFor(() => expect(rows.destroyed).toBe(true));
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);

  const socket = await ask('/broken', broken);
  broken.destroy(new Error('the disk is gone'));
  await vi.waitFor(() => expect(told(50, /the disk is gone/)).toBe(true));
  socket.destroy();
  await app.close();
});
