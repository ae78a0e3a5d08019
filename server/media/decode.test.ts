// The EXIF block is untrusted input.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cameraName, readCamera } from '#server/media/decode.ts';
import { isFullTier } from '#tests/support/tier.ts';

describe('the name of a camera', () => {
  it.each<[unknown, unknown, string | null]>([
    ['Apple', 'iPhone 15 Pro', 'Apple iPhone 15 Pro'],
    ['Canon', 'Canon EOS R5', 'Canon EOS R5'],
    ['NIKON CORPORATION', 'NIKON Z 6', 'NIKON Z 6'],
    ['samsung', 'SM-S911B', 'samsung SM-S911B'],
    ['  FUJIFILM  ', '\tX-T5\n', 'FUJIFILM X-T5'],
    ['Canon', '', 'Canon'],
    ['', 'DSC-RX100', 'DSC-RX100'],
    ['', ' ', null],
    [undefined, undefined, null],
    [7, { toString: () => 'Leica' }, null],
    ['Evil\0\u0007Corp', 'X\u202e1\u200b', 'EvilCorp X1'],
    ['Half', '\ud83d', 'Half'],
    ['a\u2028b', 'c', 'a b c'],
  ])('made of %o and %o is %o', (make, model, name) => {
    expect(cameraName(make, model)).toBe(name);
  });

  it('has at most a hundred characters, none of them cut in half', () => {
    const name = cameraName('x'.repeat(5000), '📷'.repeat(5000));
    expect(Array.from(name ?? '')).toHaveLength(100);
    expect(cameraName('', '📷'.repeat(5000))).toBe('📷'.repeat(100));
  });
});

describe('the camera in a file', () => {
  const withExif = async (make: string, model: string, format: 'jpeg' | 'webp' | 'png' | 'avif' = 'jpeg') => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } });
    const withTags = image.withExif({ IFD0: { Make: make, Model: model } });
    return withTags.toFormat(format).toBuffer();
  };
  const blockOf = async (file: Buffer) => (await sharp(file).metadata()).exif;

  it.each(['jpeg', 'webp', 'png', 'avif'] as const)('is read from %s', async (format) => {
    expect(await readCamera(await blockOf(await withExif('Canon', 'Canon EOS R5', format)))).toBe('Canon EOS R5');
  });

  it('is none where there is no block, or nothing in it', async () => {
    expect(await readCamera(undefined)).toBeNull();
    expect(await readCamera(Buffer.alloc(0))).toBeNull();
    expect(await readCamera(Buffer.from('Exif\0\0'))).toBeNull();
    expect(await readCamera(Buffer.alloc(70_000, 0xff))).toBeNull();
  });

  it('survives a malformed block', async () => {
    const block = await blockOf(await withExif('Canon', 'Canon EOS R5'));
    if (!block) throw new Error('the picture has no EXIF');
    let state = 977;
    const chance = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < (isFullTier ? 500 : 50); round++) {
      const hostile = Buffer.from(block.subarray(0, round % 3 === 0 ? chance(block.length) : block.length));
      for (let bytes = 0; bytes < 1 + (round % 8) && hostile.length > 0; bytes++) hostile[chance(hostile.length)] = chance(256);
      const name = await readCamera(hostile);
      if (name === null) continue;
      expect(Array.from(name).length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/\p{C}/u);
    }
  });
});
