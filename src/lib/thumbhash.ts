import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

const MAX_CACHED = 3000;

function memoized(make: (hash: Uint8Array) => string): (thumbhash: string) => string {
  const made = new Map<string, string>();
  return (thumbhash) => {
    let result = made.get(thumbhash);
    if (result === undefined) {
      result = make(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
      if (made.size >= MAX_CACHED) made.clear();
      made.set(thumbhash, result);
    }
    return result;
  };
}

/** A blurred image of about 32 px as a data URL, from a photo's base64 thumbhash. */
export const placeholder = memoized(thumbHashToDataURL);

/** The photo's average color for CSS, at a hundredth of the cost of `placeholder`. */
export const meanColor = memoized((hash) => {
  const { r, g, b } = thumbHashToAverageRGBA(hash);
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
});

/** The placeholder in the photo's exact aspect ratio, which a thumbhash only approximates, so that nothing sticks out behind the photo. */
export function shapedPlaceholder(thumbhash: string, width: number, height: number): string {
  const image = `<image href="${placeholder(thumbhash)}" width="100%" height="100%" preserveAspectRatio="none"/>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`)}`;
}
