// Draws a watermark with the same geometry as the server (server/media/watermark.ts).

type Drawable = HTMLImageElement | HTMLCanvasElement;
export type WatermarkPosition = 'top-left' | 'top-right' | 'center' | 'bottom-left' | 'bottom-right' | 'tiled';

export interface WatermarkStyle {
  position: WatermarkPosition;
  /** Percentage of the photo's width, limited to the same percentage of its height. */
  size: number;
  /** Opacity in percent. */
  strength: number;
}

const MARGIN = 0.03;
const GAP = 0.3;

const sizeOf = (picture: Drawable) =>
  picture instanceof HTMLImageElement
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height };

/** Draws the watermark over the canvas. */
export function drawWatermark(canvas: HTMLCanvasElement, mark: Drawable, { position, size, strength }: WatermarkStyle): void {
  const context = canvas.getContext('2d');
  const own = sizeOf(mark);
  if (!context || own.width === 0) return;
  const { width, height } = canvas;
  const ratio = Math.min((width * size) / 100 / own.width, (height * size) / 100 / own.height);
  const drawn = { width: own.width * ratio, height: own.height * ratio };
  context.globalAlpha = strength / 100;
  for (const [x, y] of watermarkPositions(position, drawn, { width, height })) context.drawImage(mark, x, y, drawn.width, drawn.height);
  context.globalAlpha = 1;
}

interface Size {
  width: number;
  height: number;
}

function watermarkPositions(position: WatermarkPosition, mark: Size, photo: Size): [x: number, y: number][] {
  const room = { x: photo.width - mark.width, y: photo.height - mark.height };
  if (position === 'center') return [[room.x / 2, room.y / 2]];
  if (position === 'tiled') {
    const gap = (side: number, whole: number) => Math.min(side * GAP, (whole - side) / 2);
    const step = { x: mark.width + 2 * gap(mark.width, photo.width), y: mark.height + 2 * gap(mark.height, photo.height) };
    const [across, down] = [Math.ceil(photo.width / step.x / 2), Math.ceil(photo.height / step.y / 2)];
    const around = (count: number) => Array.from({ length: 2 * count + 1 }, (_, index) => index - count);
    return around(across).flatMap((column) =>
      around(down).map((row): [number, number] => [room.x / 2 + column * step.x, room.y / 2 + row * step.y]),
    );
  }
  const margin = Math.min(photo.width, photo.height) * MARGIN;
  const near = (side: number) => Math.min(margin, side);
  return [
    [position.endsWith('left') ? near(room.x) : room.x - near(room.x), position.startsWith('top') ? near(room.y) : room.y - near(room.y)],
  ];
}

/** Sharp on the largest photos, and a small upload. */
const FONT_PX = 110;
const MAX_PX = 1600;

/**
 * Renders a text in white with a dark outline, visible on any photo. The browser renders it, because the server may lack the fonts of the
 * text's script.
 */
export function drawText(text: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const fontOf = (px: number) => `600 ${px}px system-ui, -apple-system, 'Segoe UI', sans-serif`;
  context.font = fontOf(FONT_PX);
  const px = Math.min(FONT_PX, Math.floor((FONT_PX * MAX_PX) / Math.max(1, context.measureText(text).width)));
  const edge = Math.ceil(px / 6);
  context.font = fontOf(px);
  canvas.width = Math.ceil(context.measureText(text).width) + 2 * edge;
  canvas.height = Math.ceil(px * 1.25) + 2 * edge;
  // Resizing a canvas resets its context.
  context.font = fontOf(px);
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = px / 14;
  context.strokeStyle = 'rgb(0 0 0 / 0.55)';
  context.shadowColor = 'rgb(0 0 0 / 0.5)';
  context.shadowBlur = px / 10;
  context.strokeText(text, edge, canvas.height / 2);
  context.shadowColor = 'transparent';
  context.fillStyle = '#ffffff';
  context.fillText(text, edge, canvas.height / 2);
  return canvas;
}

/** PNG in Base64, as in the contract. */
export const renderTextPicture = (text: string): string => drawText(text).toDataURL('image/png').split(',')[1] ?? '';
