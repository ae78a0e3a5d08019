// Extends a photo to another aspect ratio without inventing anything: narrow borders continue the edges, wide ones are a blurred frame.
import sharp from 'sharp';
import { detailOf, fillMarked } from '#server/generation/builtin/fill/erase.ts';
import { MAX_EDITED_SIDE } from '#server/generation/builtin/models.ts';
import { decodeSource, type Pixels } from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import type { GeneratorProgress } from '#server/generation/generator.ts';
import { type CanvasPlan, isReduced, planCanvas } from '#server/generation/outpaint.ts';

/** The widest border that is continued, as a part of the photo's side. The form says the same before (`continuesEdges`). */
export const MOST_CONTINUED = 0.17;
/** What a border is continued from: so many times its width, so that nothing from the middle of the photo appears in it. */
const FROM = 2;
/** The blurred frame: its Gaussian as a part of the longer side, that side while it is blurred, and how bright it is. */
const BLUR = 0.03;
const BLURRED_SIDE = 1024;
const BRIGHTNESS = 0.65;

export async function extend(
  { source, ratio, anchor, longest }: Tasks['extend']['ask'],
  onProgress: (progress: GeneratorProgress) => void,
): Promise<Tasks['extend']['answer']> {
  onProgress({ progress: 0, message: 'Preparing' });
  const whole = await decodeSource(source);
  const plan = planCanvas(whole, ratio, anchor, MAX_EDITED_SIDE);
  const { place, canvas } = plan;
  const isSmaller = isReduced(whole, place);
  const photo = isSmaller ? await resized(whole, place) : whole;
  // Made of the photo itself: in a smaller copy, other places would be found in its edges.
  const detail = detailOf(photo, longest);
  const bytes = widestBorder(plan) <= MOST_CONTINUED ? await continued(photo, plan, onProgress, detail) : await framed(photo, plan);
  onProgress({ progress: 1, message: 'Saving' });
  const image = sharp(bytes, { raw: { ...canvas, channels: 3 } });
  if (longest !== undefined) image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
  const jpeg = image.jpeg({ quality: 93, chromaSubsampling: '4:4:4', optimiseCoding: false });
  return { bytes: await jpeg.toBuffer(), contentType: 'image/jpeg', isSmaller };
}

const resized = async ({ data, width, height }: Pixels, to: { width: number; height: number }): Promise<Pixels> => ({
  data: await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: to.width, height: to.height, fit: 'fill' })
    .raw()
    .toBuffer(),
  width: to.width,
  height: to.height,
});

interface Border {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** New areas beside, above or below the photo. */
function bordersOf({ canvas, place }: CanvasPlan): Border[] {
  const right = place.left + place.width;
  const bottom = place.top + place.height;
  return [
    { left: 0, top: 0, width: place.left, height: canvas.height },
    { left: right, top: 0, width: canvas.width - right, height: canvas.height },
    { left: 0, top: 0, width: canvas.width, height: place.top },
    { left: 0, top: bottom, width: canvas.width, height: canvas.height - bottom },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

const widestBorder = (plan: CanvasPlan): number =>
  Math.max(
    0,
    ...bordersOf(plan).map(({ width, height }) => (height === plan.canvas.height ? width / plan.place.width : height / plan.place.height)),
  );

async function continued(
  photo: Pixels,
  plan: CanvasPlan,
  onProgress: (progress: GeneratorProgress) => void,
  detail: number,
): Promise<Uint8Array> {
  const { canvas, place } = plan;
  const data = new Uint8Array(canvas.width * canvas.height * 3);
  for (let y = 0; y < photo.height; y++)
    data.set(photo.data.subarray(y * photo.width * 3, (y + 1) * photo.width * 3), ((place.top + y) * canvas.width + place.left) * 3);
  const borders = bordersOf(plan);
  for (const [at, border] of borders.entries()) {
    const strip = stripOf(border, canvas);
    const part = { data: new Uint8Array(strip.width * strip.height * 3), width: strip.width, height: strip.height };
    const hole = new Uint8Array(strip.width * strip.height);
    for (let y = 0; y < strip.height; y++) {
      const from = ((strip.top + y) * canvas.width + strip.left) * 3;
      part.data.set(data.subarray(from, from + strip.width * 3), y * strip.width * 3);
      const row = strip.top + y - border.top;
      if (row < 0 || row >= border.height) continue;
      const start = y * strip.width + border.left - strip.left;
      hole.fill(1, start, start + border.width);
    }
    const onPart = ({ progress, message }: GeneratorProgress) => onProgress({ progress: (at + (progress ?? 0)) / borders.length, message });
    await fillMarked(part, hole, onPart, { detail });
    for (let y = 0; y < strip.height; y++)
      data.set(part.data.subarray(y * strip.width * 3, (y + 1) * strip.width * 3), ((strip.top + y) * canvas.width + strip.left) * 3);
  }
  return data;
}

/** A border with what it is continued from. */
function stripOf(border: Border, canvas: { width: number; height: number }): Border {
  if (border.height === canvas.height) {
    const width = Math.min(canvas.width, border.width * (1 + FROM) + 32);
    return { ...border, width, left: border.left === 0 ? 0 : canvas.width - width };
  }
  const height = Math.min(canvas.height, border.height * (1 + FROM) + 32);
  return { ...border, height, top: border.top === 0 ? 0 : canvas.height - height };
}

/** The photo on an enlarged, blurred and darker copy of itself. */
async function framed(photo: Pixels, { canvas, place }: CanvasPlan): Promise<Uint8Array> {
  const scale = Math.min(1, BLURRED_SIDE / Math.max(canvas.width, canvas.height));
  const small = { width: Math.max(1, Math.round(canvas.width * scale)), height: Math.max(1, Math.round(canvas.height * scale)) };
  const raw = { width: photo.width, height: photo.height, channels: 3 as const };
  const behind = await sharp(photo.data, { raw })
    .resize({ ...small, fit: 'cover' })
    .blur(Math.max(0.5, BLURRED_SIDE * BLUR * Math.min(1, Math.max(small.width, small.height) / BLURRED_SIDE)))
    .linear(BRIGHTNESS, 0)
    .raw()
    .toBuffer();
  const large = await sharp(behind, { raw: { ...small, channels: 3 } })
    .resize({ ...canvas, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return (
    sharp(large, { raw: { ...canvas, channels: 3 } })
      .composite([{ input: Buffer.from(photo.data), raw, left: place.left, top: place.top }])
      // Compositing adds an alpha channel.
      .removeAlpha()
      .raw()
      .toBuffer()
  );
}
