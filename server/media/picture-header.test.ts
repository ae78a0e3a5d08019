import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSameFamily, readPictureHeader } from '#server/media/picture-header.ts';
import { byBrands } from '#tests/support/heic.ts';

const header = (bytes: Buffer) => readPictureHeader((offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)));
const blank = () => sharp({ create: { width: 320, height: 200, channels: 3, background: '#456' } });
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const words = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Buffer.from(Uint32Array.of(value).buffer).toReversed())));
const heic = (brands: string, ...extents: [number, number][]) =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brands.slice(0, 4)}\0\0\0\0${brands.slice(4)}`, 'latin1')),
    box('meta', words(0), box('iprp', box('ipco', ...extents.map(([w, h]) => box('ispe', words(0, w, h)))))),
  ]);

describe('the header of a picture', () => {
  it('has format and size of files from cameras and browsers', async () => {
    const size = { width: 320, height: 200 };
    expect(await header(await blank().jpeg().toBuffer())).toEqual({ contentType: 'image/jpeg', size });
    expect(await header(await blank().png().toBuffer())).toEqual({ contentType: 'image/png', size });
    expect(await header(await blank().webp().toBuffer())).toEqual({ contentType: 'image/webp', size });
    expect(await header(await blank().webp({ lossless: true }).toBuffer())).toEqual({ contentType: 'image/webp', size });
    expect(await header(await blank().webp().withMetadata({ orientation: 6 }).toBuffer())).toEqual({ contentType: 'image/webp', size });
    expect(await header(await blank().avif().toBuffer())).toEqual({ contentType: 'image/avif', size });
  });

  it('finds a JPEG’s size behind a large preview and padding', async () => {
    const jpeg = await blank().jpeg().toBuffer();
    const segment = Buffer.concat([Buffer.from([0xff, 0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xffff - 2)]);
    const stuffed = Buffer.concat([jpeg.subarray(0, 2), segment, segment, jpeg.subarray(2)]);
    expect((await header(stuffed))?.size).toEqual({ width: 320, height: 200 });
  });

  it('takes the whole of a tiled HEIC, not a tile', async () => {
    const size = { width: 4032, height: 3024 };
    expect(await header(heic('heicmif1', [512, 512], [4032, 3024], [320, 240]))).toEqual({ contentType: 'image/heic', size });
  });

  it.each(byBrands)('is of %s by the brands %s %j', async (type, major, compatible) => {
    expect((await header(heic([major, ...compatible].join(''), [8, 8])))?.contentType ?? null).toBe(type);
  });

  it('follows no box beyond what a file can be long', async () => {
    const claims = Buffer.from(`\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x01free${'\xff'.repeat(8)}${'\0'.repeat(32)}`, 'latin1');
    const offsets: number[] = [];
    const found = await readPictureHeader((offset, length) => {
      offsets.push(offset);
      return Promise.resolve(claims.subarray(offset, offset + length));
    });
    expect(found).toEqual({ contentType: 'image/avif', size: null });
    expect(offsets.every(Number.isSafeInteger)).toBe(true);
  });

  it('knows the kind of a torn file and leaves its size open', async () => {
    const jpeg = await blank().jpeg().toBuffer();
    expect(await header(jpeg.subarray(0, 30))).toEqual({ contentType: 'image/jpeg', size: null });
    expect(await header(heic('heic', [10, 10]).subarray(0, 30))).toEqual({ contentType: 'image/heic', size: null });
    expect(await header(Buffer.concat([jpeg.subarray(0, 3), Buffer.from('not a segment at all')]))).toEqual({
      contentType: 'image/jpeg',
      size: null,
    });
  });

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in to the hotel Wi-Fi</title>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a GIF', 'GIF89a..............'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['an impossible box', '\xff\xff\xff\xffftypheic'],
  ])('takes %s for no picture, or at least not for its size', async (_what, text) => {
    expect((await header(Buffer.from(text, 'latin1')))?.size ?? null).toBeNull();
  });

  it('counts HEIC and HEIF as one family', () => {
    expect(isSameFamily('image/heif', 'image/heic')).toBe(true);
    expect(isSameFamily('image/jpeg', 'image/png')).toBe(false);
  });
});
