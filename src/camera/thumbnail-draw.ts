// Drawing one thumbnail; runs in the worker and, where that is not to be had, on the page.
import type { QuarterTurn } from './orientation.ts';

export interface ThumbnailRequest {
  id: number;
  blob: Blob;
  turn: QuarterTurn;
}

export interface ThumbnailAnswer {
  id: number;
  thumb: Blob | null;
}

/** Pixels of the shorter side: sharp at 72 CSS px on a phone, and some 8 kB. */
const side = 216;
const quality = 0.8;

/** Null where the engine cannot decode or draw it. */
export async function drawThumbnail(blob: Blob, turn: QuarterTurn): Promise<Blob | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    const scale = Math.min(1, side / Math.min(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const across = turn === 90 || turn === 270;
    const canvas = newCanvas(across ? height : width, across ? width : height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turn * Math.PI) / 180);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
    return await toJpeg(canvas);
  } catch {
    // Out of memory, mostly. A missing thumbnail is a tile in a list, never a lost photo.
    return null;
  } finally {
    bitmap.close();
  }
}

function newCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function toJpeg(canvas: OffscreenCanvas | HTMLCanvasElement): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
