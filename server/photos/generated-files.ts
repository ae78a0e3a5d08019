// Pictures that images are made of, and the files of images that were made. Runs only in the child process (derive-child.ts).
import sharp, { type Sharp } from 'sharp';
import { UnreadablePicture } from '#server/photos/heic.ts';
import { fitInside, pixels, SHARP_SECONDS, thumbhashOf } from '#server/photos/resize.ts';

/** A picture to make images of: upright, without metadata, with what is transparent in it as PNG. */
export interface PreparedSource {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** JPEG. */
  thumb: Buffer;
}

export interface GeneratedFiles {
  /** Written anew, of the same kind: of what came from elsewhere nothing is passed on but what is seen. */
  original: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  /** WebP, as the thumb: what is transparent stays so. */
  preview: Buffer;
  thumb: Buffer;
  thumbhash: Buffer;
}

interface Given {
  file: Buffer;
  contentType: string;
}

const SOURCE_PX = 4096;
const PREVIEW_PX = 1600;
const THUMB_PX = 400;

export async function prepareSource(full: Sharp, { file, contentType }: Given): Promise<PreparedSource> {
  if (await isAnimated(file, contentType)) throw new UnreadablePicture('This is an animation. Choose a still image.');
  const drawn = await pixels(fitInside(full, SOURCE_PX));
  const stats = await drawn.image().stats();
  const isPng = contentType === 'image/png' || !stats.isOpaque;
  const plain = () => drawn.image().flatten({ background: '#ffffff' });
  const written = isPng ? drawn.image().png() : plain().jpeg({ quality: 92 });
  return {
    bytes: await written.timeout({ seconds: SHARP_SECONDS }).toBuffer(),
    contentType: isPng ? 'image/png' : 'image/jpeg',
    width: drawn.width,
    height: drawn.height,
    thumb: await fitInside(plain(), THUMB_PX).jpeg({ quality: 78 }).toBuffer(),
  };
}

/** Of an animation only the first picture would be used, without a word. */
async function isAnimated(file: Buffer, contentType: string): Promise<boolean> {
  // libvips does not read them: PNG tells it by a chunk before the pixels, AVIF by its brand.
  if (contentType === 'image/png') return hasChunkBeforePixels(file, 'acTL');
  if (contentType === 'image/avif') return file.subarray(8, 12).toString('latin1') === 'avis';
  if (contentType === 'image/webp') return ((await sharp(file).metadata()).pages ?? 1) > 1;
  return false;
}

function hasChunkBeforePixels(png: Buffer, name: string): boolean {
  for (let at = 8; at + 8 <= png.length;) {
    const kind = png.toString('latin1', at + 4, at + 8);
    if (kind === name) return true;
    if (kind === 'IDAT') return false;
    at += 12 + png.readUInt32BE(at);
  }
  return false;
}

export async function encodeGeneratedFiles(full: Sharp, { contentType }: Given, xmp: string): Promise<GeneratedFiles> {
  const drawn = await pixels(full);
  const original = written(drawn.image(), contentType).withXmp(xmp);
  const large = await pixels(fitInside(drawn.image(), PREVIEW_PX));
  return {
    original: await original.timeout({ seconds: SHARP_SECONDS }).toBuffer(),
    contentType: contentType === 'image/jpeg' || contentType === 'image/webp' ? contentType : 'image/png',
    width: drawn.width,
    height: drawn.height,
    preview: await large.image().webp({ quality: 82 }).toBuffer(),
    thumb: await fitInside(large.image(), THUMB_PX).webp({ quality: 80 }).toBuffer(),
    thumbhash: await thumbhashOf(large.image()),
  };
}

function written(image: Sharp, contentType: string): Sharp {
  if (contentType === 'image/jpeg') return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  return contentType === 'image/webp' ? image.webp({ quality: 95 }) : image.png();
}
