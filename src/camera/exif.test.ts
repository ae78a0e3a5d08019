import { describe, expect, it } from 'vitest';
import { ascii, heif, jpeg, png, scanBytes, tiff, webp, xmp } from '#tests/support/camera-samples.ts';
import { readExif, rotateOrientation } from './exif.ts';

const read = async (blob: Blob) => readExif(await blob.arrayBuffer());

const evening = { takenAt: '2026:11:20 21:14:07', offset: '+01:00' };
const wall = Date.UTC(2026, 10, 20, 21, 14, 7);

describe('a JPEG', () => {
  it.each([false, true])('reads orientation and capture time (big-endian: %s)', async (bigEndian) => {
    const facts = await read(jpeg({ ...evening, orientation: 8, subSeconds: '25', bigEndian }));
    expect(facts).toMatchObject({ orientation: 8, takenAt: { wall: wall + 250, tzOffset: 60 } });
  });

  it('without an offset returns the wall time', async () => {
    expect((await read(jpeg({ takenAt: evening.takenAt }))).takenAt).toEqual({ wall, tzOffset: null });
  });

  it('ignores the offset of the last edit', async () => {
    const facts = await read(jpeg({ takenAt: evening.takenAt, editedAt: '2026:12:24 08:00:00', offsetOfEdit: '-05:00' }));
    expect(facts.takenAt).toEqual({ wall, tzOffset: null });
  });

  it('with nothing but the date of its file or of its digitizing was taken then', async () => {
    expect((await read(jpeg({ editedAt: evening.takenAt }))).takenAt).toEqual({ wall, tzOffset: null });
    const scanned = jpeg({ digitizedAt: evening.takenAt, editedAt: '2026:12:24 08:00:00' });
    expect((await read(scanned)).takenAt).toEqual({ wall, tzOffset: null });
  });

  it.each(['0000:00:00 00:00:00', '    :  :     :  :  ', '1980:01:01 00:00:00', '2026:02:31 10:00:00', '2026:11:20 25:00:00', 'yesterday'])(
    'of a clock that says "%s" has no moment, and not that of its last edit',
    async (takenAt) => expect((await read(jpeg({ takenAt, editedAt: '2023:04:05 09:06:56' }))).takenAt).toBeNull(),
  );

  it('without EXIF has none', async () => {
    expect(await read(jpeg({}))).toMatchObject({ orientation: null, takenAt: null });
  });

  it('cut in the middle of its metadata reads as one without', async () => {
    const whole = jpeg({ orientation: 6, takenAt: '2026:11:20 21:14:07' });
    const end = whole.size - scanBytes;
    expect((await read(whole.slice(0, end))).takenAt).not.toBeNull();
    for (let length = 0; length < end; length++) expect((await read(whole.slice(0, length))).takenAt).toBeNull();
  });

  it('may have odd bytes between its segments', async () => {
    const bytes = new Uint8Array(await jpeg(evening).arrayBuffer());
    const odd = new Uint8Array([...bytes.subarray(0, 2), 0xff, 0xff, 0, 7, ...bytes.subarray(2)]);
    expect(readExif(odd.buffer).takenAt).toEqual({ wall, tzOffset: 60 });
  });
});

describe('XMP', () => {
  it.each([
    ['an attribute', xmp('exif:DateTimeOriginal="2026-11-20T21:14:07+01:00"'), { wall, tzOffset: 60 }],
    ['an element', xmp('', '<exif:DateTimeOriginal>2026-11-20T21:14:07.5Z</exif:DateTimeOriginal>'), { wall: wall + 500, tzOffset: 0 }],
    ['without an offset', xmp('photoshop:DateCreated="2026-11-20T21:14"'), { wall: wall - 7000, tzOffset: null }],
    ['of a program', xmp('xmp:CreateDate="2026-11-20T21:14:07-07:00"'), { wall, tzOffset: -420 }],
    ['of a satellite', xmp('', '<exif:GPSTimeStamp>2026-11-20T21:14:07Z</exif:GPSTimeStamp>'), { wall, tzOffset: 0 }],
    ['of an edit alone', xmp('xmp:ModifyDate="2026-11-20T21:14:07Z"'), null],
  ])('%s', async (_, text, takenAt) => expect((await read(jpeg({}, text))).takenAt).toEqual(takenAt));

  it('reads the capture time of a picture whose EXIF has only its last edit', async () => {
    const exported = jpeg({ editedAt: '2026:12:24 08:00:00' }, xmp('exif:DateTimeOriginal="2026-11-20T21:14:07+01:00"'));
    expect((await read(exported)).takenAt).toEqual({ wall, tzOffset: 60 });
  });

  it('gives way to EXIF', async () => {
    expect((await read(jpeg(evening, xmp('exif:DateTimeOriginal="2020-01-01T00:00:00Z"')))).takenAt).toEqual({ wall, tzOffset: 60 });
  });
});

describe('a picture in another container', () => {
  const block = tiff(evening);
  const marked = [...ascii('Exif\0\0'), ...block];
  const packet = ascii(xmp('exif:DateTimeOriginal="2026-11-20T21:14:07+01:00"'));
  const beyond = { pictureBytes: 300_000 };

  it.each<[string, ArrayBuffer]>([
    ['HEIC', heif('heic', [{ type: 'Exif', content: [0, 0, 0, 6, ...marked] }])],
    ['HEIC, far behind the picture', heif('heic', [{ type: 'Exif', content: [0, 0, 0, 6, ...marked] }], beyond)],
    ['HEIC, without a mark', heif('heic', [{ type: 'Exif', content: [0, 0, 0, 0, ...block] }], beyond)],
    ['HEIC, its place told from a base', heif('heic', [{ type: 'Exif', content: [0, 0, 0, 0, ...block] }], { base: 77 })],
    ['HEIC, within its metadata', heif('heix', [{ type: 'Exif', content: [0, 0, 0, 0, ...block], inside: true }], beyond)],
    ['HEIC, by its XMP', heif('heic', [{ type: 'mime', content: packet }], beyond)],
    [
      'AVIF, among other items',
      heif('avif', [
        { type: 'hvc1', content: [1, 2, 3] },
        { type: 'Exif', content: [0, 0, 0, 0, ...block] },
      ]),
    ],
    ['WebP', webp(['VP8X', [0, 0, 0]], ['VP8 ', Array.from({ length: 300_001 }, () => 0)], ['EXIF', block])],
    ['WebP, with a mark', webp(['VP8 ', [1]], ['EXIF', marked])],
    ['WebP, by its XMP', webp(['VP8 ', [1]], ['XMP ', packet])],
    ['PNG, behind the picture', png(['IHDR', [0]], ['IDAT', Array.from({ length: 300_000 }, () => 0)], ['eXIf', block])],
    ['PNG, by its XMP', png(['IHDR', [0]], ['iTXt', [...ascii('XML:com.adobe.xmp\0\0\0\0\0'), ...packet]])],
  ])('%s', (_, file) => expect(readExif(file).takenAt).toEqual({ wall, tzOffset: 60 }));

  it('is read no further than it is whole', () => {
    const content = [0, 0, 0, 0, ...tiff({ takenAt: evening.takenAt })];
    const whole = heif('heic', [{ type: 'Exif', content }], { pictureBytes: 10 });
    expect(readExif(whole).takenAt).not.toBeNull();
    for (let length = 0; length < whole.byteLength; length++) expect(readExif(whole.slice(0, length)).takenAt).toBeNull();
  });
});

describe('a further turn', () => {
  it.each([
    [1, 90, 6],
    [6, 90, 3],
    [8, 90, 1],
    [3, 270, 6],
    [6, 0, 6],
  ] as const)('EXIF %s, %s° on, is %s', (before, turn, after) => expect(rotateOrientation(before, turn)).toBe(after));
  it('leaves mirrored values alone', () => expect(rotateOrientation(5, 90)).toBeNull());
});
