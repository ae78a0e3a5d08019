// Decodes pictures: format checks, orientation, tone mapping, camera name. Runs only in the child process (derive-child.ts).
import exifr from 'exifr';
import sharp, { type Sharp } from 'sharp';
import { cicpOf, DAMAGED, decodeHeic, findDamage, UnreadablePicture, type Cicp } from '#server/media/heic.ts';

export interface EncodedPicture {
  file: Buffer;
  contentType: string;
  /** Degrees clockwise that turn the pixels upright if the file has no orientation. */
  orientation: number;
  maxPixels: number;
}

/** The least severe problem that makes a decoder fail. */
export type FailOn = 'warning' | 'error';

/** Longer than any real photo takes on a busy machine. The pool kills a process that exceeds even this. */
export const SHARP_SECONDS = 45;

export interface Upright {
  /** sharp writes it in sRGB and without metadata. */
  full: () => Sharp;
  width: number;
  height: number;
  exif: Buffer | undefined;
}

/** Blocks all decoders of libvips but the required ones, so that no SVG, PDF or TIFF passes as a photo. */
export function hardenSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] });
}

/**
 * Decodes a picture upright.
 * @throws {UnreadablePicture}, or what the decoder throws
 */
export async function openUpright({ file, contentType, orientation, maxPixels }: EncodedPicture, failOn: FailOn): Promise<Upright> {
  const isHeic = contentType === 'image/heic' || contentType === 'image/heif';
  const isHeif = isHeic || contentType === 'image/avif';
  if (isHeif && findDamage(file) !== null) throw new UnreadablePicture(DAMAGED);
  if (contentType === 'image/jpeg' && hasTooManyScans(file)) throw new UnreadablePicture(DAMAGED);
  // libheif's own limits refuse intact pictures with many tiles. `findDamage` limits the parts, this call the pixels, the pool the memory.
  const options = { failOn, limitInputPixels: maxPixels, unlimited: isHeif } as const;
  const metadata = await sharp(file, options).metadata();
  const color = isHeif ? cicpOf(file) : null;
  if (isHeic) {
    // The decoder applies rotation and mirroring of the container. The EXIF orientation must not be applied as well.
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

/** Each scan is a pass over all pixels. Progressive files have about ten, and embedded previews add some. */
const MOST_SCANS = 200;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at !== -1; at = jpeg.indexOf(START_OF_SCAN, at + 2)) if (++scans > MOST_SCANS) return true;
  return false;
}

/** Decodes to raw sRGB pixels, which can be read several times. */
export async function pixels(image: Sharp) {
  const { data, info } = await image.toColourspace('srgb').raw().timeout({ seconds: SHARP_SECONDS }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, image: () => sharp(data, { raw: { width, height, channels } }) };
}

// Tone mapping of pictures with a high dynamic range to sRGB, by ITU-R BT.2100 (PQ, HLG) and BT.2408 (reference white at 203 cd/m²).

/** Code points of ITU-T H.273. */
const [PQ, HLG] = [16, 18];
const [BT2020, P3] = [9, 12];

const WHITE_NITS = 203;
/** The peak of mastered pictures and the nominal peak of HLG. */
const PEAK_NITS = 1000;
const PEAK = PEAK_NITS / WHITE_NITS;

const isHdr = (color: Cicp | null): color is Cicp => color !== null && (color.transfer === PQ || color.transfer === HLG);

/** Converts a PQ signal from 0 to 1 to light, where 1 is the reference white. */
function pqLight(signal: number): number {
  const power = signal ** (32 / 2523);
  return (10_000 / WHITE_NITS) * (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (16_384 / 2610);
}

/** Converts an HLG signal to scene light, both from 0 to 1. */
function hlgScene(signal: number): number {
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/** Linear light to the primaries of sRGB. */
const MATRICES: Record<number, readonly number[]> = {
  [BT2020]: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  [P3]: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
};

/** Light below is unchanged; brighter light is compressed into the range up to 1. */
const KNEE = 0.3;

/** The factor for all channels of a pixel, by its brightest one, so that the hue is preserved. */
function shade(brightest: number): number {
  if (brightest <= KNEE) return 1;
  const room = 1 - KNEE;
  const over = (brightest - KNEE) / room;
  const most = (PEAK - KNEE) / room;
  // Extended Reinhard curve: the peak becomes 1.
  return Math.min(1, KNEE + (room * over * (1 + over / most ** 2)) / (1 + over)) / brightest;
}

const ENCODED_STEPS = 8192;
const encoded = Uint8Array.from({ length: ENCODED_STEPS + 1 }, (_, step) => {
  const light = step / ENCODED_STEPS;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Converts pixels with 8 bits per channel to sRGB in place. A fourth channel is unchanged. */
function toneMap(pixels: Uint8Array, channels: 3 | 4, { primaries, transfer }: Cicp): void {
  const light = Float64Array.from({ length: 256 }, (_, value) => (transfer === PQ ? pqLight(value / 255) : hlgScene(value / 255)));
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = MATRICES[primaries] ?? [];
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    let [r, g, b] = [light[pixels[at] ?? 0] ?? 0, light[pixels[at + 1] ?? 0] ?? 0, light[pixels[at + 2] ?? 0] ?? 0];
    if (transfer === HLG) {
      // The opto-optical transfer of a display with the nominal peak.
      const gain = PEAK * (0.2627 * r + 0.678 * g + 0.0593 * b) ** 0.2;
      [r, g, b] = [r * gain, g * gain, b * gain];
    }
    const by = ENCODED_STEPS * shade(Math.max(r, g, b));
    pixels[at] = encodedOf(by * (rr * r + rg * g + rb * b));
    pixels[at + 1] = encodedOf(by * (gr * r + gg * g + gb * b));
    pixels[at + 2] = encodedOf(by * (br * r + bg * g + bb * b));
  }
}

const encodedOf = (step: number): number => encoded[Math.max(0, Math.min(ENCODED_STEPS, Math.round(step)))] ?? 255;

const MOST_CHARACTERS = 100;
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');

/**
 * Reads the camera's make and model from an EXIF block, as sharp extracts it from any container.
 * @returns null if they are missing or unreadable
 */
export async function readCamera(exif: Buffer | undefined): Promise<string | null> {
  if (!exif) return null;
  const block = exif.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif;
  try {
    const tags: unknown = await exifr.parse(block, {
      tiff: true,
      ifd0: { pick: ['Make', 'Model'] },
      exif: false,
      gps: false,
      interop: false,
      ifd1: false,
    });
    if (typeof tags !== 'object' || tags === null) return null;
    return cameraName('Make' in tags ? tags.Make : null, 'Model' in tags ? tags.Model : null);
  } catch {
    // A broken EXIF block doesn’t make the picture unreadable.
    return null;
  }
}

/** Joins make and model; most models already begin with their make. */
export function cameraName(make: unknown, model: unknown): string | null {
  const [maker, name] = [clean(make), clean(model)];
  const [brand = ''] = maker.split(' ');
  const saysBoth = brand !== '' && name.toLowerCase().split(' ')[0] === brand.toLowerCase();
  const isSaid = saysBoth || (maker !== '' && name.toLowerCase().startsWith(maker.toLowerCase()));
  const whole = isSaid ? name : `${maker} ${name}`.trim();
  return cut(whole) || null;
}

/** The metadata is untrusted: returns one line of visible characters, without control characters, bidi marks or lone surrogates. */
function clean(text: unknown): string {
  if (typeof text !== 'string') return '';
  return cut(
    text
      .slice(0, 10 * MOST_CHARACTERS)
      .replace(/[\p{Z}\t\r\n]+/gu, ' ')
      .replace(/\p{C}+/gu, '')
      .trim(),
  );
}

const cut = (text: string) => Array.from(text).slice(0, MOST_CHARACTERS).join('').trim();
