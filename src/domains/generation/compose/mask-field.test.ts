import { expect, it } from 'vitest';
import { drawStrokes, extendStroke } from './mask-field.tsx';

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
