// What was drawn over a picture, independent of how large it is shown. Pure.

export interface Point {
  /** From the picture's left edge and from its top, each 0 to 1. */
  x: number;
  y: number;
}

export interface Stroke {
  /** Of the brush, as a share of the picture's longer side. */
  width: number;
  points: readonly Point[];
}

type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'lineWidth' | 'lineCap' | 'lineJoin' | 'strokeStyle'
>;

const DOT_PX = 0.5;

/** Strokes with round ends; one that is a point is a dot. */
export function drawStrokes(pen: Pen, strokes: readonly Stroke[], size: { width: number; height: number }, colour: string): void {
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
    // A line without length is none, and has no ends to be drawn.
    if (points.length === 1) pen.lineTo(first.x * size.width + DOT_PX, first.y * size.height);
    pen.stroke();
  }
}

/** The last stroke goes on. */
export const extended = (strokes: readonly Stroke[], point: Point): readonly Stroke[] =>
  strokes.map((stroke, index) => (index === strokes.length - 1 ? { ...stroke, points: [...stroke.points, point] } : stroke));
