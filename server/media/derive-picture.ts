// Draws derivatives. Runs only in the child process (derive-child.ts), because an uploaded file may crash a decoder or exhaust memory.
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { openUpright, pixels, readCamera, SHARP_SECONDS, type EncodedPicture, type FailOn, type Upright } from '#server/media/decode.ts';
import { DAMAGED, UnreadablePicture } from '#server/media/heic.ts';
import { PREVIEW_PX } from '#server/media/preview-size.ts';
import { applyWatermark, type AppliedWatermark } from '#server/media/watermark.ts';

export interface DeriveTask extends EncodedPicture {
  make:
    /** Preview and thumbnail of a photo. */
    | { kind: 'derive' }
    /** A full-size JPEG, with or without a watermark. */
    | { kind: 'copy'; quality: number; mark: AppliedWatermark | null }
    /** A small PNG with transparency, for logos. */
    | { kind: 'emblem' }
    /** A small square, for avatars. */
    | { kind: 'portrait' }
    /** Input for an image model. */
    | { kind: 'source' }
    /** All files of a generated image. */
    | { kind: 'generated'; xmp: string };
}

export type DeriveResult =
  | { kind: 'derived'; thumb: Buffer; preview: Buffer; width: number; height: number; thumbhash: Buffer; camera: string | null }
  | { kind: 'copy'; jpeg: Buffer }
  | { kind: 'emblem'; png: Buffer }
  | ({ kind: 'source' } & PreparedSource)
  | ({ kind: 'generated' } & GeneratedFiles)
  | { kind: 'portrait'; webp: Buffer }
  | { kind: 'unreadable'; reason: string };

/** Input for an image model: upright, without metadata. PNG if the picture has transparency. */
export interface PreparedSource {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** The size of the picture before it was reduced; null if it wasn't. */
  reducedFrom: { width: number; height: number } | null;
  /** JPEG. */
  thumb: Buffer;
}

export interface GeneratedFiles {
  /** Encoded again in the same format, so that only the pixels of a foreign file are passed on. */
  original: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  /** WebP, like the thumbnail, to preserve transparency. */
  preview: Buffer;
  thumb: Buffer;
  thumbhash: Buffer;
}

const THUMB_PX = 320;
const GENERATED_THUMB_PX = 400;
const THUMBHASH_PX = 100;
/** Large enough for the header of a poster and for watermarks. */
const LOGO_PX = 800;
const AVATAR_PX = 512;
/** Of a source: as many pixels as an upscale takes, so that a wide photo keeps its size, and the longest side of any format. */
const SOURCE_PIXELS = 4096 * 3072;
const SQUARE_SOURCE_PX = 4096;
const SOURCE_PX = 6144;

/**
 * @returns `unreadable` if the file is at fault
 * @throws for other causes: memory, time, a missing file
 */
export async function derivePicture(task: DeriveTask): Promise<DeriveResult> {
  const isJpeg = task.contentType === 'image/jpeg';
  try {
    return await draw(task, isJpeg ? 'warning' : 'error').catch((error: unknown) => {
      if (isJpeg && isHarmless(error)) return draw(task, 'error');
      throw error;
    });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { kind: 'unreadable', reason };
  }
}

/**
 * libjpeg only warns about a truncated JPEG and fills the rest with gray. Its other warnings are no damage: some phones leave odd bytes
 * between the segments.
 */
function isHarmless(error: unknown): boolean {
  const words = error instanceof Error ? error.message : '';
  return /VipsJpeg/.test(words) && !/premature end|found marker 0xd9 instead of RST/i.test(words);
}

async function draw(task: DeriveTask, failOn: FailOn): Promise<DeriveResult> {
  const picture = await openUpright(task, failOn);
  const { make } = task;
  if (make.kind === 'copy') {
    const plain = picture.full().flatten({ background: '#ffffff' });
    const copy = make.mark ? await applyWatermark(plain, picture, make.mark) : plain;
    return { kind: 'copy', jpeg: await copy.jpeg({ quality: make.quality }).timeout({ seconds: SHARP_SECONDS }).toBuffer() };
  }
  if (make.kind === 'emblem') {
    const png = await fitInside(picture.full(), LOGO_PX).ensureAlpha().png().timeout({ seconds: SHARP_SECONDS }).toBuffer();
    return { kind: 'emblem', png };
  }
  if (make.kind === 'source') return { kind: 'source', ...(await prepareSource(picture, task)) };
  if (make.kind === 'generated') return { kind: 'generated', ...(await encodeGeneratedFiles(picture.full(), task, make.xmp)) };
  if (make.kind === 'portrait') {
    const square = picture.full().resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' }).flatten({ background: '#ffffff' });
    return { kind: 'portrait', webp: await square.webp({ quality: 80 }).timeout({ seconds: SHARP_SECONDS }).toBuffer() };
  }
  // Decodes once; each smaller picture is resized from the pixels of the larger one.
  const large = await pixels(fitInside(picture.full(), PREVIEW_PX).flatten({ background: '#ffffff' }).removeAlpha());
  const preview = await large.image().jpeg({ quality: 80 }).toBuffer();
  const small = await pixels(fitInside(large.image(), THUMB_PX));
  const thumb = await small.image().jpeg({ quality: 78 }).toBuffer();
  const thumbhash = await thumbhashOf(small.image());
  const camera = await readCamera(picture.exif);
  return { kind: 'derived', thumb, preview, width: picture.width, height: picture.height, thumbhash, camera };
}

async function prepareSource({ full, width, height }: Upright, { file, contentType }: DeriveTask): Promise<PreparedSource> {
  if (await isAnimated(file, contentType)) throw new UnreadablePicture('This is an animation. Choose a still image.');
  const longest = Math.max(width, height) * Math.min(1, Math.sqrt(SOURCE_PIXELS / (width * height)));
  const drawn = await pixels(fitInside(full(), Math.floor(Math.min(SOURCE_PX, Math.max(SQUARE_SOURCE_PX, longest)))));
  const stats = await drawn.image().stats();
  const isPng = contentType === 'image/png' || !stats.isOpaque;
  const plain = () => drawn.image().flatten({ background: '#ffffff' });
  const written = isPng ? drawn.image().png() : plain().jpeg({ quality: 92 });
  return {
    bytes: await written.timeout({ seconds: SHARP_SECONDS }).toBuffer(),
    contentType: isPng ? 'image/png' : 'image/jpeg',
    width: drawn.width,
    height: drawn.height,
    reducedFrom: drawn.width === width && drawn.height === height ? null : { width, height },
    thumb: await fitInside(plain(), GENERATED_THUMB_PX).jpeg({ quality: 78 }).toBuffer(),
  };
}

/** An animation is refused: only its first frame would be used, silently. */
async function isAnimated(file: Buffer, contentType: string): Promise<boolean> {
  // libvips does not report these: PNG has a chunk before the pixels, AVIF has a brand.
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

async function encodeGeneratedFiles(full: Sharp, { contentType }: DeriveTask, xmp: string): Promise<GeneratedFiles> {
  const drawn = await pixels(full);
  const original = written(drawn.image(), contentType).withXmp(xmp);
  const large = await pixels(fitInside(drawn.image(), PREVIEW_PX));
  return {
    original: await original.timeout({ seconds: SHARP_SECONDS }).toBuffer(),
    contentType: contentType === 'image/jpeg' || contentType === 'image/webp' ? contentType : 'image/png',
    width: drawn.width,
    height: drawn.height,
    preview: await large.image().webp({ quality: 82 }).toBuffer(),
    thumb: await fitInside(large.image(), GENERATED_THUMB_PX).webp({ quality: 80 }).toBuffer(),
    thumbhash: await thumbhashOf(large.image()),
  };
}

function written(image: Sharp, contentType: string): Sharp {
  if (contentType === 'image/jpeg') return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  return contentType === 'image/webp' ? image.webp({ quality: 95 }) : image.png();
}

const fitInside = (image: Sharp, px: number): Sharp => image.resize(px, px, { fit: 'inside', withoutEnlargement: true });

async function thumbhashOf(image: Sharp): Promise<Buffer> {
  const tiny = await pixels(fitInside(image, THUMBHASH_PX).ensureAlpha());
  return Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, tiny.data));
}

/** The reason shown to people, or null if the file is not at fault. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadablePicture) return error.message;
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (/pixel limit/i.test(message)) return 'This photo has too many pixels to be shown here.';
  // libheif reports a file that exceeds its limits as a memory error.
  if (/security limit/i.test(message)) return DAMAGED;
  if (/memory|allocat|timeout|input file is missing|no such file|too many open/i.test(message)) return null;
  if (/unsupported|not allowed|no known|not a known|blocked/i.test(message)) return 'This file type can’t be shown here.';
  return DAMAGED;
}
