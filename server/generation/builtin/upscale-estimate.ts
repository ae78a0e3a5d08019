// How long an upscale takes on this machine, as it is now: by the time of its tiles.
import { MAX_UPSCALE_SECONDS, UPSCALE_FACTOR, UPSCALE_TILE } from '#server/generation/builtin/models.ts';
import { durationLabel } from '#server/generation/duration-label.ts';
import type { GenerationEstimate } from '#server/generation/generator.ts';

/** The load of a machine changes. */
const CURRENT_MS = 5 * 60_000;

interface Size {
  width: number;
  height: number;
}

const countTiles = ({ width, height }: Size): number => Math.ceil(width / UPSCALE_TILE) * Math.ceil(height / UPSCALE_TILE);

const TOO_LONG = 'The server is busy now and stops what takes more than 9 minutes. Try again later, or choose a smaller photo.';

export interface UpscalePace {
  /** Notes the time of a tile, which an upscale had on average. */
  note(tileMs: number): void;
  estimate(size: Size): Promise<GenerationEstimate>;
}

/**
 * @param measure times a tile. It isn't called while `note` was called recently, or by several at once
 * @param now in milliseconds
 */
export function createUpscalePace(measure: () => Promise<number>, now: () => number = () => performance.now()): UpscalePace {
  let known: { tileMs: number; at: number } | null = null;
  let measuring: Promise<number> | null = null;
  const note = (tileMs: number) => void (known = { tileMs, at: now() });
  const measured = async () => {
    try {
      const tileMs = await measure();
      note(tileMs);
      return tileMs;
    } finally {
      measuring = null;
    }
  };
  return {
    note,
    async estimate(size) {
      const tileMs = known && now() - known.at < CURRENT_MS ? known.tileMs : await (measuring ??= measured());
      const [width, height] = [size.width * UPSCALE_FACTOR, size.height * UPSCALE_FACTOR];
      const seconds = Math.ceil((countTiles(size) * tileMs) / 1000);
      const sizes = `${size.width} × ${size.height} → ${width} × ${height}`;
      const message = `${sizes}, ${durationLabel(seconds)}${seconds > MAX_UPSCALE_SECONDS ? `. ${TOO_LONG}` : ''}`;
      return { width, height, seconds, message };
    },
  };
}
