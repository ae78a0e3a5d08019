import type { QuarterTurn } from './orientation.ts';

// Reads the metadata that the app needs: orientation and capture time. TIFF layout and tags as in CIPA DC-008 (Exif 2.32), XMP as in ISO
// 16684-1, HEIF items as in ISO/IEC 14496-12. exifr, which the server uses, reads no WebP, finds no XMP in HEIF, skips some HEIC brands,
// and does not fit into the precache.

/** The wall time of the camera when the picture was taken. */
export interface TakenAt {
  /** The wall time as ms since 1970 of a UTC clock. */
  wall: number;
  /** Minutes east of UTC; null if unknown. */
  tzOffset: number | null;
}

export interface ExifFacts {
  /** 1..8, null if unknown. */
  orientation: number | null;
  /** Position and byte order of the orientation value, for `rotateByExif`. */
  orientationAt: { offset: number; littleEndian: boolean } | null;
  /** Null if unknown. */
  takenAt: TakenAt | null;
}

/** Enough of a file's head for the metadata of a picture from a browser's camera. */
const headBytes = 256 * 1024;

/** More metadata blocks than any camera writes. */
const maxBlocks = 16;
/** Limit for a block of XMP: beyond it are embedded pictures or edit history. */
const maxXmpBytes = 1024 * 1024;

/** Reads the metadata wherever it is in the file; damaged metadata counts as missing. */
export function readExif(file: ArrayBuffer): ExifFacts {
  const facts: ExifFacts = { orientation: null, orientationAt: null, takenAt: null };
  const dates = new Map<number, string>();
  const xmp: string[] = [];
  ignoreRangeError(() => {
    for (const block of blocksIn(new DataView(file))) {
      const start = tiffStart(block);
      if (start === null) xmp.push(textOf(block, 0, maxXmpBytes));
      else ignoreRangeError(() => readTiff(part(block, start), block.buffer === file, facts, dates));
    }
  });
  return { ...facts, takenAt: takenAtOf(dates, xmp) };
}

/** The number of pixels by the header; null if damaged. Decodes nothing. */
export function pixelsIn(bytes: ArrayBuffer): number | null {
  const file = new DataView(bytes);
  let pixels = 0;
  ignoreRangeError(() => {
    if (file.getUint16(0) === 0xffd8) {
      for (const { marker, body } of segmentsIn(file)) {
        // Frame headers are C0 to CF without C4 (Huffman tables), C8 (reserved) and CC (arithmetic coding).
        if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) pixels = body.getUint16(1) * body.getUint16(3);
        if (pixels > 0) return;
      }
    } else if (textOf(file, 4, 4) === 'ftyp') {
      for (const properties of metaOf(file).filter(({ type }) => type === 'iprp')) {
        for (const container of boxesIn(properties.body, 0)) {
          if (container.type !== 'ipco') continue;
          for (const { type, body } of boxesIn(container.body, 0)) {
            // Of a tiled image the whole is the largest.
            if (type === 'ispe') pixels = Math.max(pixels, body.getUint32(4) * body.getUint32(8));
          }
        }
      }
    } else if (textOf(file, 1, 3) === 'PNG') pixels = file.getUint32(16) * file.getUint32(20);
    else if (textOf(file, 8, 4) === 'WEBP') pixels = webpPixels(file);
  });
  return pixels || null;
}

function webpPixels(file: DataView): number {
  const bits = file.getUint32(21, true);
  switch (textOf(file, 12, 4)) {
    case 'VP8 ':
      return (file.getUint16(26, true) & 0x3fff) * (file.getUint16(28, true) & 0x3fff);
    case 'VP8L':
      return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
    case 'VP8X':
      return ((file.getUint32(24, true) & 0xffffff) + 1) * ((file.getUint32(26, true) >>> 8) + 1);
    default:
      return 0;
  }
}

/** Offsets outside the file end the reading: damaged metadata is no reason to refuse the picture. */
function ignoreRangeError(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** @throws RangeError if it begins outside */
const part = (view: DataView, start: number, length = Infinity): DataView =>
  new DataView(view.buffer, view.byteOffset + start, Math.min(length, view.byteLength - start));

/** Bytes as Latin-1: the search is for ASCII. */
function textOf(view: DataView, start: number, length: number): string {
  const { buffer, byteOffset, byteLength } = part(view, start, length);
  return new TextDecoder('latin1').decode(new Uint8Array(buffer, byteOffset, byteLength));
}

/** The EXIF and XMP blocks of a file, EXIF including any prefix of its TIFF header. */
function* blocksIn(file: DataView): Generator<DataView> {
  if (file.getUint16(0) === 0xffd8) yield* inJpeg(file);
  else if (textOf(file, 4, 4) === 'ftyp') yield* inIsoMedia(file);
  else if (textOf(file, 8, 4) === 'WEBP') yield* inChunks(file, 12, true);
  else if (textOf(file, 1, 3) === 'PNG') yield* inChunks(file, 8, false);
}

/** Offset of the TIFF header; null in XMP. */
function tiffStart(block: DataView): number | null {
  for (let at = 0; at <= 16 && at + 4 <= block.byteLength; at++) {
    const magic = block.getUint32(at);
    if (magic === 0x49492a00 || magic === 0x4d4d002a) return at;
  }
  return null;
}

function* inJpeg(file: DataView): Generator<DataView> {
  for (const { marker, body } of segmentsIn(file)) {
    if (marker === 0xe1 && /^Exif|^http:\/\/ns\.adobe\.com\/xap/.test(textOf(body, 0, 24))) yield body;
  }
}

/** JPEG segments before the image data. */
function* segmentsIn(file: DataView): Generator<{ marker: number; body: DataView }> {
  for (let at = 2; ;) {
    const marker = file.getUint8(at + 1);
    if (file.getUint8(at) !== 0xff || marker === 0xff || marker === 0) {
      // Stray bytes between segments, which decoders skip too.
      at += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return;
    const length = file.getUint16(at + 2);
    yield { marker, body: part(file, at + 4, length - 2) };
    at += 2 + length;
  }
}

/** Chunks of WebP (type first, padded to even lengths) or PNG. */
function* inChunks(file: DataView, start: number, isWebp: boolean): Generator<DataView> {
  for (let at = start; at + 8 <= file.byteLength;) {
    const length = file.getUint32(isWebp ? at + 4 : at, isWebp);
    const name = textOf(file, isWebp ? at : at + 4, 4);
    if (/^(EXIF|XMP |eXIf)$/.test(name) || (name === 'iTXt' && textOf(file, at + 8, 17) === 'XML:com.adobe.xmp'))
      yield part(file, at + 8, length);
    at += 8 + length + (isWebp ? length % 2 : 4);
  }
}

function* boxesIn(view: DataView, start: number): Generator<{ type: string; body: DataView }> {
  for (let at = start; at + 8 <= view.byteLength;) {
    const short = view.getUint32(at);
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short || view.byteLength - at;
    if (length < head) return;
    yield { type: textOf(view, at + 4, 4), body: part(view, at + head, length - head) };
    at += length;
  }
}

/** The parts of a HEIC or AVIF directory. */
function metaOf(file: DataView): { type: string; body: DataView }[] {
  for (const { type, body } of boxesIn(file, 0)) {
    // A full box: version and flags first.
    if (type === 'meta') return [...boxesIn(body, 4)];
  }
  return [];
}

/** HEIC and AVIF: the items that may have metadata, wherever their bytes are. */
function* inIsoMedia(file: DataView): Generator<DataView> {
  const boxes = new Map(metaOf(file).map(({ type, body }) => [type, body]));
  const [infos, locations] = [boxes.get('iinf'), boxes.get('iloc')];
  if (!infos || !locations) return;
  const ids = new Set<number>();
  for (const { body } of boxesIn(infos, infos.getUint8(0) === 0 ? 6 : 8)) {
    const read = reader(body, 0);
    const version = read(1);
    read(3);
    const id = read(version < 3 ? 2 : 4);
    read(2);
    if (version >= 2 && ['Exif', 'mime'].includes(textOf(body, version < 3 ? 8 : 10, 4))) ids.add(id);
  }
  yield* itemsAt(locations, ids, [file, boxes.get('idat')]);
}

/** Returns a reader of consecutive numbers with the given byte size; it skips `skip` bytes first. */
function reader(view: DataView, start: number): (bytes: number, skip?: number) => number {
  let at = start;
  return (bytes, skip = 0) => {
    at += skip;
    let value = 0;
    for (let read = 0; read < bytes; read++, at++) value = value * 256 + view.getUint8(at);
    return value;
  };
}

/** @param places by construction method: the file, and the `idat` box if any */
function* itemsAt(iloc: DataView, ids: ReadonlySet<number>, places: readonly (DataView | undefined)[]): Generator<DataView> {
  const read = reader(iloc, 0);
  const version = read(1);
  const sizes = read(2, 3);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  let blocks = 0;
  for (let items = read(idBytes); items > 0 && blocks < maxBlocks; items--) {
    const id = read(idBytes);
    const place = places[version === 0 ? 0 : read(2) & 15];
    const base = read(baseBytes, 2);
    const extents = read(2);
    if (!place || !ids.has(id)) {
      read(0, extents * (indexBytes + offsetBytes + lengthBytes));
      continue;
    }
    const parts: DataView[] = [];
    for (let extent = 0; extent < extents; extent++) {
      const start = base + read(offsetBytes, indexBytes);
      const length = read(lengthBytes);
      if (parts.length < maxBlocks) parts.push(part(place, start, length || Infinity));
    }
    blocks += 1;
    const [whole] = parts;
    if (whole) yield parts.length === 1 ? whole : concatViews(parts);
  }
}

function concatViews(parts: readonly DataView[]): DataView {
  const bytes = parts.flatMap(({ buffer, byteOffset, byteLength }) => [
    ...new Uint8Array(buffer, byteOffset, Math.min(byteLength, maxXmpBytes)),
  ]);
  return new DataView(new Uint8Array(bytes).buffer);
}

/** Dates and offsets: DateTime, DateTimeOriginal, DateTimeDigitized, their OffsetTime and SubSecTime. */
const dateTags = new Set([0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292]);

/** @param inFile whether the view is on the file itself, not on a copy of parts */
function readTiff(view: DataView, inFile: boolean, facts: ExifFacts, dates: Map<number, string>): void {
  const le = view.getUint16(0) === 0x4949;
  const u16 = (at: number) => view.getUint16(at, le);
  const u32 = (at: number) => view.getUint32(at, le);
  const readDirectory = (at: number): number | null => {
    let exifAt: number | null = null;
    const count = u16(at);
    for (let i = 0; i < count; i++) {
      const entry = at + 2 + i * 12;
      const [tag, type] = [u16(entry), u16(entry + 2)];
      if (tag === 0x0112 && type === 3 && facts.orientation === null) {
        const value = u16(entry + 8);
        if (value >= 1 && value <= 8) {
          facts.orientation = value;
          facts.orientationAt = inFile ? { offset: view.byteOffset + entry + 8, littleEndian: le } : null;
        }
      } else if (tag === 0x8769) exifAt = u32(entry + 8);
      else if (dateTags.has(tag) && (type === 2 || type === 7)) {
        const length = u32(entry + 4);
        const start = length <= 4 ? entry + 8 : u32(entry + 8);
        view.getUint8(start + Math.min(length, 32) - 1);
        const text = textOf(view, start, Math.min(length, 32)).replace(/\0.*/s, '').trim();
        if (!dates.has(tag)) dates.set(tag, text);
      }
    }
    return exifAt;
  };
  const exifAt = readDirectory(u32(4));
  if (exifAt !== null) readDirectory(exifAt);
}

/**
 * The best capture time. An invalid date, as of a clock that was never set, is not replaced by the date of the last edit.
 */
function takenAtOf(dates: ReadonlyMap<number, string>, xmp: readonly string[]): TakenAt | null {
  const exif = (tag: number, offset: number, subSeconds: number) => {
    const text = dates.get(tag);
    return text === undefined ? null : parseDateTime(`${text}.${/^\d+/.exec(dates.get(subSeconds) ?? '')?.[0] ?? '0'}`, dates.get(offset));
  };
  const xmpDate = (...names: string[]) => {
    for (const name of names) {
      const property = new RegExp(`:${name}\\s*(?:=\\s*["']|>)\\s*([^"'<]{4,40})`);
      for (const text of xmp) {
        const [, date = '', zone] = /^([^Z+]*?)(Z|[+-]\d\d:?\d\d)?$/.exec(property.exec(text)?.[1]?.trim() ?? '') ?? [];
        const found = parseDateTime(date, zone);
        if (found) return found;
      }
    }
    return null;
  };
  return (
    exif(0x9003, 0x9011, 0x9291) ??
    xmpDate('DateTimeOriginal', 'DateCreated') ??
    exif(0x9004, 0x9012, 0x9292) ??
    (dates.has(0x9003) || dates.has(0x9004) ? null : (xmpDate('CreateDate') ?? exif(0x0132, 0x9010, 0x9290) ?? xmpDate('GPSTimeStamp')))
  );
}

/** @param offset "+02:00"; an invalid one means an unknown zone */
function parseDateTime(text: string, offset: string | undefined): TakenAt | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?(\.\d+)?$/.exec(text)?.slice(1);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0] = parts.map((part) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, Math.min(999, Math.round(fraction * 1000)));
  // Cameras without a set clock write zeros, or their year of manufacture.
  const isDate = year >= 1990 && new Date(wall).getUTCDate() === day && month >= 1 && month <= 12 && hour < 24 && minute < 60;
  return isDate ? { wall, tzOffset: minutesOf(offset) } : null;
}

function minutesOf(offset: string | undefined): number | null {
  if (offset === 'Z') return 0;
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? '');
  if (!parts) return null;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return minutes > 840 ? null : parts[1] === '-' ? 0 - minutes : minutes;
}

const turnByOrientation: Record<number, QuarterTurn> = { 1: 0, 6: 90, 3: 180, 8: 270 };
const orientationByTurn: Record<QuarterTurn, number> = { 0: 1, 90: 6, 180: 3, 270: 8 };

/**
 * The EXIF orientation after a clockwise turn; null for mirrored values (2, 4, 5, 7), which cameras do not write.
 */
export function rotateOrientation(value: number, turn: QuarterTurn): number | null {
  const before = turnByOrientation[value];
  if (before === undefined) return null;
  const sum = (before + turn) % 360;
  return orientationByTurn[sum === 90 || sum === 180 || sum === 270 ? sum : 0];
}

/** Rotates a file by changing the two bytes of its EXIF orientation. Null without an orientation; unchanged if mirrored. */
export async function rotateByExif(blob: Blob, turn: QuarterTurn): Promise<Blob | null> {
  const { orientation, orientationAt: at } = readExif(await blob.slice(0, headBytes).arrayBuffer());
  if (orientation === null || at === null) return null;
  const value = rotateOrientation(orientation, turn);
  if (value === null) return blob;
  const bytes = at.littleEndian ? [value, 0] : [0, value];
  return new Blob([blob.slice(0, at.offset), new Uint8Array(bytes), blob.slice(at.offset + 2)], { type: blob.type });
}
