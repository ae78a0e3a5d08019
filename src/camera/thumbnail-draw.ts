// Draws one thumbnail; in the worker, or on the page as a fallback.
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

/** Shorter side in pixels: sharp at 72 CSS px on a phone, about 8 kB. */
const side = 216;
const quality = 0.8;

/** Null if the engine cannot decode or draw it. */
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
    // Usually out of memory. A missing thumbnail is a placeholder in a list, never a lost photo.
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
