// Doubles width and height, part by part: what a photo needs of memory beyond its pixels doesn't depend on its size.
import sharp from 'sharp';
import { MAX_UPSCALE_PIXELS, MAX_UPSCALE_PIXELS_WITH_ALPHA, UPSCALE_FACTOR, UPSCALE_TILE } from '#server/generation/builtin/models.ts';
import { loadNetwork, type Network } from '#server/generation/builtin/neural/engine.ts';
import { clearTransparent, decodeSource, decodeTransparent } from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { durationLabel } from '#server/generation/duration-label.ts';
import { GeneratorError, type GeneratorProgress } from '#server/generation/generator.ts';
import { tooManyPixels } from '#server/generation/request.ts';

/** Around each tile: as far as the network looks, so that a pixel is the same in every tile that has it. */
const MARGIN = 10;

/** Red, green, blue and, if there is one, alpha: a byte each. */
interface Raw {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

export async function upscale(
  { source }: Tasks['upscale']['ask'],
  onProgress: (progress: GeneratorProgress) => void,
): Promise<Tasks['upscale']['answer']> {
  const transparent = await decodeTransparent(source);
  const picture: Raw = transparent ? { ...transparent, channels: 4 } : { ...(await decodeSource(source)), channels: 3 };
  const most = transparent ? MAX_UPSCALE_PIXELS_WITH_ALPHA : MAX_UPSCALE_PIXELS;
  if (picture.width * picture.height > most) throw new GeneratorError('invalid_request', `The image ${tooManyPixels(picture, most)}.`);
  onProgress({ progress: 0, message: 'Preparing' });
  const network = await loadNetwork('esrgan');
  const begun = performance.now();
  let tiles = 0;
  const tell = progressOf(onProgress);
  const large = await doublePixels(picture, network, (done, all) => {
    tiles = all;
    tell(done, all);
  });
  const tileMs = (performance.now() - begun) / tiles;
  onProgress({ progress: 1, message: 'Saving' });
  const image = sharp(large.data, { raw: large });
  if (transparent) return { bytes: await image.png({ compressionLevel: 6 }).toBuffer(), contentType: 'image/png', tileMs };
  // Optimal tables would need all coefficients in memory: 600 MB of a large photo.
  const jpeg = image.jpeg({ quality: 93, chromaSubsampling: '4:4:4', optimiseCoding: false });
  return { bytes: await jpeg.toBuffer(), contentType: 'image/jpeg', tileMs };
}

/** Says how far it is, and how long the rest takes at the pace so far. */
function progressOf(onProgress: (progress: GeneratorProgress) => void) {
  const begun = performance.now();
  return (done: number, all: number) => {
    const leftS = (((performance.now() - begun) / done) * (all - done)) / 1000;
    const left = leftS > 2 ? `, ${durationLabel(leftS)} left` : '';
    onProgress({ progress: done / all, message: `${Math.floor((done / all) * 100)}%${left}` });
  };
}

/** The time of a tile, after a first one that warms up. */
export async function timeTile(): Promise<Tasks['time-upscale']['answer']> {
  const network = await loadNetwork('esrgan');
  const side = UPSCALE_TILE + 2 * MARGIN;
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 37) % 251);
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const begun = performance.now();
    await network.run(pixels, { width: side, height: side });
    times.push(performance.now() - begun);
  }
  return { tileMs: ((times[1] ?? 0) + (times[2] ?? 0)) / 2 };
}

/**
 * @param tile its side in pixels of the source
 * @param onTile is called after each tile
 */
export async function doublePixels(
  { data, width, height, channels }: Raw,
  network: Network,
  onTile: (done: number, all: number) => void,
  tile = UPSCALE_TILE,
): Promise<Raw> {
  const wide = width * UPSCALE_FACTOR;
  const large = { data: new Uint8Array(wide * height * UPSCALE_FACTOR * channels), width: wide, height: height * UPSCALE_FACTOR, channels };
  if (channels === 4) await doubleAlpha({ data, width, height }, large.data);
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)];
  for (let done = 0; done < columns * rows; done++) {
    const [left, top] = [(done % columns) * tile, Math.floor(done / columns) * tile];
    const [across, down] = [Math.min(tile, width - left), Math.min(tile, height - top)];
    const size = { width: across + 2 * MARGIN, height: down + 2 * MARGIN };
    const input = new Uint8Array(size.width * size.height * 3);
    // Beyond the rim of the picture its last pixels go on.
    for (let y = 0, to = 0; y < size.height; y++) {
      const row = Math.min(height - 1, Math.max(0, top + y - MARGIN)) * width;
      for (let x = 0; x < size.width; x++, to += 3) {
        const at = (row + Math.min(width - 1, Math.max(0, left + x - MARGIN))) * channels;
        input[to] = data[at] ?? 0;
        input[to + 1] = data[at + 1] ?? 0;
        input[to + 2] = data[at + 2] ?? 0;
      }
    }
    const output = await network.run(input, size);
    for (let y = 0; y < down * UPSCALE_FACTOR; y++) {
      const from = ((y + MARGIN * UPSCALE_FACTOR) * size.width * UPSCALE_FACTOR + MARGIN * UPSCALE_FACTOR) * 3;
      let to = ((top * UPSCALE_FACTOR + y) * wide + left * UPSCALE_FACTOR) * channels;
      if (channels === 3) large.data.set(output.subarray(from, from + across * UPSCALE_FACTOR * 3), to);
      else
        for (let at = from; at < from + across * UPSCALE_FACTOR * 3; at += 3, to += 4) {
          large.data[to] = output[at] ?? 0;
          large.data[to + 1] = output[at + 1] ?? 0;
          large.data[to + 2] = output[at + 2] ?? 0;
        }
    }
    onTile(done + 1, columns * rows);
  }
  if (channels === 4) clearTransparent(large.data);
  return large;
}

async function doubleAlpha({ data, width, height }: Omit<Raw, 'channels'>, large: Uint8Array): Promise<void> {
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3] ?? 0;
  const doubled = await sharp(alpha, { raw: { width, height, channels: 1 } })
    .resize({ width: width * UPSCALE_FACTOR, height: height * UPSCALE_FACTOR, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  for (let at = 0; at < doubled.length; at++) large[at * 4 + 3] = doubled[at] ?? 0;
}
