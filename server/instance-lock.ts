// One server or command per data folder. The lock is a listening socket: it ends with its process and identifies the owner. Each start uses a new
// socket name, so that a stale socket can be removed without the risk of removing a live one.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_SOCKET_FOLDER_BYTES } from '#server/db/embedded/paths.ts';

export interface InstanceLock {
  /** The URL that a second start reports from now on. */
  setUrl(url: string): void;
  release(): Promise<void>;
}

/** The answer of the process that has the lock. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';
  /** The command that has the lock, if it is not a server. */
  readonly command: string | undefined;
  constructor(dataDir: string, { text, command }: Pick<Holder, 'text' | 'command'>) {
    super(
      command === undefined
        ? `AI Image Suite already runs on ${dataDir}: ${text}. Stop it first, or set another DATA_DIR and PORT.`
        : `${dataDir} is in use by ${command}: ${text}. Wait until it has ended, or set another DATA_DIR and PORT.`,
    );
    this.command = command;
  }
}

interface Holder {
  /** False while it looks whether it is alone. */
  holds: boolean;
  text: string;
  command?: string;
}

/** How long starts at once may need to settle who comes first; each has only to look and to answer. */
const SETTLE_MS = 15_000;
const ANSWER_MS = 3000;
/** The name that a socket had before each start got its own: a server of that release may still run. */
const SOCKET = /^server(-[0-9a-f]{8})?\.sock$/;

/** The folder of the lock: by its own path, and by one that is short enough for a socket's address, while that is needed. */
interface LockFolder {
  path: string;
  short: string;
}

/**
 * Each start publishes its socket and then looks for others, so of two starts at least one sees the other. A start without rivals gets the lock.
 * Among rivals without an owner, the first by name waits for the others to give up, and they check again.
 * @param lockDir beside the data: every process that reaches the data, also by another path or from another container, finds the same sockets
 * @param command the name of the command, if it is not a server
 * @throws {AlreadyRunning}
 */
export async function lockInstance(lockDir: string, dataDir: string, command?: string): Promise<InstanceLock> {
  if (Buffer.byteLength(lockDir) <= MAX_SOCKET_FOLDER_BYTES) return lock({ path: lockDir, short: lockDir }, dataDir, command);
  const alias = mkdtempSync(path.join(os.tmpdir(), 'ais-lock-'));
  try {
    const short = path.join(alias, 'run');
    symlinkSync(lockDir, short);
    return await lock({ path: lockDir, short }, dataDir, command);
  } finally {
    rmSync(alias, { recursive: true, force: true });
  }
}

async function lock(folder: LockFolder, dataDir: string, command: string | undefined): Promise<InstanceLock> {
  const self: Holder = {
    holds: false,
    text: `process ${process.pid}${command === undefined ? ', starting' : ''}`,
    ...(command && { command }),
  };
  for (const deadline = performance.now() + SETTLE_MS; ; await sleep(20 + Math.random() * 80)) {
    const own = await publish(folder, self);
    let others: Map<string, Holder>;
    try {
      others = await findOthers(folder, own.name);
      while (others.size > 0 && [...others].every(([name, { holds }]) => !holds && own.name < name) && performance.now() < deadline) {
        await sleep(20);
        others = await findOthers(folder, own.name);
      }
    } catch (error) {
      await own.close();
      throw error;
    }
    if (others.size === 0) {
      self.holds = true;
      return { setUrl: (url) => void (self.text = `process ${process.pid}, at ${url}`), release: own.close };
    }
    await own.close();
    const holder = [...others.values()].find(({ holds }) => holds);
    if (holder) throw new AlreadyRunning(dataDir, holder);
    if (performance.now() > deadline) throw new AlreadyRunning(dataDir, { text: 'other starts came first' });
  }
}

/** Listens before it has its name: a socket that others can see and that refuses is one of a process that ended. */
async function publish(folder: LockFolder, self: Holder): Promise<{ name: string; close: () => Promise<void> }> {
  const id = randomBytes(4).toString('hex');
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end([self.holds ? 'holds' : 'looks', self.text, self.command].filter((line) => line !== undefined).join('\n'));
  });
  // The lock must not prevent the process from exiting.
  server.unref();
  const made = `start-${id}.sock`;
  const name = `server-${id}.sock`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Only the owner and root can enter the folder. With this mode the owner's start sees that the stale socket of root's server has no listener,
    // instead of a permission error. The socket is bound with its mode before `listen` returns; a later chmod follows the path, which the folder's
    // owner could have replaced by a link to one of root's files.
    const before = process.umask(0o111);
    try {
      server.listen(path.join(folder.short, made), resolve);
    } finally {
      process.umask(before);
    }
  });
  renameSync(path.join(folder.path, made), path.join(folder.path, name));
  const close = () =>
    new Promise<void>((resolve) => {
      rmSync(path.join(folder.path, name), { force: true });
      server.close(() => resolve());
    });
  return { name, close };
}

/** The others that live, by the name of their socket; what the ended ones left is removed. */
async function findOthers(folder: LockFolder, own: string): Promise<Map<string, Holder>> {
  const names = readdirSync(folder.path).filter((name) => SOCKET.test(name) && name !== own);
  const found = await Promise.all(names.map(async (name) => [name, await ask(path.join(folder.short, name))] as const));
  return new Map(found.flatMap(([name, holder]) => (holder ? [[name, holder] as const] : [])));
}

/**
 * The answer of the process behind a socket; null if it has ended. A process that accepts the connection is alive, even if it is too busy to answer.
 */
function ask(file: string): Promise<Holder | null> {
  return new Promise((resolve) => {
    let answer = '';
    let ended = false;
    const socket = net.connect(file);
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // Reset: it gave way, or ended, before it took the connection.
      ended = code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET';
      if (code === 'ECONNREFUSED') rmSync(file, { force: true });
    });
    socket.on('close', () => {
      if (ended) return resolve(null);
      const [state, text = 'it does not answer', command] = answer.split('\n');
      resolve({ holds: state !== 'looks', text, ...(command !== undefined && { command }) });
    });
  });
}
