import { describe, expect, it } from 'vitest';
import { readExif, turned } from './exif.ts';
import { ascii, jpeg } from './samples.ts';

const read = async (blob: Blob) => readExif(await blob.arrayBuffer());

describe('a JPEG', () => {
  it.each([false, true])('tells orientation and moment (big-endian: %s)', async (bigEndian) => {
    const facts = await read(jpeg({ orientation: 8, takenAt: '2026:11:20 21:14:07', offset: '+01:00', bigEndian }));
    expect(facts).toMatchObject({ orientation: 8, tzOffset: 60, takenAt: Date.UTC(2026, 10, 20, 20, 14, 7) });
  });

  it('without an offset is read as this device’s time', async () => {
    const facts = await read(jpeg({ takenAt: '2026:11:20 21:14:07' }));
    expect(facts).toMatchObject({ tzOffset: null, takenAt: new Date(2026, 10, 20, 21, 14, 7).getTime() });
  });

  it('of a clock that was never set has no moment', async () => {
    expect((await read(jpeg({ takenAt: '0000:00:00 00:00:00' }))).takenAt).toBeNull();
    expect((await read(jpeg({}))).takenAt).toBeNull();
  });

  it('cut in the middle of its metadata reads as one without', async () => {
    const whole = jpeg({ orientation: 6, takenAt: '2026:11:20 21:14:07' });
    const endOfMoment = 100;
    for (let length = 0; length < endOfMoment; length++) expect((await read(whole.slice(0, length))).takenAt).toBeNull();
  });
});

it('a HEIC’s metadata is found behind its boxes', async () => {
  const inJpeg = new Uint8Array(await jpeg({ orientation: 1, takenAt: '2026:11:20 21:14:07', offset: '-05:00' }).arrayBuffer());
  const tiff = inJpeg.subarray(6);
  const heic = new Uint8Array([0, 0, 0, 16, ...ascii('ftypheic'), 0, 0, 0, 0, 9, 9, 9, ...tiff]);
  expect(readExif(heic.buffer)).toMatchObject({ tzOffset: -300, takenAt: Date.UTC(2026, 10, 21, 2, 14, 7) });
});

describe('a further turn', () => {
  it.each([
    [1, 90, 6],
    [6, 90, 3],
    [8, 90, 1],
    [3, 270, 6],
    [6, 0, 6],
  ] as const)('EXIF %s, %s° on, is %s', (before, turn, after) => expect(turned(before, turn)).toBe(after));
  it('leaves mirrored values alone', () => expect(turned(5, 90)).toBeNull());
});
