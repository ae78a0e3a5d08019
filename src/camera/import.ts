// Pictures that exist already: picked, or dropped on the page. Each is copied at once (picked files rot under the browser's hands), one at a time.
import { StorageBrokenError, StorageFullError } from '#src/outbox/enqueue.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { exifHeadBytes, readExif } from './exif.ts';
import type { Shot } from './shutter.ts';
import { sniffType } from './sniff.ts';

/** The server's default limit (decisions.md §3.7). Larger ones are refused here, before they fill the phone for nothing. */
export const maxBytes = 50 * 1024 * 1024;

export type RefusalReason = 'too-big' | 'wrong-type' | 'empty' | 'unreadable' | 'storage-full' | 'storage-broken';

export interface Refusal {
  fileName: string;
  reason: RefusalReason;
}

export interface ImportProgress {
  total: number;
  done: number;
  saved: number;
  refused: Refusal[];
}

export interface ImportParts {
  /** Resolves when durable. Throws StorageFullError or StorageBrokenError. */
  keep(shot: Shot, fileName: string): Promise<void>;
  after(shot: Shot): Promise<void>;
  onProgress(progress: ImportProgress): void;
  signal: AbortSignal;
}

/**
 * Takes the files one by one. One that is refused holds up no other; a full storage refuses all that is left.
 * @returns the last progress; when aborted, `done` is less than `total`
 */
export async function importFiles(files: readonly File[], parts: ImportParts): Promise<ImportProgress> {
  let progress: ImportProgress = { total: files.length, done: 0, saved: 0, refused: [] };
  let storage: RefusalReason | null = null;
  for (const file of files) {
    if (parts.signal.aborted) break;
    const reason: RefusalReason | null = storage ?? (await importOne(file, parts));
    if (reason === 'storage-full' || reason === 'storage-broken') storage = reason;
    progress = {
      ...progress,
      done: progress.done + 1,
      saved: progress.saved + (reason ? 0 : 1),
      refused: reason ? [...progress.refused, { fileName: file.name, reason }] : progress.refused,
    };
    parts.onProgress(progress);
  }
  return progress;
}

async function importOne(file: File, parts: ImportParts): Promise<RefusalReason | null> {
  if (file.size === 0) return 'empty';
  if (file.size > maxBytes) return 'too-big';
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return 'unreadable';
  }
  const shot = shotOf(bytes, file.lastModified);
  if (!shot) return 'wrong-type';
  try {
    await parts.keep(shot, file.name);
  } catch (error) {
    if (error instanceof StorageFullError) return 'storage-full';
    if (error instanceof StorageBrokenError) return 'storage-broken';
    throw error;
  }
  await parts.after(shot);
  return null;
}

/** The shot in a file's bytes, or null when it is none of the accepted types. The name and the browser's word for the type are not asked: HEIC often has neither. */
function shotOf(bytes: ArrayBuffer, lastModified: number): Shot | null {
  const head = bytes.slice(0, exifHeadBytes);
  const contentType = sniffType(head);
  if (!contentType) return null;
  const exif = readExif(head);
  const takenAt = exif.takenAt ?? (lastModified > 0 ? lastModified : Date.now());
  return {
    id: uuid7(),
    blob: new Blob([bytes], { type: contentType }),
    contentType,
    // A file that exists already speaks for itself.
    orientation: 0,
    takenAt,
    tzOffset: exif.tzOffset ?? (-new Date(takenAt).getTimezoneOffset() || 0),
  };
}
