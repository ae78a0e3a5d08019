import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findDamage } from '#server/media/heic.ts';
import { aHeic } from '#tests/support/heic.ts';

/** Offset and replacement. */
const changed = (bytes: Buffer, at: number, put: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(put, at);
  return copy;
};

describe('a HEIC', () => {
  it.each([1, 4])('of %i tiles is whole', (tiles) => {
    expect(findDamage(aHeic({ tiles }).bytes)).toBeNull();
  });

  it('lacks bytes wherever it was cut behind its directory', () => {
    const { bytes, dataAt } = aHeic({ tiles: 4 });
    for (const end of [bytes.length - 1, dataAt + 100, dataAt]) expect(findDamage(bytes.subarray(0, end))).toBe('bytes are missing');
  });

  it('is damaged if a tile contains zeros at its start, in its middle or up to its end', () => {
    const { bytes, tileBytes, dataAt } = aHeic({ tiles: 4 });
    const third = dataAt + 2 * tileBytes;
    expect(findDamage(changed(bytes, third, [0, 0, 0, 0]))).toBe('bytes are not a picture');
    expect(findDamage(changed(bytes, third + 20, [0, 0, 0]))).toBe('bytes are not a picture');
    expect(findDamage(Buffer.from(bytes).fill(0, third))).toBe('bytes are not a picture');
    // Two are nothing odd.
    expect(findDamage(changed(bytes, third + 20, [0, 0]))).toBeNull();
  });

  it('is no picture when its tiles are the same bytes again and again', () => {
    const { bytes, tileBytes, dataAt } = aHeic({ tiles: 4 });
    const copy = Buffer.from(bytes);
    // Each place of a tile becomes that of all tiles together.
    for (let tile = 0; tile < 4; tile++) {
      const place = Buffer.alloc(8);
      place.writeUInt32BE(dataAt + tile * tileBytes, 0);
      place.writeUInt32BE(tileBytes, 4);
      const at = copy.indexOf(place);
      copy.writeUInt32BE(dataAt, at);
      copy.writeUInt32BE(4 * tileBytes, at + 4);
    }
    expect(findDamage(copy)).toBe('bytes are not a picture');
  });

  it('is left to its decoder where it is written in another way', () => {
    expect(findDamage(aHeic({ tiles: 1, lengthBytes: 2 }).bytes)).toBeNull();
    expect(findDamage(aHeic({ tiles: 1, construction: 1 }).bytes)).toBeNull();
    expect(findDamage(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toBeNull();
    expect(findDamage(Buffer.alloc(0))).toBeNull();
  });
});

/** A file with an `iloc` directory only. */
function directoryOf(iloc: Buffer, more: Buffer[] = []): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const none = Buffer.alloc(4);
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')), box('meta', none, box('iloc', none, iloc), ...more)]);
}

/** A location box with the given numbers of items and extents, and the given byte lengths of offsets and lengths. */
function locations({ sizes, items, parts, partBytes }: { sizes: number; items: number; parts: number; partBytes: number }): Buffer {
  const head = Buffer.from([sizes, 0, items >> 8, items & 255]);
  const item = Buffer.alloc(6 + parts * partBytes);
  item.writeUInt16BE(parts, 4);
  return Buffer.concat([head, ...Array.from({ length: items }, () => item)]);
}

describe('a directory that was made to cost memory', () => {
  it.each([
    ['parts that take no room', locations({ sizes: 0, items: 1000, parts: 65_535, partBytes: 0 }).subarray(0, 4 + 6 * 1000)],
    ['more parts than any picture has', locations({ sizes: 0x11, items: 9, parts: 8000, partBytes: 2 })],
  ])('is no picture: %s', (_, iloc) => {
    expect(findDamage(directoryOf(iloc))).toBe('bytes are not a picture');
  });

  it('is left to its decoder where items have one part without a place', () => {
    expect(findDamage(directoryOf(locations({ sizes: 0, items: 3, parts: 1, partBytes: 0 })))).toBeNull();
  });
});

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const u32 = (...values: number[]) =>
  Buffer.from(values.flatMap((value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]));
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

/** Pictures by id, with their parts and declared sizes. The first is the primary image. All share the same few bytes. */
function pictureOf(parts: Record<number, { from?: number[]; size: [width: number, height: number] }>, more: Buffer[] = []): Buffer {
  const ids = Object.keys(parts).map(Number);
  const full = Buffer.alloc(4);
  const meta = (at: number) =>
    box(
      'meta',
      full,
      box('pitm', full, u16(ids[0] ?? 0)),
      box(
        'iinf',
        full,
        u16(ids.length),
        ...ids.map((id) => box('infe', Buffer.from([2, 0, 0, 0]), u16(id, 0), Buffer.from(parts[id]?.from ? 'grid' : 'av01'))),
      ),
      box('iloc', full, Buffer.from([0x44, 0]), u16(ids.length), ...ids.map((id) => Buffer.concat([u16(id, 0, 1), u32(at, 1)]))),
      box('iref', full, ...ids.flatMap((id) => (parts[id]?.from ? [box('dimg', u16(id, parts[id].from.length, ...parts[id].from))] : []))),
      box(
        'iprp',
        box('ipco', ...ids.map((id) => box('ispe', full, u32(...parts[id]!.size)))),
        box('ipma', full, u32(ids.length), ...ids.map((id, index) => Buffer.concat([u16(id), Buffer.from([1, index + 1])]))),
      ),
      ...more,
    );
  const head = box('ftyp', Buffer.from('avif\0\0\0\0mif1avif', 'latin1'));
  const at = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(at), box('mdat', Buffer.alloc(16))]);
}

describe('a picture that was made to cost work', () => {
  const tile: [number, number] = [512, 512];
  const tiles = (count: number, from = 2) => Array.from({ length: count }, (_, index) => from + index);
  const grid = (count: number, size: [number, number], tileSize = tile) => ({
    1: { from: tiles(count), size },
    ...Object.fromEntries(tiles(count).map((id) => [id, { size: tileSize }])),
  });

  it('is read from one of four tiles', () => {
    expect(findDamage(pictureOf(grid(4, [1024, 1024])))).toBeNull();
  });

  it.each<[string, Buffer]>([
    ['that names one tile several times', pictureOf({ 1: { from: [2, 2, 2, 2], size: [1024, 1024] }, 2: { size: tile } })],
    ['with circular references', pictureOf({ 1: { from: [2, 3], size: tile }, 2: { from: [3], size: tile }, 3: { size: tile } })],
    ['that is made from itself', pictureOf({ 1: { from: [1], size: tile } })],
    ['of more tiles than any camera writes', pictureOf({ 1: { from: tiles(5000), size: tile }, 2: { size: tile } })],
    ['of tiles that are far larger than all of it', pictureOf(grid(4, [64, 64], [8192, 8192]))],
    [
      'with a decoder’s configuration beside it that nothing uses',
      pictureOf({ 1: { from: [2, 2], size: tile }, 2: { size: tile } }, [box('free', Buffer.from('hvcC'), Buffer.alloc(40))]),
    ],
  ])('is no picture: one %s', (_what, file) => {
    expect(findDamage(file)).toBe('bytes are not a picture');
  });
});

describe('an AVIF', () => {
  it('is whole, or lacks the bytes that were cut off', async () => {
    const whole = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a40' } })
      .avif({ effort: 0 })
      .toBuffer();
    expect(findDamage(whole)).toBeNull();
    expect(findDamage(whole.subarray(0, whole.length - 1))).toBe('bytes are missing');
  });
});
