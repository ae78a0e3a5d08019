// Decoding and drawing of derivatives. Runs only in the child process (derive-child.ts): what people send may crash a decoder or eat memory.
import sharp, { type Sharp } from 'sharp';
import { applyWatermark, type AppliedWatermark } from '#server/photos/apply-watermark.ts';
import { readCamera } from '#server/photos/camera.ts';
import { encodeGeneratedFiles, prepareSource, type PreparedSource, type GeneratedFiles } from '#server/photos/generated-files.ts';
import { DAMAGED, decodeHeic, UnreadablePicture } from '#server/photos/heic.ts';
import { cicpOf, findDamage } from '#server/photos/heif-items.ts';
import { fitInside, pixels, SHARP_SECONDS, thumbhashOf } from '#server/photos/resize.ts';
import { isHdr, toneMap } from '#server/photos/tone-map.ts';

export interface DeriveTask {
  /**
   * What is made of it: the small pictures of a photo, a copy in its own size, a small picture with what is transparent in it, a small square, a
   * picture to make images of, or all files of an image that was made.
   */
  make:
    | { kind: 'derive' }
    | { kind: 'copy'; quality: number; mark: AppliedWatermark | null }
    | { kind: 'emblem' }
    | { kind: 'portrait' }
    | { kind: 'source' }
    | { kind: 'generated'; xmp: string };
  /** Its bytes. */
  file: Buffer;
  contentType: string;
  /** Degrees clockwise that bring the pixels upright, where the file itself says nothing. */
  orientation: number;
  maxPixels: number;
}

export type DeriveResult =
  | { kind: 'derived'; thumb: Buffer; preview: Buffer; width: number; height: number; thumbhash: Buffer; camera: string | null }
  | { kind: 'copy'; jpeg: Buffer }
  | { kind: 'emblem'; png: Buffer }
  | ({ kind: 'source' } & PreparedSource)
  | ({ kind: 'generated' } & GeneratedFiles)
  | { kind: 'portrait'; webp: Buffer }
  | { kind: 'unreadable'; reason: string };

/** What a decoder may pass over. */
type FailOn = 'warning' | 'error';

const PREVIEW_PX = 1600;
const THUMB_PX = 320;
/** Large enough for a poster's head, and to be laid on photos. */
const LOGO_PX = 800;
/** A person's picture: sharp where it is large, light where there are many. */
const AVATAR_PX = 512;

/** Leaves libvips only the decoders that are needed: no SVG, PDF, TIFF or ImageMagick behind an image's name. */
export function hardenSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] });
}

/**
 * @returns `unreadable` when the file is at fault
 * @throws when something else is: memory, time, a missing file
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
 * A JPEG whose data end before the picture does only makes libjpeg warn: it fills the rest up with grey. Its other warnings, as of odd bytes
 * that some phones leave between the parts, are no damage.
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
  if (make.kind === 'source') return { kind: 'source', ...(await prepareSource(picture.full(), task)) };
  if (make.kind === 'generated') return { kind: 'generated', ...(await encodeGeneratedFiles(picture.full(), task, make.xmp)) };
  if (make.kind === 'portrait') {
    const square = picture.full().resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' }).flatten({ background: '#ffffff' });
    return { kind: 'portrait', webp: await square.webp({ quality: 80 }).timeout({ seconds: SHARP_SECONDS }).toBuffer() };
  }
  // One decode; each smaller one is made from the pixels of the one before.
  const large = await pixels(fitInside(picture.full(), PREVIEW_PX).flatten({ background: '#ffffff' }).removeAlpha());
  const preview = await large.image().jpeg({ quality: 80 }).toBuffer();
  const small = await pixels(fitInside(large.image(), THUMB_PX));
  const thumb = await small.image().jpeg({ quality: 78 }).toBuffer();
  const thumbhash = await thumbhashOf(small.image());
  const camera = await readCamera(picture.exif);
  return { kind: 'derived', thumb, preview, width: picture.width, height: picture.height, thumbhash, camera };
}

interface Upright {
  /** In sRGB once written, without any metadata: what sharp leaves out unless asked. */
  full: () => Sharp;
  width: number;
  height: number;
  exif: Buffer | undefined;
}

async function openUpright({ file, contentType, orientation, maxPixels }: DeriveTask, failOn: FailOn): Promise<Upright> {
  const isHeic = contentType === 'image/heic' || contentType === 'image/heif';
  const isHeif = isHeic || contentType === 'image/avif';
  if (isHeif && findDamage(file) !== null) throw new UnreadablePicture(DAMAGED);
  if (contentType === 'image/jpeg' && hasTooManyScans(file)) throw new UnreadablePicture(DAMAGED);
  // libheif's own limits refuse whole pictures of many tiles. `findDamage` has counted the parts, the pixels are limited here, and the memory by
  // the process.
  const options = { failOn, limitInputPixels: maxPixels, unlimited: isHeif } as const;
  const metadata = await sharp(file, options).metadata();
  const color = isHeif ? cicpOf(file) : null;
  if (isHeic) {
    // Rotation and mirroring of the container are applied by the decoder; the EXIF orientation beside them must not be.
    const decoded = await decodeHeic(file, maxPixels, isHdr(color) ? undefined : metadata.icc);
    if (isHdr(color)) toneMap(decoded.pixels, 4, color);
    return { full: () => sharp(decoded.pixels, decoded.options), width: decoded.width, height: decoded.height, exif: metadata.exif };
  }
  const own = metadata.orientation;
  const turned = own === undefined ? orientation % 180 !== 0 : own >= 5;
  const [width, height] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
  const open = (more = {}) =>
    own === undefined ? sharp(file, { ...options, ...more }).rotate(orientation) : sharp(file, { ...options, ...more }).autoOrient();
  if (isHdr(color)) {
    const { data, image } = await pixels(open({ ignoreIcc: true }).flatten({ background: '#ffffff' }).removeAlpha());
    toneMap(data, 3, color);
    return { full: image, width, height, exif: metadata.exif };
  }
  const full = () => open();
  return { full, width, height, exif: metadata.exif };
}

/** Progressive files of cameras and editors have about ten; each is a pass over all pixels. Small pictures in the same file have some, too. */
const MOST_SCANS = 200;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at !== -1; at = jpeg.indexOf(START_OF_SCAN, at + 2)) if (++scans > MOST_SCANS) return true;
  return false;
}

/** A sentence for people, or null when the file is not to blame. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadablePicture) return error.message;
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const damaged = 'This file is damaged or incomplete, so it can’t be shown. The original is kept.';
  if (/pixel limit/i.test(message)) return 'This photo has too many pixels to be shown here.';
  // What a file claims beyond libheif's limits is told as a memory error, but is no lack of memory.
  if (/security limit/i.test(message)) return damaged;
  if (/memory|allocat|timeout|input file is missing|no such file|too many open/i.test(message)) return null;
  if (/unsupported|not allowed|no known|not a known|blocked/i.test(message)) return 'This file type can’t be shown here.';
  return damaged;
}
