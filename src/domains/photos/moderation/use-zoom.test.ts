import { describe, expect, it } from 'vitest';
import { clamped, toScale, ZOOMED_OUT } from './use-zoom.ts';

describe('useZoom', () => {
  it('preserves the focal point', () => {
    const about = { x: 100, y: -40 };
    const closer = toScale(ZOOMED_OUT, 3, about);
    // The point under the focal point at scale 1 is (point − shift) / scale from the center.
    expect([(about.x - closer.x) / closer.scale, (about.y - closer.y) / closer.scale]).toEqual([100, -40]);
    expect(toScale(closer, 1, about)).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it("never pans beyond the photo's edges", () => {
    expect(clamped({ scale: 2, x: 900, y: -900 }, 400, 300, 8)).toEqual({ scale: 2, x: 200, y: -150 });
    expect(clamped({ scale: 1.01, x: 5, y: 5 }, 400, 300, 8)).toEqual(ZOOMED_OUT);
    expect(clamped({ scale: 0.2, x: 5, y: 5 }, 400, 300, 8)).toEqual(ZOOMED_OUT);
    expect(clamped({ scale: 90, x: 0, y: 0 }, 400, 300, 8).scale).toBe(8);
  });
});
