// HEIC by libheif in WebAssembly: sharp's own build has no HEVC decoder.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Raw } from 'sharp';

/** The file is at fault; the message is a sentence for people. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

export interface DecodedPicture {
  pixels: Buffer;
  options: { raw: Raw } | { failOn: 'error' };
  width: number;
  height: number;
}

export const DAMAGED = 'This file is damaged or incomplete, so it can’t be shown. The original is kept.';

/**
 * The main picture of a file, upright.
 * @param icc the colour profile beside it, which the decoder leaves alone
 * @throws {UnreadablePicture}
 */
export async function decodeHeic(file: Buffer, maxPixels: number, icc: Buffer | undefined): Promise<DecodedPicture> {
  // Loaded at the first HEIC: 1.5 MB of WebAssembly.
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

/** Pixels with their colour profile, as an uncompressed PNG: the way to hand both to sharp, which then converts them to sRGB. */
async function withProfile(data: Buffer, raw: Raw, icc: Buffer): Promise<Buffer> {
  const png = await sharp(data, { raw }).removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  // Behind the signature (8 bytes) and IHDR (25).
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
