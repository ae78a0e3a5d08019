// What a file truly is, by its first bytes, and how large its picture claims to be: read without decoding anything.
import type { components } from '#openapi/api.ts';

type PhotoContentType = components['schemas']['PhotoContentType'];

export interface PictureHeader {
  contentType: PhotoContentType;
  /** As stored, before any rotation. Null if the header is truncated or too far from the start; then only decoding reveals the size. */
  size: { width: number; height: number } | null;
}

/** What the bytes of an uploaded file are. */
export interface Inspection {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** For ZIP archives. */
  crc32: number;
  /** Null when it is none of the kinds that are taken. */
  header: PictureHeader | null;
}

/** Reads bytes at an offset; fewer than asked for at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Null when it is none of the kinds that are taken. */
export async function readPictureHeader(readAt: ReadAt): Promise<PictureHeader | null> {
  const start = await readAt(0, 64);
  if (start.length >= 3 && start.readUIntBE(0, 3) === 0xffd8ff) return { contentType: 'image/jpeg', size: await jpegSize(readAt) };
  if (start.subarray(0, 8).equals(pngSignature)) return { contentType: 'image/png', size: pngSize(start) };
  if (ascii(start, 0, 4) === 'RIFF' && ascii(start, 8, 4) === 'WEBP') return { contentType: 'image/webp', size: webpSize(start) };
  if (ascii(start, 4, 4) === 'ftyp') {
    const contentType = brandType(await readAt(0, Math.min(Math.max(16, start.readUInt32BE(0)), 1024)));
    return contentType && { contentType, size: await isoMediaSize(readAt) };
  }
  return null;
}

/** HEIC and HEIF are one family: phones call the same file either. */
export function isSameFamily(a: PhotoContentType, b: PhotoContentType): boolean {
  const family = (type: PhotoContentType) => (type === 'image/heif' ? 'image/heic' : type);
  return family(a) === family(b);
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ascii = (bytes: Buffer, offset: number, length: number) => bytes.toString('latin1', offset, offset + length);
const positive = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null);

/** Walks the segments to the frame header, past previews, color profiles and maker notes. */
async function jpegSize(readAt: ReadAt): Promise<PictureHeader['size']> {
  let offset = 2;
  for (let segments = 0; segments < 1000; segments++) {
    const head = await readAt(offset, 9);
    if (head.length < 9 || head[0] !== 0xff) return null;
    const marker = head.readUInt8(1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    // Frame headers are C0 to CF without C4 (Huffman tables), C8 (reserved) and CC (arithmetic coding).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return positive(head.readUInt16BE(7), head.readUInt16BE(5));
    }
    if (marker === 0xd9 || marker === 0xda) return null;
    offset += 2 + head.readUInt16BE(2);
  }
  return null;
}

function pngSize(start: Buffer): PictureHeader['size'] {
  if (start.length < 24 || ascii(start, 12, 4) !== 'IHDR') return null;
  return positive(start.readUInt32BE(16), start.readUInt32BE(20));
}

function webpSize(start: Buffer): PictureHeader['size'] {
  if (start.length < 30) return null;
  switch (ascii(start, 12, 4)) {
    case 'VP8 ':
      return positive(start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = start.readUInt32LE(21);
      return positive((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return positive(start.readUIntLE(24, 3) + 1, start.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** Brands that only mean "a picture". */
const pictureBrands = new Set(['mif1', 'mif2', 'msf1', 'miaf']);

/** The format of an ISO base media file. If the major brand is generic, the compatible brands decide. src/camera/shoot.ts decides alike. */
function brandType(ftyp: Buffer): PhotoContentType | null {
  const brands = [ascii(ftyp, 8, 4)];
  for (let offset = 16; offset + 4 <= ftyp.length; offset += 4) brands.push(ascii(ftyp, offset, 4));
  const [major = ''] = brands;
  const isAvif = (brand: string) => brand === 'avif' || brand === 'avis';
  if (isAvif(major)) return 'image/avif';
  if (heicBrands.has(major)) return 'image/heic';
  if (!pictureBrands.has(major)) return null;
  if (brands.some(isAvif)) return 'image/avif';
  return brands.some((brand) => heicBrands.has(brand)) ? 'image/heic' : 'image/heif';
}

/** The largest picture that the properties in `meta` speak of: of a tiled photo the whole, not a tile. */
async function isoMediaSize(readAt: ReadAt): Promise<PictureHeader['size']> {
  let offset = 0;
  for (let boxes = 0; boxes < 100; boxes++) {
    const head = await readAt(offset, 16);
    if (head.length < 16) return null;
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (ascii(head, 4, 4) === 'meta') return largestExtent(await readAt(offset, Math.min(length, 4_000_000)));
    if (length < 8) return null;
    offset += length;
    // A box may claim any length up to 2^64.
    if (!Number.isSafeInteger(offset)) return null;
  }
  return null;
}

function largestExtent(meta: Buffer): PictureHeader['size'] {
  let largest: PictureHeader['size'] = null;
  // `ispe`: length 20, name, version and flags 0, width, height.
  for (let at = meta.indexOf('ispe', 0, 'latin1'); at !== -1; at = meta.indexOf('ispe', at + 4, 'latin1')) {
    if (at < 4 || at + 16 > meta.length || meta.readUInt32BE(at - 4) !== 20) continue;
    const found = positive(meta.readUInt32BE(at + 8), meta.readUInt32BE(at + 12));
    if (found && (!largest || found.width * found.height > largest.width * largest.height)) largest = found;
  }
  return largest;
}
