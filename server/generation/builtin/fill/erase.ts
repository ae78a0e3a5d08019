// Removes what is marked in a photo, and continues what is around it.
import sharp from 'sharp';
import { fillHole } from '#server/generation/builtin/fill/patch-fill.ts';
import { TOO_LITTLE_AROUND } from '#server/generation/builtin/models.ts';
import { clearTransparent, decodeSource, decodeTransparent, type Pixels, pictureSize } from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { durationLabel } from '#server/generation/duration-label.ts';
import { GeneratorError, type GeneratorProgress } from '#server/generation/generator.ts';
import { isMarked } from '#server/generation/mask.ts';

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far beside the marked area something is searched that could be there: as a part of its longer side, and in pixels. */
const AROUND = 0.4;
const LEAST_AROUND = 256;
/** A larger area is filled in a smaller size. Memory and time depend on it, and not on the photo. */
const MOST_WORK_PIXELS = 5e6;

/** Details of a preview, as a part of its size. More takes longer, less is blurred. */
const PREVIEWED_DETAIL = 0.75;

/** What a preview needs of a picture’s size. See `fillHole`. */
export const detailOf = ({ width, height }: Pixels, longest: number | undefined): number =>
  longest === undefined ? 1 : Math.min(1, (longest * PREVIEWED_DETAIL) / Math.max(width, height));

/**
 * How many times smaller the copy is that a preview is made of: a power of two, as the steps are in which the picture is filled, so that the same is
 * found in it.
 */
export function reductionOf({ width, height }: { width: number; height: number }, longest: number | undefined): number {
  if (longest === undefined) return 1;
  return 2 ** Math.max(0, Math.floor(Math.log2(Math.max(width, height) / longest)));
}

/** The longer side of that copy; undefined if it is the picture itself. */
export const reducedSide = (size: { width: number; height: number }, reduction: number): number | undefined =>
  reduction === 1 ? undefined : Math.floor(Math.max(size.width, size.height) / reduction);

/** Everything outside the mask has the same bytes as before, so the result is a PNG. A preview of at most `longest` pixels isn’t, unless it is transparent. */
export async function erase(
  { source, mask, longest }: Tasks['erase']['ask'],
  onProgress: (progress: GeneratorProgress) => void,
): Promise<Tasks['erase']['answer']> {
  onProgress({ progress: 0, message: 'Preparing' });
  const size = await pictureSize(source);
  const reduction = reductionOf(size, longest);
  const side = reducedSide(size, reduction);
  const transparent = await decodeTransparent(source, side);
  const picture = transparent ? withoutAlpha(transparent) : await decodeSource(source, side);
  const { width, height } = picture;
  const hole = await holeOf(mask, picture);
  await fillMarked(picture, hole, onProgress, { detail: detailOf(picture, longest), reduction });
  onProgress({ progress: 1, message: 'Saving' });
  if (transparent) {
    for (let from = 0, to = 0; to < transparent.data.length; from += 3, to += 4)
      transparent.data.set(picture.data.subarray(from, from + 3), to);
    clearTransparent(transparent.data);
  }
  const image = transparent
    ? sharp(transparent.data, { raw: { width, height, channels: 4 } })
    : sharp(picture.data, { raw: { width, height, channels: 3 } });
  if (longest !== undefined) image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
  if (longest !== undefined && !transparent) return { bytes: await image.jpeg({ quality: 85 }).toBuffer(), contentType: 'image/jpeg' };
  return { bytes: await image.png({ compressionLevel: 1 }).toBuffer(), contentType: 'image/png' };
}

function withoutAlpha({ data, width, height }: Pixels): Pixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  return { data: rgb, width, height };
}

/** 1 where the picture is to be filled. */
async function holeOf({ bytes }: Tasks['erase']['ask']['mask'], { width, height }: Pixels): Promise<Uint8Array> {
  const values = await sharp(bytes)
    .flatten({ background: '#000000' })
    .resize({ width, height, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
  // `Uint8Array.from` would make a list of all values first.
  const hole = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) hole[at] = isMarked(values[at] ?? 0) ? 1 : 0;
  return hole;
}

/**
 * Fills in place what is marked, from what is around it.
 * @param detail for a preview: see `least` of `fillHole`
 * @param reduction of a preview: how many times smaller the picture is than the one of the result
 * @throws {GeneratorError} `invalid_request` if there is nothing to fill it from
 */
export async function fillMarked(
  picture: Pixels,
  hole: Uint8Array,
  onProgress: (progress: GeneratorProgress) => void,
  { detail = 1, reduction = 1 } = {},
): Promise<void> {
  const area = areaAround(hole, picture, LEAST_AROUND / reduction);
  if (!area) return;
  const begun = performance.now();
  const onStep = async (share: number) => {
    const leftS = (((performance.now() - begun) / share) * (1 - share)) / 1000;
    onProgress({ progress: share, message: leftS > 2 ? `Filling, ${durationLabel(leftS)} left` : 'Filling' });
    // Lets the message be sent.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const { width, height } = area;
  const part = { data: cut(picture.data, picture.width, area, 3), width, height };
  const partHole = cut(hole, picture.width, area, 1);
  const scale = Math.min(1, Math.sqrt(MOST_WORK_PIXELS / (width * height)) / reduction);
  const isFilled =
    scale < 1 ? await fillSmaller(part, partHole, { scale, detail }, onStep) : await fillHole(part, partHole, onStep, detail);
  if (!isFilled) throw new GeneratorError('invalid_request', TOO_LITTLE_AROUND);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = ((area.top + y) * picture.width + area.left) * 3; x < width; x++, from++, to += 3)
      if (partHole[from]) for (let color = 0; color < 3; color++) picture.data[to + color] = part.data[from * 3 + color] ?? 0;
  }
}

async function fillSmaller(
  part: Pixels,
  hole: Uint8Array,
  { scale, detail }: { scale: number; detail: number },
  onStep: (share: number) => Promise<void>,
): Promise<boolean> {
  const { width, height } = part;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const resized = (data: Uint8Array, channels: 1 | 3, from: { width: number; height: number }, to: { width: number; height: number }) =>
    sharp(data, { raw: { width: from.width, height: from.height, channels } })
      .resize({ ...to, fit: 'fill', kernel: channels === 1 ? 'linear' : 'cubic' })
      .raw()
      .toBuffer();
  const grey = await resized(
    hole.map((one) => one * 255),
    1,
    part,
    size,
  );
  const [smallHole, small] = [new Uint8Array(size.width * size.height), await resized(part.data, 3, part, size)];
  const channels = grey.length / smallHole.length;
  for (let at = 0; at < smallHole.length; at++) smallHole[at] = (grey[at * channels] ?? 0) > 0 ? 1 : 0;
  if (!(await fillHole({ data: small, ...size }, smallHole, onStep, Math.min(1, detail / scale)))) return false;
  part.data.set(await resized(small, 3, size, part));
  return true;
}

/** Null if nothing is marked. */
function areaAround(hole: Uint8Array, { width, height }: Pixels, least: number): Area | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (!hole[at]) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), y + 1];
    }
  }
  if (right === 0) return null;
  const around = Math.max(Math.round(least), Math.round(Math.max(right - left, bottom - top) * AROUND));
  const [from, above] = [Math.max(0, left - around), Math.max(0, top - around)];
  return { left: from, top: above, width: Math.min(width, right + around) - from, height: Math.min(height, bottom + around) - above };
}

function cut(data: Uint8Array, stride: number, { left, top, width, height }: Area, channels: number): Uint8Array {
  const part = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * stride + left) * channels;
    part.set(data.subarray(from, from + width * channels), y * width * channels);
  }
  return part;
}
