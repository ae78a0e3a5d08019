// Laying a watermark on a picture. Runs only in the child process (derive-child.ts).
import sharp, { type OverlayOptions, type Sharp } from 'sharp';

export interface AppliedWatermark {
  /** Its picture, with an alpha channel. */
  png: Uint8Array;
  position: 'top-left' | 'top-right' | 'center' | 'bottom-left' | 'bottom-right' | 'tiled';
  /** Of the photo's width and at most of its height, in per cent. */
  size: number;
  /** In per cent. */
  strength: number;
  /** Within the square in the middle, which is what grids show of a small picture. */
  inSquare: boolean;
}

interface Size {
  width: number;
  height: number;
}

/** Between the mark and the edge of the photo, as a share of its shorter side. The settings' preview (src) shows the same. */
const MARGIN = 0.03;
/** Gap on each side of a tile, as a share of its size. */
const GAP = 0.3;

/** @param photo upright, of this size */
export async function applyWatermark(photo: Sharp, of: Size, mark: AppliedWatermark): Promise<Sharp> {
  const side = Math.min(of.width, of.height);
  const area = mark.inSquare ? { width: side, height: side } : of;
  const box = (length: number) => Math.max(1, Math.round((length * mark.size) / 100));
  const drawn = sharp(mark.png)
    .resize(box(area.width), box(area.height), { fit: 'inside' })
    .linear([1, 1, 1, mark.strength / 100], [0, 0, 0, 0]);
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const input = { input: data, raw: { width, height, channels } };
  if (mark.position === 'tiled') return photo.composite([await tile(input, info, of)]);
  const { left, top } = placeOf(mark.position, info, area);
  const beside = { x: Math.floor((of.width - area.width) / 2), y: Math.floor((of.height - area.height) / 2) };
  return photo.composite([{ ...input, left: left + beside.x, top: top + beside.y }]);
}

function placeOf(position: Exclude<AppliedWatermark['position'], 'tiled'>, mark: Size, photo: Size): { left: number; top: number } {
  const room = { x: photo.width - mark.width, y: photo.height - mark.height };
  if (position === 'center') return { left: Math.round(room.x / 2), top: Math.round(room.y / 2) };
  const margin = Math.round(Math.min(photo.width, photo.height) * MARGIN);
  const near = (side: number) => Math.min(margin, side);
  return {
    left: position.endsWith('left') ? near(room.x) : room.x - near(room.x),
    top: position.startsWith('top') ? near(room.y) : room.y - near(room.y),
  };
}

/** sharp refuses a tile that is larger than the picture. */
async function tile(
  { input, raw }: { input: Buffer; raw: Size & { channels: 1 | 2 | 3 | 4 } },
  mark: Size,
  photo: Size,
): Promise<OverlayOptions> {
  const gap = (side: number, whole: number) => Math.min(Math.round(side * GAP), Math.floor((whole - side) / 2));
  const [x, y] = [gap(mark.width, photo.width), gap(mark.height, photo.height)];
  const spaced = sharp(input, { raw }).extend({ left: x, right: x, top: y, bottom: y, background: { r: 0, g: 0, b: 0, alpha: 0 } });
  const { data, info } = await spaced.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels }, tile: true, gravity: 'centre' };
}
