// The bytes of a ZIP file of stored entries, as a pure function of its list of entries. Names, sizes and checksums are known before the first byte, so
// the length is exact and any range can be produced alone. Nothing is kept per entry: every part is made when its turn comes.
//
//   local header, file   of each entry, in order
//   _missing.txt         with its local header, if photos are missing; otherwise zeros
//   zeros                what the two lists leave of the room that is reserved for the longest of both
//   central directory    of the entries that are there, up to the end records, so that it begins later if entries are missing
//   end records          Zip64 if the plan needs it
//
// The length and all offsets stay the same when photos turn out to be missing: their files become zeros that no directory entry refers to.
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  name: string;
  bytes: number;
  crc32: number;
  modifiedAt: Date;
  /** Minutes from UTC to the wall clock that the classic time stamp shows. */
  utcOffset: number;
}

/** An entry with the position of its local header. */
export interface PlacedEntry extends ZipEntry {
  offset: number;
}

/** What the length of an archive depends on. Kept instead of the entries. */
export interface ZipTotals {
  entries: number;
  /** Bytes of all local headers and files. */
  entriesBytes: number;
  /** Bytes of all records in the central directory. */
  directoryBytes: number;
  /** Bytes of a list of all names. */
  namesBytes: number;
}

export interface ZipArchive extends ZipTotals {
  /** The time of `_missing.txt`. */
  createdAt: Date;
  utcOffset: number;
}

/** Where the entries come from. Each call starts a new pass, in order. */
export interface ZipSource<Entry extends PlacedEntry> {
  /** From the entry that contains this byte. */
  entriesFrom(offset: number): AsyncIterable<Entry>;
  /** In batches. The two lists are decided when either is first asked for, and never change again. */
  missing(): AsyncIterable<readonly Entry[]>;
  present(): AsyncIterable<readonly Entry[]>;
}

export type ZipPart<Entry> =
  | { kind: 'bytes'; bytes: Buffer }
  /** Bytes of the entry's file, `end` excluded. */
  | { kind: 'file'; entry: Entry; start: number; end: number }
  | { kind: 'zeros'; length: number };

export const MISSING_NAME = '_missing.txt';
/** Another one must be as long: the lengths of archives that were prepared before count it. */
const MISSING_INTRO = Buffer.from('These photos were deleted, unreadable, or their originals had not arrived:\r\n\r\n');
const LINE_END = '\r\n';
const linesOf = (batch: readonly { name: string }[]): Buffer => Buffer.from(batch.map(({ name }) => name + LINE_END).join(''));

export const emptyTotals: ZipTotals = { entries: 0, entriesBytes: 0, directoryBytes: 0, namesBytes: 0 };

/** Places an entry behind those of `totals`. */
export function placeEntry(totals: ZipTotals, entry: Pick<ZipEntry, 'name' | 'bytes'>): { offset: number; totals: ZipTotals } {
  const offset = totals.entriesBytes;
  return {
    offset,
    totals: {
      entries: totals.entries + 1,
      entriesBytes: offset + localHeaderBytes(entry) + entry.bytes,
      directoryBytes: totals.directoryBytes + recordBytes({ ...entry, offset }),
      namesBytes: totals.namesBytes + Buffer.byteLength(entry.name) + LINE_END.length,
    },
  };
}

/** The length of the whole archive. */
export const archiveBytes = (archive: ZipTotals): number => archive.entriesBytes + tailOf(archive).length;

/**
 * The parts of a range.
 * @param range `end` is included, as in HTTP
 */
export async function* zipParts<Entry extends PlacedEntry>(
  archive: ZipArchive,
  source: ZipSource<Entry>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<ZipPart<Entry>> {
  if (start < archive.entriesBytes) {
    for await (const entry of source.entriesFrom(start)) {
      if (entry.offset > end) return;
      const header = localHeaderOf(entry);
      const parts: ZipPart<Entry>[] = [
        { kind: 'bytes', bytes: header },
        { kind: 'file', entry, start: 0, end: entry.bytes },
      ];
      yield* clipped(parts, entry.offset, { start, end });
    }
  }
  if (end >= archive.entriesBytes) yield* clipped(tailParts(archive, source), archive.entriesBytes, { start, end });
}

/** The room behind the entries. */
function tailOf({ entries, entriesBytes, directoryBytes, namesBytes }: ZipTotals) {
  const missingFile = { name: MISSING_NAME, bytes: 0, offset: entriesBytes };
  const listed = localHeaderBytes(missingFile) + MISSING_INTRO.length + namesBytes;
  const directory = directoryBytes + recordBytes(missingFile);
  const plain = listed + directory + END_BYTES;
  const isZip64 = entries + 1 >= MAX_16 || entriesBytes + plain >= MAX_32;
  return { directoryEnd: listed + directory, isZip64, length: plain + (isZip64 ? ZIP64_END_BYTES : 0) };
}

async function* tailParts<Entry extends PlacedEntry>(archive: ZipArchive, source: ZipSource<Entry>): AsyncGenerator<ZipPart<never>> {
  const { directoryEnd, isZip64 } = tailOf(archive);
  let count = 0;
  let crc = crc32(MISSING_INTRO);
  let textBytes = MISSING_INTRO.length;
  let recordsBytes = 0;
  for await (const batch of source.missing()) {
    const lines = linesOf(batch);
    count += batch.length;
    crc = crc32(lines, crc);
    textBytes += lines.length;
    for (const entry of batch) recordsBytes += recordBytes(entry);
  }

  const { createdAt: modifiedAt, utcOffset, entriesBytes: offset } = archive;
  const list: PlacedEntry = { name: MISSING_NAME, bytes: textBytes, crc32: crc, modifiedAt, utcOffset, offset };
  let written = 0;
  if (count > 0) {
    const header = localHeaderOf(list);
    written = header.length + textBytes;
    yield { kind: 'bytes', bytes: header };
    yield { kind: 'bytes', bytes: MISSING_INTRO };
    for await (const batch of source.missing()) yield { kind: 'bytes', bytes: linesOf(batch) };
  }

  const directoryBytes = archive.directoryBytes - recordsBytes + (count > 0 ? recordBytes(list) : 0);
  const gap = directoryEnd - directoryBytes - written;
  if (gap > 0) yield { kind: 'zeros', length: gap };
  for await (const batch of source.present()) yield { kind: 'bytes', bytes: Buffer.concat(batch.map(recordOf)) };
  if (count > 0) yield { kind: 'bytes', bytes: recordOf(list) };
  const entries = archive.entries - count + (count > 0 ? 1 : 0);
  const directoryAt = archive.entriesBytes + directoryEnd - directoryBytes;
  yield { kind: 'bytes', bytes: endRecords({ entries, bytes: directoryBytes, offset: directoryAt }, isZip64) };
}

/** What lies in the range of parts that follow each other from `at`. */
async function* clipped<Entry>(
  parts: Iterable<ZipPart<Entry>> | AsyncIterable<ZipPart<Entry>>,
  at: number,
  { start, end }: { start: number; end: number },
): AsyncGenerator<ZipPart<Entry>> {
  let position = at;
  for await (const part of parts) {
    if (position > end) return;
    const length = lengthOf(part);
    const from = Math.max(start - position, 0);
    const to = Math.min(end + 1 - position, length);
    position += length;
    if (from < to) yield cut(part, from, to);
  }
}

const lengthOf = (part: ZipPart<unknown>): number =>
  part.kind === 'bytes' ? part.bytes.length : part.kind === 'zeros' ? part.length : part.end - part.start;

function cut<Entry>(part: ZipPart<Entry>, from: number, to: number): ZipPart<Entry> {
  if (part.kind === 'bytes') return { kind: 'bytes', bytes: part.bytes.subarray(from, to) };
  if (part.kind === 'zeros') return { kind: 'zeros', length: to - from };
  return { ...part, start: part.start + from, end: part.start + to };
}

// --- Records, by APPNOTE.TXT 6.3.10 of PKWARE

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const LOCAL_HEADER_BYTES = 30;
const RECORD_BYTES = 46;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56 + 20;
/** With an id and a length of two bytes each. The local header's has no more than the time of modification either. */
const TIME_EXTRA_BYTES = 4 + 5;

/** 2.0, or 4.5 for Zip64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made on Unix, whose external attributes have the mode. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const MODE = 0o100644 * 0x1_0000;
/** Names are UTF-8. */
const FLAGS = 0x0800;

type Sized = Pick<PlacedEntry, 'name' | 'bytes'>;

const isLarge = ({ bytes }: Sized): boolean => bytes >= MAX_32;
const isFar = ({ offset }: { offset: number }): boolean => offset >= MAX_32;

const localHeaderBytes = (entry: Sized): number =>
  LOCAL_HEADER_BYTES + Buffer.byteLength(entry.name) + TIME_EXTRA_BYTES + (isLarge(entry) ? 4 + 16 : 0);

function recordBytes(entry: Sized & { offset: number }): number {
  const zip64 = (isLarge(entry) ? 16 : 0) + (isFar(entry) ? 8 : 0);
  return RECORD_BYTES + Buffer.byteLength(entry.name) + TIME_EXTRA_BYTES + (zip64 > 0 ? 4 + zip64 : 0);
}

function localHeaderOf(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(localHeaderBytes(entry));
  const size = Math.min(entry.bytes, MAX_32);
  const nameBytes = Buffer.byteLength(entry.name);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(header, 4, entry, isLarge(entry) ? VERSION_ZIP64 : VERSION);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(nameBytes, 26);
  header.writeUInt16LE(header.length - LOCAL_HEADER_BYTES - nameBytes, 28);
  header.write(entry.name, LOCAL_HEADER_BYTES);
  const at = writeTimeExtra(header, LOCAL_HEADER_BYTES + nameBytes, entry);
  if (isLarge(entry)) writeZip64Extra(header, at, [entry.bytes, entry.bytes]);
  return header;
}

function recordOf(entry: PlacedEntry): Buffer {
  const record = Buffer.alloc(recordBytes(entry));
  const size = Math.min(entry.bytes, MAX_32);
  const nameBytes = Buffer.byteLength(entry.name);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  writeCommon(record, 6, entry, isLarge(entry) || isFar(entry) ? VERSION_ZIP64 : VERSION);
  record.writeUInt32LE(size, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(nameBytes, 28);
  record.writeUInt16LE(record.length - RECORD_BYTES - nameBytes, 30);
  record.writeUInt32LE(MODE, 38);
  record.writeUInt32LE(Math.min(entry.offset, MAX_32), 42);
  record.write(entry.name, RECORD_BYTES);
  const at = writeTimeExtra(record, RECORD_BYTES + nameBytes, entry);
  const large = [...(isLarge(entry) ? [entry.bytes, entry.bytes] : []), ...(isFar(entry) ? [entry.offset] : [])];
  if (large.length > 0) writeZip64Extra(record, at, large);
  return record;
}

/** The fields that both headers have, from the needed version to the checksum. */
function writeCommon(header: Buffer, at: number, entry: ZipEntry, version: number): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(FLAGS, at + 2);
  const { date, time } = wallClockOf(entry);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
}

/** In steps of two seconds, from 1980 to 2107. */
function wallClockOf({ modifiedAt, utcOffset }: ZipEntry): { date: number; time: number } {
  const local = new Date(modifiedAt.getTime() + utcOffset * 60_000);
  const year = local.getUTCFullYear();
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 };
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: 0 };
  return {
    date: ((year - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
    time: (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
  };
}

/** The extended time stamp, in UTC and whole seconds. @returns the position behind it */
function writeTimeExtra(header: Buffer, at: number, { modifiedAt }: ZipEntry): number {
  header.writeUInt16LE(0x5455, at);
  header.writeUInt16LE(TIME_EXTRA_BYTES - 4, at + 2);
  header.writeUInt8(1, at + 4);
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  header.writeInt32LE(Math.min(Math.max(seconds, -0x8000_0000), 0x7fff_ffff), at + 5);
  return at + TIME_EXTRA_BYTES;
}

function writeZip64Extra(header: Buffer, at: number, values: readonly number[]): void {
  header.writeUInt16LE(0x0001, at);
  header.writeUInt16LE(values.length * 8, at + 2);
  values.forEach((value, index) => header.writeBigUInt64LE(BigInt(value), at + 4 + index * 8));
}

function endRecords(directory: { entries: number; bytes: number; offset: number }, isZip64: boolean): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x0605_4b50, 0);
  const entries = isZip64 ? MAX_16 : directory.entries;
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(isZip64 ? MAX_32 : directory.bytes, 12);
  end.writeUInt32LE(isZip64 ? MAX_32 : directory.offset, 16);
  if (!isZip64) return end;

  const zip64 = Buffer.alloc(ZIP64_END_BYTES);
  zip64.writeUInt32LE(0x0606_4b50, 0);
  // Without the first twelve bytes.
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(MADE_BY, 12);
  zip64.writeUInt16LE(VERSION_ZIP64, 14);
  zip64.writeBigUInt64LE(BigInt(directory.entries), 24);
  zip64.writeBigUInt64LE(BigInt(directory.entries), 32);
  zip64.writeBigUInt64LE(BigInt(directory.bytes), 40);
  zip64.writeBigUInt64LE(BigInt(directory.offset), 48);
  zip64.writeUInt32LE(0x0706_4b50, 56);
  zip64.writeBigUInt64LE(BigInt(directory.offset + directory.bytes), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
}
