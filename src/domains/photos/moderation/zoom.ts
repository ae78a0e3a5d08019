// How a photo lies in its place when it is looked at closer. Pure.

export interface Zoom {
  /** 1: all of it is seen. */
  scale: number;
  /** Moved from the middle, CSS pixels. */
  x: number;
  y: number;
}

export const ZOOMED_OUT: Zoom = { scale: 1, x: 0, y: 0 };

/** @param about stays where it is; from the middle */
export function toScale({ scale, x, y }: Zoom, wanted: number, about: { x: number; y: number }): Zoom {
  const by = wanted / scale;
  return { scale: wanted, x: about.x - (about.x - x) * by, y: about.y - (about.y - y) * by };
}

/** Never smaller than its place, never beyond its own edges. */
export function clamped({ scale, x, y }: Zoom, width: number, height: number, most: number): Zoom {
  // A little above is meant as all of it: what is dragged by a pixel would not decide any more.
  const kept = scale < 1.02 ? 1 : Math.min(scale, most);
  const within = (value: number, size: number) => {
    const room = (size * (kept - 1)) / 2;
    return Math.max(-room, Math.min(room, value)) + 0;
  };
  return { scale: kept, x: within(x, width), y: within(y, height) };
}
