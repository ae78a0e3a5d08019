// Second copies and the reserve, as files of the origin's private file system (OPFS). Only a dedicated worker may write them in place and
// flush them to the disk; that needs no database, so it works where the databases have failed.
import { SECOND_COPIES, type WitnessAnswer, type WitnessRequest } from './witness-file.ts';

/** Of https://fs.spec.whatwg.org/; the page's library, under which this compiles too, does not know it. */
interface SyncFile {
  write(data: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  getSize(): number;
  close(): void;
}

const RESERVE = 'outbox-reserve';
const PIECE = 1024 * 1024;
const RANDOM_AT_ONCE = 65_536;

let folder: Promise<FileSystemDirectoryHandle> | null = null;
const copies = () => (folder ??= navigator.storage.getDirectory().then((root) => root.getDirectoryHandle(SECOND_COPIES, { create: true })));

async function openIn(directory: FileSystemDirectoryHandle, name: string): Promise<SyncFile> {
  const file = await directory.getFileHandle(name, { create: true });
  return (file as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
}

/** Tells twice: when the bytes have found room, and when they are on the disk. */
async function write(request: Extract<WitnessRequest, { op: 'write' }>): Promise<void> {
  const file = await openIn(await copies(), request.name);
  try {
    let at = 0;
    for (const part of request.parts) {
      const data = new Uint8Array(part);
      if (file.write(data, { at }) !== data.length) throw new DOMException('cut short', 'QuotaExceededError');
      at += data.length;
    }
    file.truncate(at);
    answer({ id: request.id, done: 'written' });
    file.flush();
  } catch (error) {
    // Emptied, not removed: removing writes to the file system's own database, which has no room either.
    file.truncate(0);
    throw error;
  } finally {
    file.close();
  }
}

/** Noise: a file system that compresses would keep no room with anything else. */
const noise = (() => {
  let piece: Uint8Array<ArrayBuffer> | null = null;
  return () => {
    if (piece) return piece;
    piece = new Uint8Array(PIECE);
    for (let at = 0; at < PIECE; at += RANDOM_AT_ONCE) crypto.getRandomValues(piece.subarray(at, at + RANDOM_AT_ONCE));
    return piece;
  };
})();

/** Makes the reserve this long. Where there is no room for that it is given up altogether. */
async function reserve(size: number): Promise<void> {
  const file = await openIn(await navigator.storage.getDirectory(), RESERVE);
  try {
    let at = file.getSize();
    if (at > size) file.truncate(size);
    while (at < size) {
      const data = noise().subarray(0, Math.min(PIECE, size - at));
      if (file.write(data, { at }) !== data.length) throw new DOMException('cut short', 'QuotaExceededError');
      at += data.length;
      file.flush();
      await new Promise((resolve) => setTimeout(resolve)); // a photo goes first
    }
    file.flush();
  } catch (error) {
    file.truncate(0);
    file.flush();
    throw error;
  } finally {
    file.close();
  }
}

const answer = (said: WitnessAnswer) => postMessage(said);

async function serve(request: WitnessRequest): Promise<void> {
  try {
    if (request.op === 'write') await write(request);
    else await reserve(request.size);
    answer({ id: request.id, done: 'durable' });
  } catch (error) {
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) };
    answer({ id: request.id, error: { name, message } });
  }
}

let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<WitnessRequest>) => {
  if (data.op === 'write') void serve(data);
  else last = last.then(() => serve(data));
});
