// Pictures that exist already: picked, or dropped on the page. Each is copied while its file is still to be had (picked files rot under the
// browser's hands), hashed, compared with what is in the event, and stored. Reading goes a few files ahead, so that one question to the server
// serves them all and the disk is read while it is written.
import type { TimeZone } from '#src/lib/format.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { fromWallTime, utcOffsetAt } from '#src/lib/time-zone.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { DuplicateFileError, StorageFailedError, StorageFullError } from '#src/outbox/enqueue.ts';
import type { ImportRefusal } from '#src/outbox/imports.ts';
import type { ImportedFile } from '#src/outbox/record.ts';
import { pixelsIn, readExif, type TakenAt } from './exif.ts';
import { sniffBytes, sniffType } from './shoot.ts';
import type { Shot } from './shutter.ts';

export interface ImportLimits {
  bytes: number;
  pixels: number;
}

/** The server's default limits (docs/product.md B3.7). What is larger is refused here, before it fills the phone for nothing. */
export const defaultLimits: ImportLimits = { bytes: 50 * 1024 * 1024, pixels: 100_000_000 };

/** How far reading goes ahead: so many files, or so many bytes, whichever is reached first. */
const readAheadFiles = 8;
const readAheadBytes = 24 * 1024 * 1024;

export type ImportOutcome = 'stored' | 'known' | ImportRefusal;

/** What the server knows of these hashes, and when it was asked; null when it did not answer. */
export type KnownHashes = { hashes: ReadonlySet<string>; askedAt: number } | null;

export interface ImportDeps {
  /** The event's time zone: what cameras show that do not say which clock theirs is. */
  zone(): TimeZone;
  /** As far as the server has told them. */
  limits(): ImportLimits;
  /** Which of these hashes this account has in this event already, as the server says. */
  ask(hashes: string[]): Promise<KnownHashes>;
  /**
   * Resolves when durable. Takes `bytes` away.
   * @param unlessSince see `ImportedFile`
   * @throws StorageFullError, StorageFailedError or DuplicateFileError
   */
  store(shot: Shot, file: File, index: number, read: Pick<ImportedFile, 'sha256' | 'bytes' | 'unlessSince'>): Promise<void>;
  onOutcome(index: number, outcome: ImportOutcome): void;
  signal: AbortSignal;
}

interface ReadFile {
  index: number;
  file: File;
  /** All but the blob, which is another copy of the bytes: made when its turn comes. */
  shot: Omit<Shot, 'blob'>;
  bytes: ArrayBuffer;
  sha256: string;
}

interface ReadAhead {
  read: (ReadFile | { index: number; refused: ImportRefusal })[];
  next: number;
}

/**
 * Takes the files in their order. One that is refused holds up no other; a full storage refuses all that is left. When aborted, the rest has no
 * outcome.
 * @param evenIfKnown the person wants them again
 */
export async function importFiles(files: readonly File[], evenIfKnown: boolean, parts: ImportDeps): Promise<void> {
  /** The same file twice in one import is there once, unless it is wanted twice. */
  const taken = new Set<string>();
  let storage: ImportRefusal | null = null;

  const outcomeOf = async ({ index, file, shot, bytes, sha256 }: ReadFile, known: KnownHashes): Promise<ImportOutcome> => {
    const tooMuch = overLimits(file, pixelsIn(bytes), parts.limits());
    if (tooMuch) return tooMuch;
    if (!evenIfKnown && (taken.has(sha256) || known?.hashes.has(sha256))) return 'known';
    taken.add(sha256);
    // What was delivered since the server was asked is proved by its receipt; without its answer no receipt is proof.
    const unlessSince = evenIfKnown ? null : (known?.askedAt ?? Infinity);
    try {
      const blob = new Blob([bytes], { type: shot.contentType });
      await parts.store({ ...shot, blob }, file, index, { sha256, bytes, unlessSince });
    } catch (error) {
      if (error instanceof DuplicateFileError) return 'known';
      storage = refusalOf(error);
      return storage;
    }
    return 'stored';
  };

  const settle = async (one: ReadAhead['read'][number], known: KnownHashes) =>
    parts.onOutcome(one.index, 'refused' in one ? one.refused : (storage ?? (await outcomeOf(one, known))));
  /** Two are stored at once: the second copy of one is written while the database takes the one before. */
  let [before, last] = [Promise.resolve(), Promise.resolve()];

  let ahead = readAhead(files, 0, parts);
  for (let next = 0; next < files.length && !parts.signal.aborted;) {
    const stretch = await ahead;
    next = stretch.next;
    if (storage === null && next < files.length) ahead = readAhead(files, next, parts);
    const hashes = [...new Set(stretch.read.flatMap((one) => ('sha256' in one ? [one.sha256] : [])))];
    const known = evenIfKnown || hashes.length === 0 ? null : await parts.ask(hashes);
    for (const one of stretch.read) {
      await before;
      if (parts.signal.aborted) break;
      before = last;
      last = settle(one, known);
      last.catch(() => undefined); // told where it is awaited
    }
    await Promise.all([before, last]);
    if (storage === null) continue;
    // Nothing more is read for a storage that takes nothing.
    for (; next < files.length; next += 1) parts.onOutcome(next, storage);
  }
}

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof StorageFullError) return { reason: 'storage-full' };
  if (error instanceof StorageFailedError) return { reason: 'storage-broken' };
  throw error;
}

function overLimits({ size }: File, pixels: number | null, limits: ImportLimits): ImportRefusal | null {
  if (size > limits.bytes) return { reason: 'too-big', found: size, most: limits.bytes };
  return pixels !== null && pixels > limits.pixels ? { reason: 'too-many-pixels', found: pixels, most: limits.pixels } : null;
}

async function readAhead(files: readonly File[], from: number, parts: ImportDeps): Promise<ReadAhead> {
  const stretch: ReadAhead = { read: [], next: from };
  let bytes = 0;
  for (const file of files.slice(from, from + readAheadFiles)) {
    if (bytes >= readAheadBytes || parts.signal.aborted) break;
    const index = stretch.next;
    const read = await readFile(file, parts);
    stretch.next += 1;
    stretch.read.push('reason' in read ? { index, refused: read } : { index, ...read });
    bytes += file.size;
  }
  return stretch;
}

async function readFile(file: File, parts: ImportDeps): Promise<Omit<ReadFile, 'index'> | ImportRefusal> {
  const tooMuch = overLimits(file, null, parts.limits());
  if (tooMuch) return tooMuch;
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { reason: 'unreadable' };
  }
  // A file that vanished or may not be read has no size either.
  if (bytes.byteLength === 0) return { reason: 'empty' };
  const shot = shotOf(bytes, file, parts.zone());
  if (!shot) return { reason: isRaw(file.name) ? 'raw' : 'wrong-type' };
  return { file, shot, bytes, sha256: await sha256Hex(bytes) };
}

const isRaw = (name: string): boolean => /\.(3fr|arw|cr[23w]|dng|iiq|nef|nrw|orf|pef|raf|raw|rw2|srw|x3f)$/i.test(name);

/** The shot in a file's bytes, or null when it is none of the accepted types. The name and the browser's word for the type are not asked: HEIC often has neither. */
function shotOf(bytes: ArrayBuffer, { name, lastModified }: File, zone: TimeZone): ReadFile['shot'] | null {
  const contentType = sniffType(bytes.slice(0, sniffBytes));
  if (!contentType) return null;
  const exif = readExif(bytes).takenAt ?? exportedAt(name);
  const takenAt = exif ? instantOf(exif, zone) : lastModified > 0 ? lastModified : Date.now();
  return {
    id: uuid7(),
    contentType,
    // A file that exists already speaks for itself.
    orientation: 0,
    takenAt,
    moment: null,
    tzOffset: exif?.tzOffset ?? Math.round(utcOffsetAt(takenAt, zone) / 60_000),
  };
}

/** What the export of a shot that waited writes into its name (ui/export-photos.ts): cameras of browsers write no time into the file. */
function exportedAt(name: string): TakenAt | null {
  const exported = /^photo-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\b.*$/;
  const wall = exported.test(name) ? Date.parse(name.replace(exported, '$1T$2:$3:$4Z')) : NaN;
  return Number.isNaN(wall) ? null : { wall, tzOffset: null };
}

const instantOf = ({ wall, tzOffset }: TakenAt, zone: TimeZone): number =>
  tzOffset === null ? fromWallTime(wall, zone) : wall - tzOffset * 60_000;
