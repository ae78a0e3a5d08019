// A database that goes away and comes back in the middle of a test, and what is logged meanwhile.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import type { DatabaseAddress } from '#server/db/pool.ts';

/** The database at a port, until it is away: then every connection breaks. */
export async function openBreakablePort(connection: DatabaseAddress) {
  if ('connectionString' in connection) throw new Error('the database has no socket');
  const { host, port } = connection;
  const sockets = new Set<Socket>();
  const state = { isAway: false, refused: 0 };
  const server = createServer((client) => {
    if (state.isAway) {
      state.refused += 1;
      client.destroy();
      return;
    }
    const database = connect(path.join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, database].forEach((end) => end.destroy()));
    }
    client.pipe(database).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    state,
    breakAll: () => sockets.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  };
}

export function recordLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { log: pino({ level: 'info' }, to), lines };
}
