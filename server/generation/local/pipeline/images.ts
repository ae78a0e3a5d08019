// Pictures as tensors and back, and masks for latents and pixels.
import sharp from 'sharp';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';

export interface Size {
  width: number;
  height: number;
}

/** UNets halve the latents three times. */
const LATENT_MULTIPLE = 8;
/** Longest edge of a source whose pixels are preserved outside the mask. */
const LONGEST_EDGE = 2048;
const MOST_PIXELS = 100_000_000;

const open = ({ bytes }: Picture) => sharp(bytes, { limitInputPixels: MOST_PIXELS });

export interface WorkingSizes {
  /** What the networks calculate. */
  latent: Size;
  /** The result, in the shape of the source. */
  result: Size;
}

/**
 * Sizes for an image with the shape of a source.
 * @param wanted its number of pixels isn't exceeded by much
 */
export function workingSizes(source: Size, wanted: Size, downscale: number): WorkingSizes {
  const multiple = downscale * LATENT_MULTIPLE;
  const scale = Math.sqrt((wanted.width * wanted.height) / (source.width * source.height));
  const nearest = (length: number) => Math.max(1, Math.round((length * scale) / multiple)) * multiple;
  const exact = (length: number) => Math.max(1, Math.round(length * scale));
  const latent = { width: nearest(source.width), height: nearest(source.height) };
  // A narrow image is at least one multiple wide, so the other side shrinks.
  const most = Math.max(
    1,
    Math.floor((wanted.width * wanted.height * 1.1) / multiple ** 2 / (Math.min(latent.width, latent.height) / multiple)),
  );
  const within = (length: number) => Math.min(length, most * multiple);
  return {
    latent: { width: within(latent.width), height: within(latent.height) },
    result: { width: exact(source.width), height: exact(source.height) },
  };
}

export const sizeOf = (picture: Picture): Promise<Size> =>
  reading(async () => {
    const { width, height } = await open(picture).metadata();
    return { width, height };
  });

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new GeneratorError('invalid_request', 'The image couldn’t be read. Choose another one.', { cause: error });
  }
}

/** The size in which a source is preserved outside the mask. */
export function preservedSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Red, green and blue, one byte each. */
export const readPixels = (picture: Picture, size: Size): Promise<Buffer> =>
  reading(() =>
    open(picture)
      .flatten({ background: 'white' })
      .resize({ ...size, fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer(),
  );

/** One byte for each pixel; 255 may change. */
export const readMask = (mask: Picture, size: Size): Promise<Buffer> =>
  reading(() =>
    open(mask)
      .flatten({ background: 'black' })
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .toColourspace('b-w')
      .raw()
      .toBuffer(),
  );

/** Planes of red, green and blue, from -1 to 1. */
export function toPlanes(pixels: Buffer): Float32Array {
  const area = pixels.length / 3;
  return Float32Array.from({ length: pixels.length }, (_, at) => (pixels[(at % area) * 3 + Math.floor(at / area)] ?? 0) / 127.5 - 1);
}

/** The reverse. Values beyond -1 and 1 are cut off. */
export function fromPlanes(planes: Float32Array): Buffer {
  const area = planes.length / 3;
  const pixels = Buffer.alloc(planes.length);
  for (let at = 0; at < planes.length; at++) {
    const value = Math.round(((planes[at] ?? 0) + 1) * 127.5);
    pixels[(at % area) * 3 + Math.floor(at / area)] = Math.min(255, Math.max(0, value));
  }
  return pixels;
}

/** For each element of the latents of one channel: 1 where any of its pixels may change, otherwise 0. */
export function toLatentMask(mask: Buffer, { width, height }: Size, downscale: number): Float32Array {
  const across = width / downscale;
  const latent = new Float32Array(across * (height / downscale));
  mask.forEach((value, at) => {
    if (value > 0) latent[Math.floor(at / width / downscale) * across + Math.floor((at % width) / downscale)] = 1;
  });
  return latent;
}

/** The changed pixels inside the mask, the source's outside, mixed in between. */
export function composite(source: Buffer, changed: Buffer, mask: Buffer): Buffer {
  return Buffer.from(
    source.map((value, at) => {
      const share = (mask[Math.floor(at / 3)] ?? 0) / 255;
      return Math.round(value + ((changed[at] ?? 0) - value) * share);
    }),
  );
}

export const resizePixels = (pixels: Buffer, from: Size, to: Size): Promise<Buffer> =>
  from.width === to.width && from.height === to.height
    ? Promise.resolve(pixels)
    : sharp(pixels, { raw: { ...from, channels: 3 } })
        .resize({ ...to, fit: 'fill' })
        .raw()
        .toBuffer();

export const toPng = async (pixels: Buffer, size: Size): Promise<Picture> => ({
  bytes: await sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer(),
  contentType: 'image/png',
});
