import { expect, it } from 'vitest';
import {
  blurred,
  changeRectangle,
  drawStep,
  drawSteps,
  drawStrokes,
  extendStroke,
  isMarked,
  type MaskPen,
  type MaskStep,
} from './mask-steps.ts';

function fakePen() {
  const drawn: string[] = [];
  return {
    drawn,
    lineWidth: 0,
    lineCap: 'butt' as CanvasLineCap,
    lineJoin: 'miter' as CanvasLineJoin,
    strokeStyle: '',
    beginPath: () => void drawn.push('begin'),
    moveTo: (x: number, y: number) => void drawn.push(`move ${x} ${y}`),
    lineTo: (x: number, y: number) => void drawn.push(`line ${x} ${y}`),
    stroke() {
      drawn.push(`stroke ${this.lineWidth} ${this.strokeStyle} ${this.lineCap}`);
    },
  };
}

it('scales strokes to the image, and draws a tap as a dot', () => {
  const pen = fakePen();
  const strokes = [
    { width: 0.1, points: [{ x: 0.5, y: 0.5 }] },
    {
      width: 0.05,
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    },
    { width: 0.05, points: [] },
  ];
  drawStrokes(pen, strokes, { width: 200, height: 100 }, 'white');
  expect(pen.drawn).toEqual([
    'begin',
    'move 100 50',
    'line 100.5 50',
    'stroke 20 white round',
    'begin',
    'move 0 0',
    'line 200 100',
    'stroke 10 white round',
  ]);
});

it('extends the last stroke without changing earlier states', () => {
  const before = [
    { width: 0.1, points: [{ x: 0, y: 0 }] },
    { width: 0.1, points: [{ x: 0.2, y: 0.2 }] },
  ];
  const after = extendStroke(before, { x: 0.3, y: 0.3 });
  expect(after.map(({ points }) => points.length)).toEqual([1, 2]);
  expect(before[1]?.points).toHaveLength(1);
  expect(extendStroke([], { x: 0, y: 0 })).toEqual([]);
});

/** A pen on a grid of pixels, which are marked or not. Strokes mark the pixels of their points. */
function gridPen(size: { width: number; height: number }) {
  const marked = new Set<string>();
  const pen = {
    ...fakePen(),
    globalCompositeOperation: 'source-over' as GlobalCompositeOperation,
    fillStyle: '',
    points: [] as [number, number][],
    beginPath: () => void (pen.points = []),
    moveTo: (x: number, y: number) => void pen.points.push([x, y]),
    lineTo: (x: number, y: number) => void pen.points.push([x, y]),
    stroke() {
      for (const [x, y] of pen.points) put(Math.floor(x), Math.floor(y));
    },
    clearRect: () => marked.clear(),
    fillRect(left: number, top: number, width: number, height: number) {
      for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) put(x, y);
    },
  };
  const put = (x: number, y: number) => {
    const key = `${x},${y}`;
    const erases = pen.globalCompositeOperation === 'destination-out' || (pen.globalCompositeOperation === 'source-out' && marked.has(key));
    if (erases) marked.delete(key);
    else marked.add(key);
  };
  const rows = () =>
    Array.from({ length: size.height }, (_, y) =>
      Array.from({ length: size.width }, (__, x) => (marked.has(`${x},${y}`) ? '#' : '.')).join(''),
    );
  return { pen: pen as unknown as MaskPen, rows };
}

it('is the result of all steps in their order: rectangles, erasing, inverting, clearing', () => {
  const size = { width: 4, height: 2 };
  const { pen, rows } = gridPen(size);
  const left: MaskStep = { rectangle: { left: 0, top: 0, width: 0.5, height: 1 } };
  const steps: MaskStep[] = [left, { rectangle: { left: 0, top: 0, width: 0.25, height: 0.5 }, erases: true }];
  drawSteps(pen, steps, size, 'white');
  expect(rows()).toEqual(['.#..', '##..']);
  drawStep(pen, { whole: 'invert' }, size, 'white');
  expect(rows()).toEqual(['#.##', '..##']);
  drawStep(pen, { width: 0.1, points: [{ x: 0.8, y: 0.8 }], erases: true }, size, 'white');
  expect(rows()).toEqual(['#.##', '..#.']);
  // Drawn again, as after Undo, nothing of it is left.
  drawSteps(pen, [left], size, 'white');
  expect(rows()).toEqual(['##..', '##..']);
  drawSteps(pen, [left, { whole: 'clear' }], size, 'white');
  expect(rows()).toEqual(['....', '....']);
});

it.each<[string, MaskStep[], boolean]>([
  ['nothing', [], false],
  ['a stroke', [{ width: 0.1, points: [] }], true],
  ['only erasing', [{ width: 0.1, points: [], erases: true }], false],
  ['a cleared stroke', [{ width: 0.1, points: [] }, { whole: 'clear' }], false],
  ['an inverted empty mask', [{ whole: 'clear' }, { whole: 'invert' }], true],
])('knows whether something is marked: %s', (_what, steps, is) => expect(isMarked(steps)).toBe(is));

it('moves and resizes a rectangle within the image', () => {
  const start = { left: 0.5, top: 0.5, width: 0.4, height: 0.4 };
  expect(changeRectangle(start, { x: 0.02, y: 0 }, false)).toEqual({ ...start, left: 0.52 });
  expect(changeRectangle(start, { x: 0.2, y: -0.6 }, false)).toEqual({ ...start, left: 0.6, top: 0 });
  expect(changeRectangle(start, { x: 0.2, y: -0.6 }, true)).toEqual({ ...start, width: 0.5, height: 0.02 });
});

it('softens an edge without moving it, and leaves even areas as they are', () => {
  const size = { width: 20, height: 3 };
  const half = Uint8ClampedArray.from({ length: 60 }, (_, at) => (at % 20 < 10 ? 0 : 255));
  const soft = blurred(half, size, 2);
  const row = Array.from(soft.subarray(20, 40));
  expect([row[0], row[19]]).toEqual([0, 255]);
  expect(row.toSorted((a, b) => a - b)).toEqual(row);
  expect(Math.abs(row[9]! + row[10]! - 255)).toBeLessThanOrEqual(2);
  expect(new Set(row).size).toBeGreaterThan(5);
  expect(blurred(half, size, 0)).toBe(half);
});
