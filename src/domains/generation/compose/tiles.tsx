// Choices that are seen: formats as rectangles, styles as tiles. Radio buttons underneath, so that one tab stop and the arrow keys are enough.
import { useId, type ReactNode } from 'react';

interface Tile {
  value: string;
  label: string;
  /** Below the label. */
  note?: string;
  picture?: ReactNode;
}

interface TileGroupProps {
  legend: string;
  tiles: readonly Tile[];
  value: string;
  onChange: (value: string) => void;
  /** CSS, of the grid. */
  columns?: string;
}

export function TileGroup({ legend, tiles, value, onChange, columns = 'repeat(auto-fill, minmax(5rem, 1fr))' }: TileGroupProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2" style={{ gridTemplateColumns: columns }}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className="relative grid min-h-11 cursor-pointer content-center justify-items-center gap-1 rounded-md border border-line bg-control px-1 py-2 text-center text-sm transition-colors hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={tile.value}
              checked={tile.value === value}
              onChange={() => onChange(tile.value)}
              // What is sent stands over the form's foot, and must not cover what has the focus.
              style={{ scrollMarginBottom: '8rem' }}
              className="sr-only"
            />
            {tile.picture}
            <span className="font-medium">{tile.label}</span>
            {tile.note && <span className="text-xs text-ink-muted tabular-nums">{tile.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const BOX_PX = 28;

/** A rectangle of this shape. */
export function RatioShape({ width, height }: { width: number; height: number }) {
  const scale = BOX_PX / Math.max(width, height);
  return (
    <span aria-hidden className="grid size-8 place-items-center">
      <span
        className="rounded-sm border-2 border-current opacity-70"
        style={{ width: Math.round(width * scale), height: Math.round(height * scale) }}
      />
    </span>
  );
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const NEAT = [
  [1, 1],
  [4, 3],
  [3, 4],
  [3, 2],
  [2, 3],
  [16, 9],
  [9, 16],
  [5, 4],
  [4, 5],
] as const;

/** "16:9": the ratio that people know, where the size is within two percent of one. */
export function ratioLabel(width: number, height: number): string {
  const near = NEAT.find(([across, down]) => Math.abs((width / height) * (down / across) - 1) < 0.02);
  if (near) return near.join(':');
  const divisor = gcd(width, height);
  return `${width / divisor}:${height / divisor}`;
}
