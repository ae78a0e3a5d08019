// Answers whose chunks share one buffer arrive whole, and leave their source whatever happens to the reader.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { LentChunks } from './lent-chunks.ts';

const CHUNKS = 400;
const BYTES = 64 * 1024;

/** Chunks of one repeated number each, all in one buffer. */
function lend(count = CHUNKS, failAt = -1) {
  const source = { left: false, lent: 0 };
  const shared = Buffer.alloc(BYTES);
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for (; source.lent < count; source.lent += 1) {
        if (source.lent === failAt) throw new Error('the disk is gone');
        // Small ones too: the connection takes several of them at once.
        const length = source.lent % 3 === 0 ? 100 : BYTES;
        yield shared.fill(source.lent % 251).subarray(0, length);
      }
    } finally {
      shared.fill(255);
      source.left = true;
    }
  }
  return { stream: new LentChunks(chunks()), source };
}

const expected = Buffer.concat(Array.from({ length: CHUNKS }, (_, index) => Buffer.alloc(index % 3 === 0 ? 100 : BYTES, index % 251)));

let server: Server | undefined;
afterEach(() => server?.close());

async function askFor(stream: LentChunks): Promise<IncomingMessage> {
  server = createServer((_request, response) => {
    stream.on('error', () => response.destroy());
    stream.pipe(response);
  });
  server.listen(0);
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

const closed = (stream: LentChunks) => new Promise((resolve) => stream.once('close', resolve));

test('a slow reader gets every byte', async () => {
  const { stream, source } = lend();
  const answer = await askFor(stream);
  const received: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    received.push(chunk);
    if (received.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Buffer.concat(received).equals(expected)).toBe(true);
  expect(source.left).toBe(true);
});

test('another stream gets copies', async () => {
  const { stream } = lend();
  expect((await buffer(stream)).equals(expected)).toBe(true);
});

test('the source is left when the reader goes, and when the stream is ended', async () => {
  const leaving = lend(1e9);
  const answer = await askFor(leaving.stream);
  await once(answer, 'data');
  answer.destroy();
  await closed(leaving.stream);
  expect(leaving.source.left).toBe(true);

  const ended = lend(1e9);
  const cut = await askFor(ended.stream);
  cut.on('error', () => undefined);
  await once(cut, 'data');
  ended.stream.destroy(new Error('the server stops'));
  await closed(ended.stream);
  expect(ended.source.left).toBe(true);
});

test('an answer whose source fails does not end as if it were whole', async () => {
  const { stream } = lend(CHUNKS, 20);
  const answer = await askFor(stream);
  await expect(buffer(answer)).rejects.toThrow('aborted');
});
