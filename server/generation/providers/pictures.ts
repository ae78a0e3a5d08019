// Pictures on their way to a provider and back. What a picture is, its first bytes say, never its name or its header.
import sharp from 'sharp';
import type { Picture } from '#server/generation/generator.ts';

/** What providers are sent at most on the longer edge: none makes more of a larger one. */
const LONGEST_EDGE = 2048;
const MOST_PIXELS = 100_000_000;

export function contentTypeOf(bytes: Buffer): Picture['contentType'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

export const dataUri = ({ bytes, contentType }: Picture): string => `data:${contentType};base64,${bytes.toString('base64')}`;

export interface SentPictures {
  source: Picture | null;
  /** Of the source's size; white is where it may be changed. */
  mask: Picture | null;
}

/** The source no larger than providers use it, and its mask of the same size. */
export async function preparePictures(source: Picture | null, mask: Picture | null): Promise<SentPictures> {
  if (!source) return { source: null, mask: null };
  const { width, height } = await sharp(source.bytes, { limitInputPixels: MOST_PIXELS }).metadata();
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const smaller = scale === 1 ? source : await resized(source, size);
  return { source: smaller, mask: mask && (await grayMask(mask, size)) };
}

async function resized(picture: Picture, size: { width: number; height: number }): Promise<Picture> {
  const image = sharp(picture.bytes, { limitInputPixels: MOST_PIXELS }).resize({ ...size, fit: 'fill' });
  const { hasAlpha } = await sharp(picture.bytes).metadata();
  return hasAlpha
    ? { bytes: await image.png().toBuffer(), contentType: 'image/png' }
    : { bytes: await image.jpeg({ quality: 95 }).toBuffer(), contentType: 'image/jpeg' };
}

async function grayMask(mask: Picture, size: { width: number; height: number }): Promise<Picture> {
  const bytes = await sharp(mask.bytes, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: 'black' })
    .resize({ ...size, fit: 'fill' })
    .greyscale()
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return { bytes, contentType: 'image/png' };
}

/** OpenAI changes what is transparent, where others change what is white. */
export async function transparentMask(mask: Picture): Promise<Picture> {
  const { data, info } = await sharp(mask.bytes).negate().toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'black' } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return { bytes, contentType: 'image/png' };
}
