// How much one request carries: towards what the line brings in three seconds, below what something on the line refuses.

/** Up to here the creation carries the bytes: one request. Larger ones are created empty, so that a cut creation loses no bytes. */
export const SMALL_BYTES = 256 * 1024;
export const CHUNK_MIN = 64 * 1024;
const CHUNK_MAX = 8 * 1024 * 1024;
const CHUNK_FIRST = 512 * 1024;
/** What a chunk's bytes should take: long enough to be cheap, short enough to show progress and lose little. */
const CHUNK_TARGET_MS = 3000;
/** What is slower than this is no distance. */
const ROUND_TRIP_MAX_MS = 10_000;
/** After so long without a refusal, twice as much is tried. A proxy's limit stands; what was cut may have been an accident. */
const RECOVERY_MS = { 'too-large': 5 * 60_000, cut: 10_000 } as const;

/**
 * The next chunk's size after one of `bytes` took `ms`: towards the target, at most four times up or down at once.
 * @param roundTripMs what a request without bytes takes: that much of `ms` says nothing about the line's width
 */
export function nextChunkSize(bytes: number, ms: number, roundTripMs = 0): number {
  const travelling = Math.max(ms - roundTripMs, 1);
  const ideal = (bytes / travelling) * CHUNK_TARGET_MS;
  const bounded = Math.min(Math.max(ideal, bytes / 4), bytes * 4);
  return Math.round(Math.min(CHUNK_MAX, Math.max(CHUNK_MIN, bounded)));
}

/** What is known of this device's line. */
export class AdaptiveChunkSize {
  readonly #now: () => number;
  #chunk = CHUNK_FIRST;
  #roundTripMs = 0;
  #limit: { bytes: number; recoverAt: number; everyMs: number } | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  size(): number {
    while (this.#limit && this.#now() >= this.#limit.recoverAt) {
      const { bytes, recoverAt, everyMs } = this.#limit;
      this.#limit = bytes * 2 >= CHUNK_MAX ? null : { bytes: bytes * 2, recoverAt: recoverAt + everyMs, everyMs };
    }
    return Math.min(this.#chunk, this.#limit?.bytes ?? CHUNK_MAX);
  }

  /** A chunk arrived. */
  onSuccess(bytes: number, ms: number): void {
    this.#chunk = nextChunkSize(bytes, ms, this.#roundTripMs);
  }

  /** A request without bytes was answered. The latest says most about the line of now; one too large a chunk is what a mere hiccup costs. */
  onRoundTrip(ms: number): void {
    this.#roundTripMs = Math.min(ms, ROUND_TRIP_MAX_MS);
  }

  /** A request with so many bytes did not get through. */
  onFailure(bytes: number, why: keyof typeof RECOVERY_MS): void {
    if (bytes <= CHUNK_MIN) return; // it was not the size
    const half = Math.max(CHUNK_MIN, Math.floor(bytes / 2));
    this.#chunk = Math.min(this.#chunk, half);
    if (half > (this.#limit?.bytes ?? Infinity)) return;
    const everyMs = Math.max(RECOVERY_MS[why], this.#limit?.everyMs ?? 0);
    this.#limit = { bytes: half, recoverAt: this.#now() + everyMs, everyMs };
  }
}
