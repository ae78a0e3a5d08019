// Paper sizes and how an image is laid out on them. Pure.

export interface Pixels {
  width: number;
  height: number;
}

export type Layout = 'crop' | 'fit';

export interface Paper {
  id: string;
  label: string;
  /** Portrait, in millimeters. */
  width: number;
  height: number;
}

export const DEFAULT_PAPER: Paper = { id: '10x15', label: '10 × 15 cm (4 × 6 in)', width: 100, height: 150 };

export const PAPERS: readonly Paper[] = [
  DEFAULT_PAPER,
  { id: '13x18', label: '13 × 18 cm (5 × 7 in)', width: 130, height: 180 },
  { id: 'a4', label: 'A4', width: 210, height: 297 },
  { id: 'square', label: 'Square, 13 × 13 cm', width: 130, height: 130 },
];

export const isSmallestPaper = ({ width, height }: Pick<Paper, 'width' | 'height'>): boolean =>
  PAPERS.every((other) => other.width * other.height >= width * height);

/** What photo printers print at most. More pixels are not visible on paper. */
const PRINT_DPI = 300;
/** From this on, prints look good from an arm's length. */
const GOOD_DPI = 200;
const SOFT_DPI = 150;
const MM_PER_INCH = 25.4;

/** The paper turned like the image. In millimeters. */
export function turnedPaper({ width, height }: Pick<Paper, 'width' | 'height'>, image: Pixels): Pixels {
  return image.width > image.height ? { width: height, height: width } : { width, height };
}

/** How many pixels of the image come to an inch of the paper. */
export function printDpi(image: Pixels, paper: Pick<Paper, 'width' | 'height'>, layout: Layout): number {
  const page = turnedPaper(paper, image);
  const across = (image.width * MM_PER_INCH) / page.width;
  const down = (image.height * MM_PER_INCH) / page.height;
  return layout === 'crop' ? Math.min(across, down) : Math.max(across, down);
}

/** The share of an image that may be cropped unasked. */
const MAX_CROPPED = 0.2;

/** Fills the paper, unless too much of the image would be lost. */
export function preferredLayout(image: Pixels, paper: Pick<Paper, 'width' | 'height'>): Layout {
  const kept = printDpi(image, paper, 'crop') / printDpi(image, paper, 'fit');
  return 1 - kept > MAX_CROPPED ? 'fit' : 'crop';
}

export interface PrintLayout {
  /** Of the whole file. */
  page: Pixels;
  dpi: number;
  /** Where the image is drawn; beyond the edges it is cropped. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The file to print. It has no more pixels than the image: an enlarged file would only pretend to be sharp. */
export function printLayout(image: Pixels, paper: Pick<Paper, 'width' | 'height'>, layout: Layout): PrintLayout {
  const dpi = Math.max(1, Math.min(PRINT_DPI, Math.round(printDpi(image, paper, layout))));
  const turned = turnedPaper(paper, image);
  const inPixels = (mm: number) => Math.round((mm / MM_PER_INCH) * dpi);
  const page = { width: inPixels(turned.width), height: inPixels(turned.height) };
  const scales = [page.width / image.width, page.height / image.height];
  const scale = layout === 'crop' ? Math.max(...scales) : Math.min(...scales);
  const [width, height] = [image.width * scale, image.height * scale];
  return { page, dpi, width, height, x: (page.width - width) / 2, y: (page.height - height) / 2 };
}

const centimeters = (pixels: number, dpi: number): string => String(Math.floor((pixels / dpi) * 25.4) / 10);

/** The largest print of the whole image that is sharp: "8.6 × 13 cm". */
export const sharpSize = ({ width, height }: Pixels, dpi = PRINT_DPI): string =>
  `${centimeters(width, dpi)} × ${centimeters(height, dpi)} cm`;

/** What to expect of a print. */
export function printQuality(dpi: number, isSmallest = false): { tone: 'success' | 'neutral' | 'warning'; words: string } {
  const rounded = Math.floor(dpi);
  if (rounded >= PRINT_DPI) return { tone: 'success', words: `Sharp: ${rounded} dpi at this size.` };
  if (rounded >= GOOD_DPI) return { tone: 'success', words: `Good: ${rounded} dpi at this size.` };
  if (rounded >= SOFT_DPI) return { tone: 'neutral', words: `A little soft from near: ${rounded} dpi at this size.` };
  const advice = isSmallest ? 'Upscale the image first.' : 'Choose a smaller one, or upscale the image first.';
  return { tone: 'warning', words: `Soft: ${rounded} dpi at this size. ${advice}` };
}
