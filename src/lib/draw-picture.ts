// Draws small pictures of shots: in a worker of the page, in the service worker, or on the page as a fallback.

/** `thumbnail`: about 8 kB. `proof`: the picture that is sent ahead of an original on a slow line. */
export type PictureKind = 'thumbnail' | 'proof';

export interface DrawRequest {
  id: number;
  blob: Blob;
  /** Degrees clockwise. */
  turn: number;
  kind: PictureKind;
}

export interface DrawAnswer {
  id: number;
  picture: Blob | null;
}

/** An OffscreenCanvas, or what an engine without them has in its place. */
export interface PictureCanvas {
  readonly width: number;
  readonly height: number;
  getContext(
    kind: '2d',
    options: { alpha: boolean },
  ): Pick<OffscreenCanvasRenderingContext2D, 'imageSmoothingQuality' | 'translate' | 'rotate' | 'drawImage'> | null;
  convertToBlob(options: { type: string; quality: number }): Promise<Blob | null>;
}

type NewCanvas = (width: number, height: number) => PictureCanvas;

interface Version {
  scale(width: number, height: number): number;
  quality: number;
}

/** At most as large, with both sides in pixels. */
const longer = (px: number, quality: number): Version => ({ scale: (width, height) => px / Math.max(width, height), quality });
/** The first one that is small enough is taken. */
const VERSIONS: Record<PictureKind, Version[]> = {
  // Sharp at 72 CSS px on a phone.
  thumbnail: [{ scale: (width, height) => 216 / Math.min(width, height), quality: 0.8 }],
  proof: [longer(1280, 0.72), longer(1280, 0.5), longer(960, 0.4), longer(640, 0.3)],
};
/** Below the 200 kB that the server takes: several are sent at once. */
const MOST_BYTES: Record<PictureKind, number> = { thumbnail: Infinity, proof: 160_000 };

/** Upright, JPEG. Null if the engine cannot decode or draw it. */
export async function drawPicture(
  blob: Blob,
  turn: number,
  kind: PictureKind,
  newCanvas: NewCanvas = (width, height) => new OffscreenCanvas(width, height),
): Promise<Blob | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    for (const version of VERSIONS[kind]) {
      const picture = await draw(bitmap, turn, version, newCanvas);
      if (!picture || picture.size <= MOST_BYTES[kind]) return picture;
    }
    return null;
  } catch {
    // Usually out of memory. A missing thumbnail is a placeholder in a list, never a lost photo.
    return null;
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, turn: number, { scale, quality }: Version, newCanvas: NewCanvas): Promise<Blob | null> {
  const factor = Math.min(1, scale(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * factor));
  const height = Math.max(1, Math.round(bitmap.height * factor));
  const across = turn === 90 || turn === 270;
  const canvas = newCanvas(across ? height : width, across ? width : height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
