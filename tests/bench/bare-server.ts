// The least that a server can do with a photo, in a separate process: it writes, hashes and syncs each body. Forked by ingest.ts with the folder to
// write into; reports its port.
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const folder = process.argv[2] ?? '';

async function take(request: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path.join(folder, randomUUID()), 'wx');
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

const server = createServer((request, response) => {
  take(request).then(
    (sha256) => response.writeHead(201).end(sha256),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
