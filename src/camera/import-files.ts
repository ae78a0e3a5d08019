// Imports existing pictures, picked or dropped. Each is copied while its file is readable (picked files can become unreadable), hashed,
// checked for duplicates, and stored. Reading is a few files ahead, so that one request covers several files and reading overlaps with
// writing.
import type { TimeZone } from '#src/lib/format.ts';
import { sha256Hex } from '#src/lib/sha256.ts';
import { fromWallTime, utcOffsetAt } from '#src/lib/time-zone.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { DuplicateFileError, StorageFailedError, StorageFullError } from '#src/outbox/enqueue.ts';
import type { ImportRefusal } from '#src/outbox/imports.ts';
import type { ImportedFile, KnownFile } from '#src/outbox/record.ts';
import { pixelsIn, readExif, type TakenAt } from './exif.ts';
import { sniffBytes, sniffType } from './shoot.ts';
import type { Shot } from './shutter.ts';

/** A picked file, or one that another app shared. */
export type ImportFile = Pick<File, 'name' | 'size' | 'lastModified' | 'arrayBuffer'>;

export interface ImportLimits {
  bytes: number;
  pixels: number;
}

/** The server's default limits (docs/product.md, Photos). Larger files are refused here, before they take up space. */
export const defaultLimits: ImportLimits = { bytes: 50 * 1024 * 1024, pixels: 100_000_000 };

/** Read-ahead limits: number of files or bytes, whichever comes first. */
const readAheadFiles = 8;
const readAheadBytes = 24 * 1024 * 1024;

export type ImportOutcome = 'stored' | 'known' | ImportRefusal;

/**
 * The server's answer about these hashes and the time of the request; null without an answer. `awaited` has the photos that the server shows without
 * their original, by hash: these files complete them.
 */
export type KnownHashes = { hashes: ReadonlyMap<string, KnownFile>; awaited: ReadonlyMap<string, string>; askedAt: number } | null;

export interface ImportDeps {
  /** The event's time zone, for cameras that do not record theirs. */
  zone(): TimeZone;
  /** As far as the server has reported them. */
  limits(): ImportLimits;
  /** Asks the server which of these hashes this account already has in the event. */
  ask(hashes: string[]): Promise<KnownHashes>;
  /**
   * Resolves when durable. Transfers `bytes`.
   * @param unlessSince see `ImportedFile`
   * @throws StorageFullError, StorageFailedError or DuplicateFileError
   */
  store(shot: Shot, file: ImportFile, index: number, read: Pick<ImportedFile, 'sha256' | 'bytes' | 'unlessSince'>): Promise<void>;
  /** @param known of a skipped file, its photo on the server */
  onOutcome(index: number, outcome: ImportOutcome, known?: KnownFile): void;
  signal: AbortSignal;
}

interface ReadFile {
  index: number;
  file: ImportFile;
  /** Everything but the blob, which is a second copy of the bytes and created late. */
  shot: Omit<Shot, 'blob'>;
  bytes: ArrayBuffer;
  sha256: string;
}

interface ReadAhead {
  read: (ReadFile | { index: number; refused: ImportRefusal })[];
  next: number;
}

/**
 * Imports the files in order. A refused file does not block others; a full storage refuses all the rest. After an abort the rest has no
 * result.
 * @param evenIfKnown the user wants duplicates
 */
export async function importFiles(files: readonly ImportFile[], evenIfKnown: boolean, parts: ImportDeps): Promise<void> {
  /** Duplicates within one import are stored once, unless duplicates are wanted. */
  const taken = new Set<string>();
  let storage: ImportRefusal | null = null;

  const outcomeOf = async ({ index, file, shot, bytes, sha256 }: ReadFile, known: KnownHashes): Promise<ImportOutcome> => {
    const tooMuch = overLimits(file, pixelsIn(bytes), parts.limits());
    if (tooMuch) return tooMuch;
    if (!evenIfKnown && (taken.has(sha256) || known?.hashes.has(sha256))) return 'known';
    taken.add(sha256);
    // Photos delivered since the request are proven by receipts; without an answer no receipt counts.
    const unlessSince = evenIfKnown ? null : (known?.askedAt ?? Infinity);
    try {
      const blob = new Blob([bytes], { type: shot.contentType });
      await parts.store({ ...shot, id: known?.awaited.get(sha256) ?? shot.id, blob }, file, index, { sha256, bytes, unlessSince });
    } catch (error) {
      if (error instanceof DuplicateFileError) return 'known';
      storage = refusalOf(error);
      return storage;
    }
    return 'stored';
  };

  const settle = async (one: ReadAhead['read'][number], known: KnownHashes) => {
    const outcome = 'refused' in one ? one.refused : (storage ?? (await outcomeOf(one, known)));
    parts.onOutcome(one.index, outcome, outcome === 'known' && 'sha256' in one ? known?.hashes.get(one.sha256) : undefined);
  };
  /** Two are stored at once: one replica is written while the database stores the previous photo. */
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
      last.catch(() => undefined); // handled where it is awaited
    }
    await Promise.all([before, last]);
    if (storage === null) continue;
    // Stops reading once the storage is full.
    for (; next < files.length; next += 1) parts.onOutcome(next, storage);
  }
}

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof StorageFullError) return { reason: 'storage-full' };
  if (error instanceof StorageFailedError) return { reason: 'storage-broken' };
  throw error;
}

function overLimits({ size }: ImportFile, pixels: number | null, limits: ImportLimits): ImportRefusal | null {
  if (size > limits.bytes) return { reason: 'too-big', found: size, most: limits.bytes };
  return pixels !== null && pixels > limits.pixels ? { reason: 'too-many-pixels', found: pixels, most: limits.pixels } : null;
}

async function readAhead(files: readonly ImportFile[], from: number, parts: ImportDeps): Promise<ReadAhead> {
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

async function readFile(file: ImportFile, parts: ImportDeps): Promise<Omit<ReadFile, 'index'> | ImportRefusal> {
  const tooMuch = overLimits(file, null, parts.limits());
  if (tooMuch) return tooMuch;
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { reason: 'unreadable' };
  }
  // A file that vanished or is not readable has no size either.
  if (bytes.byteLength === 0) return { reason: 'empty' };
  const shot = shotOf(bytes, file, parts.zone());
  if (!shot) return { reason: isRaw(file.name) ? 'raw' : 'wrong-type' };
  return { file, shot, bytes, sha256: await sha256Hex(bytes) };
}

const isRaw = (name: string): boolean => /\.(3fr|arw|cr[23w]|dng|iiq|nef|nrw|orf|pef|raf|raw|rw2|srw|x3f)$/i.test(name);

/** The shot for a file's bytes, or null if its type is not accepted. Name and MIME type are ignored: HEIC often has neither. */
function shotOf(bytes: ArrayBuffer, { name, lastModified }: ImportFile, zone: TimeZone): ReadFile['shot'] | null {
  const contentType = sniffType(bytes.slice(0, sniffBytes));
  if (!contentType) return null;
  const exif = readExif(bytes).takenAt ?? exportedAt(name);
  const takenAt = exif ? instantOf(exif, zone) : lastModified > 0 ? lastModified : Date.now();
  return {
    id: uuid7(),
    contentType,
    // An existing file has its own orientation.
    orientation: 0,
    takenAt,
    moment: null,
    tzOffset: exif?.tzOffset ?? Math.round(utcOffsetAt(takenAt, zone) / 60_000),
  };
}

/** The time in the name of an exported photo (ui/export-photos.ts): cameras in browsers write no time into the file. */
function exportedAt(name: string): TakenAt | null {
  const exported = /^photo-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\b.*$/;
  const wall = exported.test(name) ? Date.parse(name.replace(exported, '$1T$2:$3:$4Z')) : NaN;
  return Number.isNaN(wall) ? null : { wall, tzOffset: null };
}

const instantOf = ({ wall, tzOffset }: TakenAt, zone: TimeZone): number =>
  tzOffset === null ? fromWallTime(wall, zone) : wall - tzOffset * 60_000;
