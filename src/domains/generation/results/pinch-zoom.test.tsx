import { fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { movedView, transformOf, usePinchZoom, WHOLE, zoomedView } from './pinch-zoom.ts';

it('zooms at a point, which stays where it is, and never leaves the frame', () => {
  const frame = { width: 200, height: 100 };
  const at = { x: 50, y: 50 };
  const zoomed = zoomedView(WHOLE, 2, at, frame);
  expect(zoomed).toEqual({ scale: 2, x: -50, y: -50 });
  expect(zoomedView(zoomed, 0.01, at, frame)).toEqual(WHOLE);
  expect(zoomedView(WHOLE, 100, at, frame).scale).toBe(8);
  expect(movedView(zoomed, { x: 1000, y: -1000 }, frame)).toEqual({ scale: 2, x: 0, y: -100 });
});

function Picture({ pans }: { pans: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE);
  const pointers = usePinchZoom({ frame, view, onView: setView, pans });
  return (
    <div ref={frame} data-testid="frame" {...pointers}>
      {transformOf(view)}
    </div>
  );
}

/** Touches of a frame of 200 × 100 pixels. */
function touching(pans: boolean) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100));
  render(<Picture pans={pans} />);
  const frame = screen.getByTestId('frame');
  const touch = (kind: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, clientX: number, clientY = 50) =>
    fireEvent[kind](frame, { pointerId, pointerType: 'touch', clientX, clientY });
  const tap = (x: number) => (touch('pointerDown', 1, x), touch('pointerUp', 1, x));
  return { touch, tap, shown: () => frame.textContent };
}

it('two fingers zoom and move, also where one finger does something else', () => {
  for (const pans of [true, false]) {
    const { touch, shown } = touching(pans);
    touch('pointerDown', 1, 80);
    touch('pointerDown', 2, 120);
    touch('pointerMove', 1, 40);
    expect(shown()).toBe('translate(-100px, -50px) scale(2)');
    touch('pointerUp', 2, 120);
    touch('pointerMove', 1, 70);
    expect(shown()).toBe(pans ? 'translate(-70px, -50px) scale(2)' : 'translate(-100px, -50px) scale(2)');
    touch('pointerUp', 1, 70);
    document.body.replaceChildren();
  }
  vi.restoreAllMocks();
});

it('a double tap zooms at its place, and back', () => {
  const { tap, shown, touch } = touching(true);
  tap(100);
  expect(shown()).toBe('translate(0px, 0px) scale(1)');
  tap(102);
  expect(shown()).toMatch(/scale\(2\.5\)$/);
  touch('pointerDown', 1, 100);
  touch('pointerMove', 1, 60);
  touch('pointerUp', 1, 60);
  tap(60);
  expect(shown()).toMatch(/scale\(2\.5\)$/);
  tap(60);
  expect(shown()).toBe('translate(0px, 0px) scale(1)');
  vi.restoreAllMocks();
});

it('the wheel zooms at the pointer', () => {
  const { shown } = touching(true);
  fireEvent.wheel(screen.getByTestId('frame'), { deltaY: -400 * Math.log(2), clientX: 0, clientY: 0 });
  expect(shown()).toBe('translate(0px, 0px) scale(2)');
  vi.restoreAllMocks();
});
