import type { QuarterTurn } from './orientation.ts';

// The three facts the app needs of EXIF, read from the first part of a file: orientation, and when it was taken. TIFF layout and tag numbers
// as in CIPA DC-008 (Exif 2.32).

export interface ExifFacts {
  /** 1..8, null when the file does not say. */
  orientation: number | null;
  /** Where the orientation's two bytes lie in the file, and their byte order; for `turnInside`. */
  orientationAt: { offset: number; littleEndian: boolean } | null;
  /** When the picture was taken, in ms since 1970; null when the file does not say. */
  takenAt: number | null;
  /** Minutes east of UTC where the file says so, else null (then `takenAt` was read as this device's local time). */
  tzOffset: number | null;
}

/** As much of a file's head as can hold the metadata of a JPEG (one segment is at most 64 KiB) or of a HEIC from a phone. */
export const exifHeadBytes = 256 * 1024;

const nothing: ExifFacts = { orientation: null, orientationAt: null, takenAt: null, tzOffset: null };

/** Reads what is there; damaged metadata reads as none. */
export function readExif(head: ArrayBuffer): ExifFacts {
  const view = new DataView(head);
  const start = tiffStart(view);
  if (start === null) return nothing;
  try {
    return readTiff(view, start);
  } catch (error) {
    // Offsets that point outside the file: a damaged block is no reason to refuse the picture.
    if (error instanceof RangeError) return nothing;
    throw error;
  }
}

/** Where the TIFF header begins: in JPEG's APP1, else (HEIC, AVIF, WebP, PNG) behind the first mark that looks like it. */
function tiffStart(view: DataView): number | null {
  if (view.byteLength > 4 && view.getUint16(0) === 0xffd8) {
    let at = 2;
    while (at + 10 <= view.byteLength && view.getUint8(at) === 0xff) {
      const marker = view.getUint8(at + 1);
      if (marker === 0xda || marker === 0xd9) return null;
      if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) return at + 10;
      at += 2 + view.getUint16(at + 2);
    }
    return null;
  }
  for (let at = 0; at + 10 < view.byteLength; at++) {
    const word = view.getUint32(at);
    if (word === 0x45786966 && view.getUint16(at + 4) === 0 && isTiff(view, at + 6)) return at + 6; // Exif\0\0
    if ((word === 0x45584946 && isTiff(view, at + 8)) || (word === 0x65584966 && isTiff(view, at + 4)))
      return at + (word === 0x45584946 ? 8 : 4); // WebP EXIF, PNG eXIf
  }
  return null;
}

function isTiff(view: DataView, at: number): boolean {
  if (at + 4 > view.byteLength) return false;
  const magic = view.getUint32(at);
  return magic === 0x49492a00 || magic === 0x4d4d002a;
}

function readTiff(view: DataView, start: number): ExifFacts {
  const le = view.getUint16(start) === 0x4949;
  const u16 = (at: number) => view.getUint16(at, le);
  const u32 = (at: number) => view.getUint32(at, le);
  const facts: ExifFacts = { ...nothing };
  const texts = new Map<number, string>();
  const readDirectory = (at: number): number | null => {
    let exifAt: number | null = null;
    const count = u16(at);
    for (let i = 0; i < count; i++) {
      const entry = at + 2 + i * 12;
      const tag = u16(entry);
      if (tag === 0x0112 && u16(entry + 2) === 3) {
        const value = u16(entry + 8);
        if (value >= 1 && value <= 8) {
          facts.orientation = value;
          facts.orientationAt = { offset: entry + 8, littleEndian: le };
        }
      } else if (tag === 0x8769) exifAt = start + u32(entry + 8);
      else if (textTags.has(tag) && u16(entry + 2) === 2) texts.set(tag, ascii(view, entry, start, u32));
    }
    return exifAt;
  };
  const exifAt = readDirectory(start + u32(start + 4));
  if (exifAt !== null) readDirectory(exifAt);
  const tzOffset = minutesOf(texts.get(0x9011) ?? texts.get(0x9010));
  return { ...facts, tzOffset, takenAt: instantOf(texts.get(0x9003), texts.get(0x9291), tzOffset) };
}

// DateTimeOriginal, OffsetTime, OffsetTimeOriginal, SubSecTimeOriginal.
const textTags = new Set([0x9003, 0x9010, 0x9011, 0x9291]);

function ascii(view: DataView, entry: number, start: number, u32: (at: number) => number): string {
  const length = Math.min(u32(entry + 4), 64);
  const at = length <= 4 ? entry + 8 : start + u32(entry + 8);
  let text = '';
  for (let i = 0; i < length; i++) {
    const byte = view.getUint8(at + i);
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text.trim();
}

function minutesOf(offset: string | undefined): number | null {
  if (offset === 'Z') return 0;
  const parts = offset?.match(/^([+-])(\d\d):(\d\d)$/);
  if (!parts) return null;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return minutes > 840 ? null : parts[1] === '-' ? -minutes : minutes;
}

function instantOf(text: string | undefined, subSeconds: string | undefined, tzOffset: number | null): number | null {
  const parts = text
    ?.match(/^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)$/)
    ?.slice(1)
    .map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // Cameras whose clock was never set write zeros, or the year they were made in.
  if (year < 1990 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const ms = subSeconds && /^\d+$/.test(subSeconds) ? Math.floor(Number(`0.${subSeconds}`) * 1000) : 0;
  if (tzOffset === null) return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - tzOffset * 60_000;
}

const turnOf: Record<number, QuarterTurn> = { 1: 0, 6: 90, 3: 180, 8: 270 };
const valueOf: Record<QuarterTurn, number> = { 0: 1, 90: 6, 180: 3, 270: 8 };

/**
 * The EXIF value after a further turn, clockwise; null for mirrored values (2, 4, 5, 7), which cameras do not write.
 */
export function turned(value: number, turn: QuarterTurn): number | null {
  const before = turnOf[value];
  if (before === undefined) return null;
  const sum = (before + turn) % 360;
  return valueOf[sum === 90 || sum === 180 || sum === 270 ? sum : 0];
}

/** The same file turned further by its EXIF, nothing decoded: two bytes change. Null when it says nothing of its orientation; itself when it is mirrored. */
export async function turnInside(blob: Blob, turn: QuarterTurn): Promise<Blob | null> {
  const { orientation, orientationAt: at } = readExif(await blob.slice(0, exifHeadBytes).arrayBuffer());
  if (orientation === null || at === null) return null;
  const value = turned(orientation, turn);
  if (value === null) return blob;
  const bytes = at.littleEndian ? [value, 0] : [0, value];
  return new Blob([blob.slice(0, at.offset), new Uint8Array(bytes), blob.slice(at.offset + 2)], { type: blob.type });
}
