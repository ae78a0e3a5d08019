// Whether a file is a mask at all. A photo chosen by mistake would mark nearly everything.

const SAMPLE_PX = 128;
/** Differences of its channels from which a pixel has a color. */
const COLOR = 48;
/** Distance from black or white up to which a pixel counts as such. */
const NEAR = 40;
const MAX_COLORED = 0.05;
/** Soft edges are gray. */
const MIN_BLACK_OR_WHITE = 0.7;

/** @param rgba pixels of an opaque image */
export function looksLikeMask(rgba: Uint8ClampedArray): boolean {
  const pixels = rgba.length / 4;
  let [colored, ends] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)];
    if (high - low > COLOR) colored++;
    else if (high <= NEAR || low >= 255 - NEAR) ends++;
  }
  return colored <= pixels * MAX_COLORED && ends >= pixels * MIN_BLACK_OR_WHITE;
}

/** Why a file can't be a mask; null if it can, or if only the server can read it. */
export async function maskFileError(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const pen = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d');
  if (!pen) return null;
  // The server reads transparent areas as black too.
  pen.fillRect(0, 0, SAMPLE_PX, SAMPLE_PX);
  pen.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX);
  picture.close();
  return looksLikeMask(pen.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data)
    ? null
    : 'This file doesn’t mark an area. Choose a black image in which the area is white.';
}
