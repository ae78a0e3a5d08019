// Which photos share a slide: two upright ones stand side by side on a wide screen, two wide ones lie on top of each other on an upright screen.

export interface Size {
  width: number | null;
  height: number | null;
}

type Shape = 'wide' | 'upright' | 'square';

/** Nearer to a square than this, nothing is gained by a pair. */
const SQUARE = 1.1;

export function shapeOf({ width, height }: Size): Shape {
  if (!width || !height) return 'square';
  if (width > height * SQUARE) return 'wide';
  return height > width * SQUARE ? 'upright' : 'square';
}

export type Layout = 'single' | 'side-by-side' | 'stacked';

export function layoutOf(screen: Size, photos: readonly Size[]): Layout {
  const [first, second] = photos;
  if (!first || !second) return 'single';
  const shape = shapeOf(screen);
  const areAll = (wanted: Shape) => photos.every((photo) => shapeOf(photo) === wanted);
  if (shape === 'wide' && areAll('upright')) return 'side-by-side';
  return shape === 'upright' && areAll('wide') ? 'stacked' : 'single';
}

/** The first of the candidates that fits beside the photo on this screen. */
export const partnerOf = <Photo extends Size>(screen: Size, photo: Photo, candidates: readonly Photo[]): Photo | undefined =>
  candidates.find((candidate) => layoutOf(screen, [photo, candidate]) !== 'single');
