import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string>();
const MOST_KEPT = 3000;

/** A blurred picture of about 32 px as a data URL, from the base64 of a photo's thumbhash. */
export function placeholder(thumbhash: string): string {
  let url = made.get(thumbhash);
  if (url === undefined) {
    url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)));
    if (made.size >= MOST_KEPT) made.clear();
    made.set(thumbhash, url);
  }
  return url;
}

/** The same in the photo's own shape, which a thumbhash knows only roughly: nothing of it looks out from behind the photo. */
export function shapedPlaceholder(thumbhash: string, width: number, height: number): string {
  const image = `<image href="${placeholder(thumbhash)}" width="100%" height="100%" preserveAspectRatio="none"/>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`)}`;
}
