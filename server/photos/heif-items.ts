// Whether a HEIF file (HEIC, AVIF) is whole: its decoders fill up what is missing, and show half a photo green. Read from the boxes and the
// bytes that the main picture is made of; nothing is decoded. ISO/IEC 14496-12 (boxes), 23008-12 (items).

interface Box {
  type: string;
  /** Of the content, in its buffer. */
  start: number;
  end: number;
}

interface Extent {
  start: number;
  length: number;
}

interface Item {
  type: string;
  /** Where its bytes lie in the file; null where they lie elsewhere, as within `meta`. */
  extents: Extent[] | null;
}

/** More extents, or tiles, than any camera writes; who writes more wants to cost time and memory. */
const MOST_PARTS = 65_536;
const MOST_TILES = 4096;

/** A whole file, and what must not be in it. Null: nothing is wrong, or the file is written in a way that only its decoder understands. */
export function findDamage(file: Buffer): 'bytes are missing' | 'bytes are not a picture' | null {
  const meta = find(boxesIn(file, 0, file.length), 'meta');
  // A full box: version and flags come first.
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
    // Tiles that are made of the same bytes again and again are more to look through than the file has.
    left -= item.extents.reduce((sum, { length }) => sum + length, 0);
    if (left < 0) return 'bytes are not a picture';
    if (item.type !== 'hvc1' || !isCheckedHevc) continue;
    const bytes = Buffer.concat(item.extents.map(({ start, length }) => file.subarray(start, start + length)));
    if (!isHevc(bytes)) return 'bytes are not a picture';
  }
  return null;
}

/** Tiles hang over the edge of their picture, and a picture may have a second layer. */
const MOST_TIMES_ITSELF = 2;
const SPARE_PIXELS = 4_000_000;

/** Whether the parts say that they have far more pixels than what they are put together to. */
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

/** How the numbers of a picture's pixels are to be understood, as code points of ITU-T H.273 (CICP). */
export interface Cicp {
  primaries: number;
  transfer: number;
}

/** What the file says of its main picture, or of the tiles that it is put together from; null where it says nothing. */
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

/** Which of the properties, counted from 1, belong to which item. */
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
 * Whether bytes are HEVC as files hold it: units, each after its length (of four bytes, as phones write it). Within a unit three zeros in a
 * row cannot be: what was written as zeros where a download stopped is found here.
 */
function isHevc(bytes: Buffer): boolean {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at);
    // Its two bytes of header begin with a bit that is always 0.
    if (end < at + 6 || end > bytes.length || bytes.readUInt8(at + 4) >= 0x80) return false;
    const zeros = bytes.indexOf(threeZeros, at + 4);
    if (zeros !== -1 && zeros + 3 <= end) return false;
    at = end;
  }
  return at === bytes.length;
}

/** Whether every decoder's configuration (`hvcC`) says that lengths have four bytes. */
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

/** Reads numbers one after the other; what lies behind the end reads as 0 and ends the box. */
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

/** Null when there are more parts than a picture has, or parts that take no room, of which a few bytes would make any number. */
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
 * The ids of the main picture, which comes first, and of all that it is put together from, at whatever depth. Null where that is more than a
 * picture has, or one part stands for several: each is decoded as often as it is named.
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

/** What each derived picture is made from. Null where one names more than a picture has tiles. */
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
