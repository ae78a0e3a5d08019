// HEIC decoding by libheif in WebAssembly, because sharp's build has no HEVC decoder, and integrity checks of HEIF files.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Raw } from 'sharp';

/** The file is at fault. People see the message. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

interface DecodedPicture {
  pixels: Buffer;
  options: { raw: Raw } | { failOn: 'error' };
  width: number;
  height: number;
}

export const DAMAGED = 'This file is damaged or incomplete, so it can’t be shown. The original is kept.';

/**
 * Decodes the primary image, upright.
 * @param icc color profile, which the decoder ignores
 * @throws {UnreadablePicture}
 */
export async function decodeHeic(file: Buffer, maxPixels: number, icc: Buffer | undefined): Promise<DecodedPicture> {
  // 1.5 MB of WebAssembly, loaded for the first HEIC.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images = new libheif.HeifDecoder().decode(file);
  try {
    const main = images.find((image) => image.is_primary()) ?? images[0];
    if (!main) throw new UnreadablePicture(DAMAGED);
    const width = main.get_width();
    const height = main.get_height();
    if (width * height > maxPixels) throw new UnreadablePicture('This photo has too many pixels to be shown here.');
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    const shown = await new Promise<typeof target | null>((resolve) => main.display(target, resolve));
    if (!shown) throw new UnreadablePicture(DAMAGED);
    const raw = { width, height, channels: 4 } as const;
    const data = Buffer.from(shown.data.buffer);
    if (!icc) return { pixels: data, options: { raw }, width, height };
    return { pixels: await withProfile(data, raw, icc), options: { failOn: 'error' }, width, height };
  } finally {
    for (const image of images) image.free();
  }
}

/** Wraps pixels and color profile in an uncompressed PNG, so that sharp converts them to sRGB. */
async function withProfile(data: Buffer, raw: Raw, icc: Buffer): Promise<Buffer> {
  const png = await sharp(data, { raw }).removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  // After the signature (8 bytes) and IHDR (25 bytes).
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

interface Box {
  type: string;
  /** Offset of the content. */
  start: number;
  end: number;
}

interface Extent {
  start: number;
  length: number;
}

interface Item {
  type: string;
  /** Byte ranges of the file; null if the bytes are elsewhere, for example in `meta`. */
  extents: Extent[] | null;
}

/** No camera writes as many extents or tiles. A file with more is an attack on time and memory. */
const MOST_PARTS = 65_536;
const MOST_TILES = 4096;

/**
 * Checks a HEIF file (HEIC, AVIF) without decoding it, because decoders fill in missing parts in green. Null if no damage is found, also for
 * layouts that only a decoder understands. ISO/IEC 14496-12 (boxes), 23008-12 (items).
 */
export function findDamage(file: Buffer): 'bytes are missing' | 'bytes are not a picture' | null {
  const meta = find(boxesIn(file, 0, file.length), 'meta');
  // A full box starts with version and flags.
  const boxes = meta && boxesIn(file, meta.start + 4, meta.end);
  if (!boxes) return null;
  const items = readItems(file, boxes);
  if (!items) return 'bytes are not a picture';
  for (const { extents } of items.values()) {
    if (extents?.some(({ start, length }) => start + length > file.length)) return 'bytes are missing';
  }
  const parts = mainPicture(file, boxes);
  if (!parts || exceedsPixelBudget(file, boxes, parts)) return 'bytes are not a picture';
  const isCheckedHevc = hasLongLengths(file.subarray(meta.start, meta.end));
  let left = file.length;
  for (const id of parts) {
    const item = items.get(id);
    if (!item?.extents || (item.type !== 'hvc1' && item.type !== 'av01')) continue;
    // Tiles that share bytes could be larger in total than the file.
    left -= item.extents.reduce((sum, { length }) => sum + length, 0);
    if (left < 0) return 'bytes are not a picture';
    if (item.type !== 'hvc1' || !isCheckedHevc) continue;
    const bytes = Buffer.concat(item.extents.map(({ start, length }) => file.subarray(start, start + length)));
    if (!isHevc(bytes)) return 'bytes are not a picture';
  }
  return null;
}

/** Tiles exceed the edge of the picture, and there may be a second layer. */
const MOST_TIMES_ITSELF = 2;
const SPARE_PIXELS = 4_000_000;

/** Returns true if the parts claim many more pixels than the picture that they form. */
function exceedsPixelBudget(file: Buffer, boxes: Box[], [main, ...parts]: readonly number[]): boolean {
  const properties = find(boxes, 'iprp');
  if (!properties || main === undefined) return false;
  const inside = boxesIn(file, properties.start, properties.end);
  const container = find(inside, 'ipco');
  if (!container) return false;
  const areas = boxesIn(file, container.start, container.end).map(({ type, start, end }) =>
    type === 'ispe' && end - start >= 12 ? file.readUInt32BE(start + 4) * file.readUInt32BE(start + 8) : 0,
  );
  const areaOf = new Map<number, number>();
  for (const { item, property } of associationsIn(file, inside)) {
    const area = areas[property - 1];
    if (area) areaOf.set(item, area);
  }
  const whole = areaOf.get(main);
  if (whole === undefined) return false;
  return parts.reduce((sum, id) => sum + (areaOf.get(id) ?? 0), 0) > whole * MOST_TIMES_ITSELF + SPARE_PIXELS;
}

/** Color description as code points of ITU-T H.273 (CICP). */
export interface Cicp {
  primaries: number;
  transfer: number;
}

/** Color description of the primary image or of its tiles; null if there is none. */
export function cicpOf(file: Buffer): Cicp | null {
  const meta = find(boxesIn(file, 0, file.length), 'meta');
  const boxes = meta && boxesIn(file, meta.start + 4, meta.end);
  const properties = boxes && find(boxes, 'iprp');
  if (!properties) return null;
  const inside = boxesIn(file, properties.start, properties.end);
  const container = find(inside, 'ipco');
  if (!container) return null;
  const colors = boxesIn(file, container.start, container.end).map((box) => nclxIn(file, box));
  if (!colors.some(Boolean)) return null;
  const parts = mainPicture(file, boxes);
  if (!parts) return null;
  const ids = new Set(parts);
  const found = new Map<number, Cicp>();
  for (const { item, property } of associationsIn(file, inside)) {
    const color = colors[property - 1];
    if (color && ids.has(item)) found.set(item, color);
  }
  for (const id of ids) {
    const color = found.get(id);
    if (color) return color;
  }
  return null;
}

function nclxIn(file: Buffer, { type, start, end }: Box): Cicp | null {
  if (type !== 'colr' || end - start < 8 || file.toString('latin1', start, start + 4) !== 'nclx') return null;
  return { primaries: file.readUInt16BE(start + 4), transfer: file.readUInt16BE(start + 6) };
}

/** Pairs of item and property index (1-based). */
function* associationsIn(file: Buffer, properties: Box[]): Generator<{ item: number; property: number }> {
  for (const box of properties.filter(({ type }) => type === 'ipma')) {
    const read = new Reader(file, box);
    const idBytes = read.number(1) === 0 ? 2 : 4;
    const flags = read.number(3);
    const [indexBytes, isEssential] = (flags & 1) === 0 ? [1, 0x80] : [2, 0x8000];
    const items = read.number(4);
    for (let each = 0; each < items && !read.isOver; each++) {
      const item = read.number(idBytes);
      const count = read.number(1);
      for (let index = 0; index < count && !read.isOver; index++) yield { item, property: read.number(indexBytes) & (isEssential - 1) };
    }
  }
}

/**
 * Returns true for HEVC units with length prefixes of four bytes, as phones write them. A unit can’t contain three zeros in a row, so this
 * finds the zeros that an interrupted download leaves.
 */
function isHevc(bytes: Buffer): boolean {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at);
    // The header of two bytes starts with a zero bit.
    if (end < at + 6 || end > bytes.length || bytes.readUInt8(at + 4) >= 0x80) return false;
    const zeros = bytes.indexOf(threeZeros, at + 4);
    if (zeros !== -1 && zeros + 3 <= end) return false;
    at = end;
  }
  return at === bytes.length;
}

/** Returns true if every decoder configuration (`hvcC`) declares lengths of four bytes. */
function hasLongLengths(meta: Buffer): boolean {
  for (let at = meta.indexOf('hvcC', 0, 'latin1'); at !== -1; at = meta.indexOf('hvcC', at + 4, 'latin1')) {
    if (((meta[at + 25] ?? 0) & 3) !== 3) return false;
  }
  return true;
}

const threeZeros = Buffer.alloc(3);

const find = (boxes: Box[], type: string) => boxes.find((box) => box.type === type);

function boxesIn(buffer: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const short = buffer.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    if (at + head > end) break;
    const length = short === 1 ? Number(buffer.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (length < head || !Number.isSafeInteger(at + length)) break;
    boxes.push({ type: buffer.toString('latin1', at + 4, at + 8), start: at + head, end: Math.min(end, at + length) });
    at += length;
  }
  return boxes;
}

/** Reads consecutive numbers. Bytes after the end read as 0 and set `isOver`. */
class Reader {
  private readonly buffer: Buffer;
  private at: number;
  private readonly end: number;

  constructor(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>) {
    this.buffer = buffer;
    this.at = start;
    this.end = end;
  }

  get isOver(): boolean {
    return this.at > this.end;
  }

  /** @param bytes 0 to 8; 0 reads as 0 */
  number(bytes: number): number {
    let value = 0;
    for (let read = 0; read < bytes; read++, this.at++) value = value * 256 + (this.at < this.end ? this.buffer.readUInt8(this.at) : 0);
    return value;
  }

  text(bytes: number): string {
    const text = this.buffer.toString('latin1', this.at, Math.min(this.end, this.at + bytes));
    this.at += bytes;
    return text;
  }
}

/** Null if there are too many extents, or extents that take no bytes, of which a small file could declare any number. */
function readItems(file: Buffer, boxes: Box[]): Map<number, Item> | null {
  const types = readTypes(file, boxes);
  const items = new Map<number, Item>();
  const box = find(boxes, 'iloc');
  if (!box) return items;
  const read = new Reader(file, box);
  const version = read.number(1);
  read.number(3);
  const sizes = read.number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  const count = read.number(idBytes);
  let partsLeft = MOST_PARTS;
  for (let item = 0; item < count && !read.isOver; item++) {
    const id = read.number(idBytes);
    const construction = version === 0 ? 0 : read.number(2) & 15;
    const isElsewhere = read.number(2) !== 0 || construction !== 0;
    const base = read.number(baseBytes);
    const parts = read.number(2);
    partsLeft -= parts;
    if (partsLeft < 0 || (parts > 1 && offsetBytes + lengthBytes === 0)) return null;
    const extents: Extent[] = [];
    for (let part = 0; part < parts && !read.isOver; part++) {
      read.number(indexBytes);
      const start = base + read.number(offsetBytes);
      extents.push({ start, length: read.number(lengthBytes) });
    }
    if (!read.isOver) items.set(id, { type: types.get(id) ?? '', extents: isElsewhere ? null : extents });
  }
  return items;
}

function readTypes(file: Buffer, boxes: Box[]): Map<number, string> {
  const box = find(boxes, 'iinf');
  const types = new Map<number, string>();
  if (!box) return types;
  const head = file[box.start] === 0 ? 6 : 8;
  for (const entry of boxesIn(file, box.start + head, box.end)) {
    const read = new Reader(file, entry);
    const version = read.number(1);
    read.number(3);
    if (version < 2) continue;
    const id = read.number(version === 2 ? 2 : 4);
    read.number(2);
    types.set(id, read.text(4));
  }
  return types;
}

/**
 * Ids of the primary image, which comes first, and of all its parts at any depth. Null if there are too many, or one part is referenced
 * twice, because each reference is decoded.
 */
function mainPicture(file: Buffer, boxes: Box[]): number[] | null {
  const box = find(boxes, 'pitm');
  if (!box) return [];
  const read = new Reader(file, box);
  const idBytes = read.number(1) === 0 ? 2 : 4;
  read.number(3);
  const references = referencesIn(file, boxes);
  if (!references) return null;
  const found = new Set<number>();
  const waiting = [read.number(idBytes)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || found.size > MOST_TILES) return null;
    found.add(id);
    for (const part of references.get(id) ?? []) waiting.push(part);
  }
  return [...found];
}

/** Parts of each derived image. Null if one has too many. */
function referencesIn(file: Buffer, boxes: Box[]): Map<number, number[]> | null {
  const references = new Map<number, number[]>();
  const box = find(boxes, 'iref');
  if (!box) return references;
  const idBytes = file[box.start] === 0 ? 2 : 4;
  for (const reference of boxesIn(file, box.start + 4, box.end)) {
    if (reference.type !== 'dimg') continue;
    const read = new Reader(file, reference);
    const from = read.number(idBytes);
    const count = read.number(2);
    const parts = references.get(from) ?? [];
    if (parts.length + count > MOST_TILES) return null;
    for (let part = 0; part < count && !read.isOver; part++) parts.push(read.number(idBytes));
    references.set(from, parts);
  }
  return references;
}
