import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { tornPart } from '#server/photos/heif-items.ts';
import { aHeic } from '#tests/support/heic.ts';

/** Where, and what stands there then. */
const changed = (bytes: Buffer, at: number, put: number[]) => {
  const copy = Buffer.from(bytes);
  copy.set(put, at);
  return copy;
};

describe('a HEIC', () => {
  it.each([1, 4])('of %i tiles is whole', (tiles) => {
    expect(tornPart(aHeic({ tiles }).bytes)).toBeNull();
  });

  it('lacks bytes wherever it was cut behind its directory', () => {
    const { bytes, dataAt } = aHeic({ tiles: 4 });
    for (const end of [bytes.length - 1, dataAt + 100, dataAt]) expect(tornPart(bytes.subarray(0, end))).toBe('bytes are missing');
  });

  it('is no picture where zeros stand in one of its tiles: at its beginning, within, and to its end', () => {
    const { bytes, tileBytes, dataAt } = aHeic({ tiles: 4 });
    const third = dataAt + 2 * tileBytes;
    expect(tornPart(changed(bytes, third, [0, 0, 0, 0]))).toBe('bytes are not a picture');
    expect(tornPart(changed(bytes, third + 20, [0, 0, 0]))).toBe('bytes are not a picture');
    expect(tornPart(Buffer.from(bytes).fill(0, third))).toBe('bytes are not a picture');
    // Two are nothing odd.
    expect(tornPart(changed(bytes, third + 20, [0, 0]))).toBeNull();
  });

  it('is left to its decoder where it is written in another way', () => {
    expect(tornPart(aHeic({ tiles: 1, lengthBytes: 2 }).bytes)).toBeNull();
    expect(tornPart(aHeic({ tiles: 1, construction: 1 }).bytes)).toBeNull();
    expect(tornPart(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toBeNull();
    expect(tornPart(Buffer.alloc(0))).toBeNull();
  });
});

describe('an AVIF', () => {
  it('is whole, or lacks the bytes that were cut off', async () => {
    const whole = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a40' } })
      .avif({ effort: 0 })
      .toBuffer();
    expect(tornPart(whole)).toBeNull();
    expect(tornPart(whole.subarray(0, whole.length - 1))).toBe('bytes are missing');
  });
});
