// What a person drew, as steps in relative coordinates, independent of the displayed size. The mask is the result of all of them. Pure.

export interface Point {
  /** From the image's left and top edges, each 0 to 1. */
  x: number;
  y: number;
}

export interface Stroke {
  /** Brush width as a share of the image's longer side. */
  width: number;
  points: readonly Point[];
  erases?: boolean;
}

/** Position and size, each as a share of the image. */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type MaskStep = Stroke | { rectangle: Rectangle; erases?: boolean } | { whole: 'invert' | 'clear' };

interface Size {
  width: number;
  height: number;
}

type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineWidth' | 'lineCap' | 'lineJoin' | 'strokeStyle'
>;
export type MaskPen = Pen & Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillStyle' | 'globalCompositeOperation'>;

const DOT_PX = 0.5;

/** Draws strokes with round caps, and a single point as a dot. */
export function drawStrokes(pen: Pen, strokes: readonly Stroke[], size: Size, colour: string): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  for (const { width, points } of strokes) {
    const [first] = points;
    if (!first) continue;
    pen.lineWidth = width * Math.max(size.width, size.height);
    pen.beginPath();
    pen.moveTo(first.x * size.width, first.y * size.height);
    for (const { x, y } of points.slice(1)) pen.lineTo(x * size.width, y * size.height);
    // Canvas draws no caps on a line of zero length.
    if (points.length === 1) pen.lineTo(first.x * size.width + DOT_PX, first.y * size.height);
    pen.stroke();
  }
}

/** Applies one more step to what is drawn. */
export function drawStep(pen: MaskPen, step: MaskStep, size: Size, colour: string): void {
  pen.fillStyle = colour;
  if ('whole' in step) {
    if (step.whole === 'clear') return pen.clearRect(0, 0, size.width, size.height);
    // Fills exactly what is empty.
    pen.globalCompositeOperation = 'source-out';
    pen.fillRect(0, 0, size.width, size.height);
    pen.globalCompositeOperation = 'source-over';
    return undefined;
  }
  pen.globalCompositeOperation = step.erases ? 'destination-out' : 'source-over';
  if ('points' in step) drawStrokes(pen, [step], size, colour);
  else {
    const { left, top, width, height } = step.rectangle;
    pen.fillRect(left * size.width, top * size.height, width * size.width, height * size.height);
  }
  pen.globalCompositeOperation = 'source-over';
  return undefined;
}

export function drawSteps(pen: MaskPen, steps: readonly MaskStep[], size: Size, colour: string): void {
  pen.clearRect(0, 0, size.width, size.height);
  for (const step of steps) drawStep(pen, step, size, colour);
}

/** Adds a point to the last stroke. */
export const extendStroke = <Step extends MaskStep>(steps: readonly Step[], point: Point): readonly Step[] =>
  steps.map((step, index) => (index === steps.length - 1 && 'points' in step ? { ...step, points: [...step.points, point] } : step));

/** Whether anything may be left: not after Clear, and not if everything only erases. */
export function isMarked(steps: readonly MaskStep[]): boolean {
  const after = steps.slice(steps.findLastIndex((step) => 'whole' in step && step.whole === 'clear') + 1);
  return after.some((step) => ('whole' in step ? step.whole === 'invert' : !step.erases));
}

/** A rectangle moved or resized by a part of the image; it stays inside. */
export function changeRectangle({ left, top, width, height }: Rectangle, by: { x: number; y: number }, resizes: boolean): Rectangle {
  const least = 0.02;
  const within = (value: number, low: number, high: number) => Math.round(Math.min(high, Math.max(low, value)) * 1000) / 1000;
  if (resizes) return { left, top, width: within(width + by.x, least, 1 - left), height: within(height + by.y, least, 1 - top) };
  return { left: within(left + by.x, 0, 1 - width), top: within(top + by.y, 0, 1 - height), width, height };
}

/** Blurs 8-bit values three times by a box, which comes close to a Gaussian blur. Safari can't blur canvases. */
export function blurred(values: Uint8ClampedArray, { width, height }: Size, radius: number): Uint8ClampedArray {
  const reach = Math.round(radius);
  if (reach < 1) return values;
  let now = values;
  for (let pass = 0; pass < 3; pass++) {
    now = blurRows(now, width, height, reach, 1, width);
    now = blurRows(now, height, width, reach, width, 1);
  }
  return now;
}

/** One direction: lines of `length` values that are `step` apart, `count` lines that are `line` apart. Beyond the edge its value continues. */
function blurRows(values: Uint8ClampedArray, length: number, count: number, reach: number, step: number, line: number): Uint8ClampedArray {
  const result = new Uint8ClampedArray(values.length);
  const size = 2 * reach + 1;
  for (let at = 0; at < count; at++) {
    const start = at * line;
    const read = (index: number) => values[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0;
    let sum = 0;
    for (let index = -reach; index <= reach; index++) sum += read(index);
    for (let index = 0; index < length; index++) {
      result[start + index * step] = Math.round(sum / size);
      sum += read(index + reach + 1) - read(index - reach);
    }
  }
  return result;
}
