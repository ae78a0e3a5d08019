// The grid's arithmetic: squares, three in a row on a phone, more as the screen grows.

/** CSS pixels between squares. */
export const GAP = 3;
const WANTED_SQUARE = 200;
const FEWEST_COLUMNS = 3;

export interface GridLayout {
  columns: number;
  /** Side of a square, CSS pixels. */
  square: number;
}

export function gridLayout(width: number): GridLayout {
  const columns = Math.max(FEWEST_COLUMNS, Math.round(width / WANTED_SQUARE));
  return { columns, square: Math.max(1, (width - GAP * (columns - 1)) / columns) };
}

/** Where an arrow key leads in a grid of `count` squares; null when the key is not one of the grid's. */
export function keyTarget(key: string, index: number, columns: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const step = steps[key];
  if (step !== undefined) {
    const target = index + step;
    return target < 0 || target >= count ? index : target;
  }
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
