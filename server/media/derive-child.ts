// Decodes untrusted pictures in a separate process, which may crash, hang or exhaust memory without affecting the server. It receives bytes instead
// of file names, and drops root privileges. Started by derive-pool.ts for one picture at a time.
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lowerPriority } from '#server/child.ts';
import { hardenSharp } from '#server/media/decode.ts';
import { derivePicture, type DeriveResult, type DeriveTask } from '#server/media/derive-picture.ts';

export interface DeriveRequest {
  id: number;
  /** The picture itself follows on stdin. */
  task: Omit<DeriveTask, 'file'> & { bytes: number };
}

export type DeriveReply = { id: number; rssBytes: number } & ({ result: DeriveResult } | { error: string });

/** The user and the group that own nothing, by number: not every system has a name for them. */
const NOBODY = 65_534;

// Ctrl-C in a terminal reaches the whole process group. The server ends this process by closing the channel.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

async function prepare(): Promise<void> {
  hardenSharp();
  lowerPriority();
  if (process.getuid?.() !== 0 || !process.setuid || !process.seteuid || !process.setgid || !process.setgroups) return;
  // The resolver caches failed lookups, so it must run as root.
  const decoder = createRequire(import.meta.url).resolve('libheif-js/wasm-bundle.js');
  process.setgroups([]);
  process.setgid(NOBODY);
  process.seteuid(NOBODY);
  const isLoadedLater = isReadable(decoder);
  process.seteuid(0);
  // It takes as long as all else here, and few pictures need it.
  if (!isLoadedLater) await import('libheif-js/wasm-bundle.js');
  process.setuid(NOBODY);
}

/** For the effective user. */
function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, 'r'));
    return true;
  } catch {
    return false;
  }
}
const prepared = prepare();

/** The next so many bytes of stdin. */
function readStdin(count: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const whole = Buffer.allocUnsafe(count);
    let at = 0;
    const more = () => {
      for (let chunk = process.stdin.read() as Buffer | null; chunk; chunk = process.stdin.read() as Buffer | null) {
        at += chunk.copy(whole, at);
      }
      if (at < count) return;
      process.stdin.off('readable', more);
      resolve(whole);
    };
    process.stdin.on('readable', more);
    more();
  });
}

async function derive({ bytes, ...task }: DeriveRequest['task']): Promise<DeriveResult> {
  await prepared;
  return derivePicture({ ...task, file: await readStdin(bytes) });
}

process.on('message', (ask: DeriveRequest) => {
  const reply = (outcome: { result: DeriveResult } | { error: string }) => {
    const message: DeriveReply = { id: ask.id, rssBytes: process.memoryUsage.rss(), ...outcome };
    process.send?.(message);
  };
  derive(ask.task).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  );
});
