// One server per data folder. The lock is a listening socket: it ends with its process, however that ends, and tells who holds it.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface InstanceLock {
  /** What a second start is told from now on. */
  setUrl(url: string): void;
  release(): Promise<void>;
}

/** Who holds the lock: the answer of the other server. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';
  constructor(dataDir: string, holder: string) {
    super(`AI Image Suite already runs on ${dataDir}: ${holder}. Stop it first, or set another DATA_DIR and PORT.`);
  }
}

const TRIES = 5;

/** @throws {AlreadyRunning} */
export async function lockInstance(socketDir: string, dataDir: string): Promise<InstanceLock> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const lock = await tryToLock(socketDir, dataDir);
    if (lock) return lock;
  }
  throw new AlreadyRunning(dataDir, 'other starts came first');
}

/** Null when nobody holds it in the end: of two starts at once the one that lost took the other's socket away as it closed its own. */
async function tryToLock(socketDir: string, dataDir: string): Promise<InstanceLock | null> {
  const file = path.join(socketDir, 'server.sock');
  const token = randomUUID();
  const self = { text: `process ${process.pid}, starting` };
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${token}\n${self.text}`);
  });
  // The lock alone must not keep a process alive that has nothing else to do.
  server.unref();
  let taken = await listen(server, file);
  if (!taken) {
    const holder = await ask(file);
    if (holder !== null) throw new AlreadyRunning(dataDir, holder.text);
    // Left by a server that was killed.
    rmSync(file, { force: true });
    taken = await listen(server, file);
    // Two starts may have found it left at once, and one removed the other's: the one whose socket still answers here has won.
    await sleep(300);
    const winner = await ask(file);
    if (!taken || winner?.token !== token) {
      await new Promise((resolve) => server.close(resolve));
      if (winner === null) return null;
      throw new AlreadyRunning(dataDir, winner.text);
    }
  }
  return {
    setUrl(url) {
      self.text = `process ${process.pid}, at ${url}`;
    },
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: net.Server, file: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(file, () => resolve(true));
  });
}

/** What the holder says, or null when nobody listens. */
function ask(file: string): Promise<{ token: string; text: string } | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(file);
    socket.setTimeout(3000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(null));
    socket.on('close', () => {
      const [token = '', text] = answer.split('\n');
      resolve(text === undefined ? null : { token, text });
    });
  });
}
