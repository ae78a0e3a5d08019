// Hashes an uploaded file and moves it into the storage. This takes a dozen steps, each of which would wait for a turn of the server's busy event
// loop, so a separate thread does them at once.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { startBuiltThread } from '#server/child.ts';
import type { Deps } from '#server/deps.ts';
import { type Inspection, readPictureHeader } from '#server/media/picture-header.ts';
import type { StorageConfig } from '#server/storage/connect.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';

interface Intake {
  /** As `inspectFile`. */
  inspect(file: string): Promise<Inspection>;
  /** As `Storage.adopt`. */
  adopt(key: string, file: string): Promise<void>;
}

export interface IntakeRequest {
  id: number;
  method: keyof Intake;
  args: string[];
}
export type IntakeReply = { id: number; result: unknown } | { id: number; error: { message: string; code: unknown } };

const shared = new WeakMap<Deps, Intake>();

/** In development there is no thread, and the server's own does it. */
export function intakeOf(deps: Deps): Intake {
  const made = shared.get(deps);
  if (made) return made;
  const direct = directIntake(deps.storage);
  const { dataDir, s3 } = deps.config;
  const thread = startBuiltThread('intake-thread', { dataDir, s3 } satisfies StorageConfig);
  const intake = thread ? intakeByThread(thread, deps.log, direct, deps.metrics) : direct;
  shared.set(deps, intake);
  return intake;
}

export const directIntake = (storage: Pick<Storage, 'adopt'>): Intake => ({
  inspect: inspectFile,
  adopt: (key, file) => storage.adopt(key, file),
});

/**
 * @param direct does it once the thread has ended, as a thread without memory does
 * @param metrics for the thread's calls of the storage; those of `direct` are measured by the storage itself
 */
export function intakeByThread(
  thread: Worker,
  log: Pick<Logger, 'error'>,
  direct: Intake,
  metrics: Pick<Metrics, 'timeStorage'> | null = null,
): Intake {
  // A server that stops has none under way.
  thread.unref();
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let hasEnded = false;
  const ended = (error: Error) => {
    if (!hasEnded) log.error({ err: error }, 'the thread that takes photos in has ended; the server’s own does it from now on');
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('error', ended);
  thread.on('exit', (code) => ended(new Error(`the thread that takes photos in ended with exit code ${code}`)));
  thread.on('message', (reply: IntakeReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asked?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
    else asked?.resolve(reply.result as never);
  });
  const ask = <Result>(act: keyof Intake, ...given: string[]): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, method: act, args: given } satisfies IntakeRequest);
    });
  return {
    inspect: (file) => (hasEnded ? direct.inspect(file) : ask('inspect', file)),
    adopt(key, file) {
      if (hasEnded) return direct.adopt(key, file);
      return metrics ? metrics.timeStorage('adopt', () => ask('adopt', key, file)) : ask('adopt', key, file);
    },
  };
}

/** Each read waits for a turn of a thread that may be full, so there are few: most headers lie in the first part. */
const PART_BYTES = 1 << 20;

/** Hashes a file and reads its picture header. */
async function inspectFile(file: string): Promise<Inspection> {
  const handle = await open(file, 'r');
  try {
    const readAt = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    const hash = createHash('sha256');
    const first = await readAt(0, PART_BYTES);
    let bytes = 0;
    let crc = 0;
    for (let part = first; part.length > 0; part = await readAt(bytes, PART_BYTES)) {
      hash.update(part);
      crc = crc32(part, crc);
      bytes += part.length;
      if (part.length < PART_BYTES) break;
    }
    const header = await readPictureHeader(async (offset, length) =>
      offset + length <= first.length || first.length === bytes ? first.subarray(offset, offset + length) : readAt(offset, length),
    );
    return { bytes, sha256: hash.digest('hex'), crc32: crc, header };
  } finally {
    await handle.close();
  }
}
