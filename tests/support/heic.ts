// The skeleton of a HEIC, as phones write it: a directory of items, and behind it their bytes. Its tiles are HEVC by their form only.
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const versioned = (version: number) => u8(version, 0, 0, 0);

export interface Heic {
  bytes: Buffer;
  /** Where the bytes of the first tile begin. */
  dataAt: number;
  tileBytes: number;
}

/**
 * @param options.construction 0: the tiles lie in the file; 1: the directory says they lie in itself
 * @param options.lengthBytes that the lengths before units are said to have
 */
export function aHeic({ tiles, construction = 0, lengthBytes = 4 }: { tiles: number; construction?: number; lengthBytes?: number }): Heic {
  const tileBytes = 200;
  const tile = Buffer.concat([u32(tileBytes - 4), u8(0x26, 0x01), Buffer.alloc(tileBytes - 6, 0x5a)]);
  const [grid, first] = [1, 2];
  const ids = Array.from({ length: tiles }, (_, index) => first + index);
  const entry = (id: number, type: string) => box('infe', versioned(2), u16(id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const directory = (dataAt: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
      box(
        'meta',
        versioned(0),
        box('pitm', versioned(0), u16(grid)),
        box('iinf', versioned(0), u16(tiles + 1), entry(grid, 'grid'), ...ids.map((id) => entry(id, 'hvc1'))),
        box('iref', versioned(0), box('dimg', u16(grid, tiles, ...ids))),
        box('iprp', box('ipco', box('hvcC', Buffer.alloc(21), u8(0xfc | (lengthBytes - 1), 0)))),
        box(
          'iloc',
          versioned(1),
          u16(0x4400, tiles),
          ...ids.flatMap((id, index) => [u16(id, construction, 0, 1), u32(dataAt + index * tileBytes), u32(tileBytes)]),
        ),
      ),
      u32(8 + tiles * tileBytes),
      Buffer.from('mdat', 'latin1'),
    ]);
  const dataAt = directory(0).length;
  return { bytes: Buffer.concat([directory(dataAt), ...ids.map(() => tile)]), dataAt, tileBytes };
}

/** 96 × 64, red on the left and blue on the right: a whole picture in HEVC, as `heif-enc -q 40` of libheif makes it. Sharp, which makes the other pictures of tests, cannot write HEVC. */
export const twoColourHeic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAA' +
      'AAREAAAQABAAAAAAFmAAEAAAAAAAAAWAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA' +
      '/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA' +
      'AAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABgbWRhdAAAAFQoAa9YizIOkl//9W3f/33SQ+mAY6N3/y6fF+XE' +
      'T/c2xECXqwpS8jw+Wes8D1gB/8RQf78H3lZ8vWT2o4H02aXT+Mpfk1EffXPa4kT6SXxDuXKUXWA=',
    'base64',
  );

interface Part {
  type: string;
  bytes: Buffer;
}

function partsOf(buffer: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < buffer.length;) {
    const length = buffer.readUInt32BE(at) || buffer.length - at;
    parts.push({ type: buffer.toString('latin1', at + 4, at + 8), bytes: buffer.subarray(at, at + length) });
    at += length;
  }
  return parts;
}

/** The file with other boxes in its directory: the bytes of its one item move by what they are longer. */
function withMeta(file: Buffer, change: (part: Part) => Buffer): Buffer {
  const parts = partsOf(file);
  const metaAt = parts.findIndex(({ type }) => type === 'meta');
  const meta = parts[metaAt]!.bytes;
  const boxes = partsOf(meta.subarray(12)).map((part) => ({ ...part, bytes: change(part) }));
  const grown = boxes.reduce((sum, { bytes }) => sum + bytes.length, 12) - meta.length;
  const data = file.indexOf('mdat', 0, 'latin1') + 4;
  const moved = boxes.map(({ type, bytes }) => {
    if (type !== 'iloc') return bytes;
    const copy = Buffer.from(bytes);
    let at = 12;
    while (copy.readUInt32BE(at) < data || copy.readUInt32BE(at) >= file.length) at++;
    copy.writeUInt32BE(copy.readUInt32BE(at) + grown, at);
    return copy;
  });
  const whole = box('meta', meta.subarray(8, 12), ...moved);
  return Buffer.concat(parts.map(({ bytes }, index) => (index === metaAt ? whole : bytes)));
}

/** The same HEIC or AVIF, of one item, with so many more that no picture is made of, as phones leave them in panoramas and bursts. */
export function withItems(file: Buffer, count: number): Buffer {
  const entries = Array.from({ length: count }, (_, index) =>
    box('infe', versioned(2), u16(1000 + index, 0), Buffer.from('free\0', 'latin1')),
  );
  return withMeta(file, ({ type, bytes }) =>
    type === 'iinf' ? box('iinf', versioned(0), u16(bytes.readUInt16BE(12) + count), bytes.subarray(14), ...entries) : bytes,
  );
}

/** The same file, of one item, whose pixels are said to be of these primaries and this transfer (ITU-T H.273). */
export function withCicp(file: Buffer, primaries: number, transfer: number): Buffer {
  return withMeta(file, ({ type, bytes }) => {
    if (type !== 'iprp') return bytes;
    const [container, associations] = partsOf(bytes.subarray(8)).map((part) => part.bytes);
    const color = box('colr', Buffer.from('nclx', 'latin1'), u16(primaries, transfer, 6), u8(0x80));
    const properties = partsOf(container!.subarray(8)).length + 1;
    const before = associations!.subarray(8);
    const changed = Buffer.concat([before, u8(properties)]);
    changed.writeUInt8(before.readUInt8(10) + 1, 10);
    return box('iprp', box('ipco', container!.subarray(8), color), box('ipma', changed));
  });
}

/** What a file is by its brands, the major one and those that it is compatible with: the camera and the server decide alike. */
export const byBrands: readonly (readonly [
  type: 'image/avif' | 'image/heic' | 'image/heif' | null,
  major: string,
  compatible: readonly string[],
])[] = [
  ['image/avif', 'avif', ['mif1', 'miaf']],
  ['image/avif', 'avis', ['msf1', 'miaf']],
  ['image/avif', 'mif1', ['miaf', 'avif']],
  ['image/avif', 'avif', ['mif1', 'heic']],
  ['image/heic', 'heic', ['mif1', 'heic']],
  ['image/heic', 'heic', ['mif1', 'avif']],
  ['image/heic', 'hevc', ['msf1']],
  ['image/heic', 'mif1', ['mif1', 'heic']],
  ['image/heic', 'msf1', ['hevc']],
  ['image/heic', 'mif2', ['mif1', 'heix']],
  ['image/heic', 'miaf', ['mif1', 'heic']],
  ['image/heic', 'mif1', [...Array.from({ length: 40 }, () => 'tmap'), 'heic']],
  ['image/heif', 'mif1', ['mif1', 'miaf']],
  ['image/heif', 'mif2', []],
  ['image/heif', 'miaf', ['mif1']],
  [null, 'isom', ['mp42']],
  [null, 'mp42', ['isom', 'heic']],
  [null, 'qt  ', ['mif1']],
];
