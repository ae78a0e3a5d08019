// Draws the demo photos: repeatable, so that everybody's demo looks the same, and like photographs, so that the gallery can be judged.
// The only place where sharp may read SVG, and only ours.
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createSeededRandom } from './draw-parts.ts';
import type { DrawScene, Layer } from './draw-scenes.ts';

export interface Drawing {
  scene: DrawScene;
  seed: number;
  width: number;
  height: number;
  takenAt: Date;
  /** Camera in the EXIF data; undefined: none, as in pictures of a browser's camera. */
  camera?: { make: string; model: string } | undefined;
}

/** A JPEG as a camera would have left it. */
export async function drawPhoto({ scene, seed, width, height, takenAt, camera }: Drawing): Promise<Buffer> {
  const chance = createSeededRandom(seed);
  const [ground, ...layers] = scene(width, height, chance);
  if (!ground) throw new Error('a scene without a ground');
  const painted: OverlayOptions[] = [];
  for (const layer of layers) painted.push({ ...(await paint(layer, width, height)), blend: layer.blend });
  painted.push(...(await finish(width, height)));
  const { input, raw } = await paint(ground, width, height);
  const composed = await sharp(input, { raw }).composite(painted).removeAlpha().raw().toBuffer();
  const moment = takenAt.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const photo = sharp(composed, { raw: { width, height, channels: 3 } })
    .linear(1.35, 5)
    .modulate({ saturation: 1.05 })
    .jpeg({ quality: 86 });
  if (!camera) return photo.toBuffer();
  const exif = { IFD0: { Make: camera.make, Model: camera.model, DateTime: moment }, IFD2: { DateTimeOriginal: moment } };
  return photo.withExif(exif).toBuffer();
}

type Pixels = Required<Pick<OverlayOptions, 'raw'>> & { input: Buffer };

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Blurred layers are rendered small. */
async function paint({ svg, blur }: Layer, width: number, height: number): Promise<Pixels> {
  const scale = blur >= 8 ? 6 : blur >= 4 ? 4 : blur >= 2 ? 2 : 1;
  const [w, h] = [Math.round(width / scale), Math.round(height / scale)];
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}">${svg}</svg>`;
  const sigma = (blur / scale) * (Math.max(width, height) / 1800);
  const drawn = sharp(Buffer.from(source)).ensureAlpha();
  const soft = await pixelsOf(sigma >= 0.3 ? drawn.blur(sigma) : drawn);
  return scale === 1 ? soft : pixelsOf(sharp(soft.input, { raw: soft.raw }).resize(width, height, { kernel: 'linear', fit: 'fill' }));
}

/** What every lens and sensor adds at night, made once per size. */
const finishes = new Map<string, Promise<OverlayOptions[]>>();

function finish(width: number, height: number): Promise<OverlayOptions[]> {
  const size = `${width}x${height}`;
  const made = finishes.get(size) ?? makeFinish(width, height);
  finishes.set(size, made);
  return made;
}

async function makeFinish(width: number, height: number): Promise<OverlayOptions[]> {
  const gradient =
    '<radialGradient id="v" r=".75"><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#8a8490"/></radialGradient>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${gradient}</defs><rect width="100%" height="100%" fill="url(#v)"/></svg>`;
  const chance = createSeededRandom(width * height);
  const grain = Buffer.alloc(width * height * 3);
  for (let at = 0; at < grain.length; at += 3) grain.fill(128 + chance.between(-26, 26) + chance.between(-26, 26), at, at + 3);
  return [
    { ...(await pixelsOf(sharp(Buffer.from(svg)))), blend: 'multiply' },
    { ...(await pixelsOf(sharp(grain, { raw: { width, height, channels: 3 } }).blur(0.6))), blend: 'soft-light' },
  ];
}
