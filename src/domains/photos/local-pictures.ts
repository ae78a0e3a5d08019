// Object URLs of images on this phone. Thumbnails (about 15 kB) live as long as the page, so that a delivered photo's tile shows its own
// until the server's has loaded. The viewer releases full images.
import { readBlob, readThumb } from '#src/outbox/queue.ts';
import type { Orientation } from '#src/outbox/record.ts';

const thumbs = new Map<string, string>();

/** Loads the local thumbnail of a photo for `localThumbUrl`, if there is one. */
export async function cacheThumb(id: string): Promise<void> {
  if (thumbs.has(id)) return;
  const blob = await readThumb(id);
  if (blob && !thumbs.has(id)) thumbs.set(id, URL.createObjectURL(blob));
}

export const localThumbUrl = (id: string): string | null => thumbs.get(id) ?? null;

export interface LocalPicture {
  url: string;
  width: number;
  height: number;
}

/**
 * A waiting photo in full size and upright. The caller revokes `url`.
 * @returns null if its bytes are gone (delivered since) or this browser cannot decode it (HEIC outside Safari)
 */
export async function readLocalPicture(id: string, orientation: Orientation): Promise<LocalPicture | null> {
  const blob = await readBlob(id);
  if (!blob) return null;
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  if (orientation === 0) {
    bitmap.close();
    return { url: URL.createObjectURL(blob), width, height };
  }
  const turned = await turn(bitmap, orientation);
  bitmap.close();
  return turned;
}

async function turn(bitmap: ImageBitmap, degrees: Orientation): Promise<LocalPicture | null> {
  const canvas = document.createElement('canvas');
  const sideways = degrees % 180 !== 0;
  canvas.width = sideways ? bitmap.height : bitmap.width;
  canvas.height = sideways ? bitmap.width : bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return blob && { url: URL.createObjectURL(blob), width: canvas.width, height: canvas.height };
}
