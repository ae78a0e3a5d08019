// A line to the database that can fall silent: as when the other machine loses its power, nothing arrives any more, and nobody says so.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { DatabaseAddress } from '#server/db/pool.ts';

export interface SilentLine {
  /** The same database, through this line. */
  address: DatabaseAddress;
  /** The connections that are open now fall silent, in both directions. Those that are opened later work. */
  silence(): void;
  close(): Promise<void>;
}

export async function openSilentLine(database: DatabaseAddress): Promise<SilentLine> {
  if (!('host' in database)) throw new Error('the database has to be one of this machine');
  const { host, port, ...account } = database;
  const lines = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`);
    const line: [Socket, Socket] = [near, far];
    lines.add(line);
    for (const [from, to] of [line, [far, near] as const]) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        lines.delete(line);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { ...account, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    silence() {
      for (const socket of [...lines].flat()) socket.removeAllListeners('data').resume();
    },
    async close() {
      for (const socket of [...lines].flat()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
