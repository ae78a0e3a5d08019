// What happens in a campaign, decided before it begins: the same seed and number of photos give the same history, and a part of it can be repeated
// alone.
import { integerBetween, seededRandom, shuffled } from '#tests/support/seeded-random.ts';

export interface Step {
  /** Its position in the whole history. It stays the same when other steps are left out. */
  index: number;
  fault: string;
  /** Photos taken right before the fault, so that some are on their way when it begins. */
  before: number;
  /** Photos taken while it lasts. */
  during: number;
  /** Milliseconds that it lasts after its photos were taken: attempts fail, and the phone waits longer before the next. */
  lastsMs: number;
  /** Whether everything must be delivered before the next fault. Otherwise its photos wait through the next one. */
  settles: boolean;
  /** Of the choices within the step. */
  seed: number;
}

/** With many photos, each fault strikes once in about so many per kind of fault. */
const PHOTOS_PER_STEP = 10;

const DURATIONS_MS = [0, 0, 2_000, 6_000, 15_000];

/** @param faults names; each occurs once before any occurs twice */
export function planCampaign(faults: readonly string[], { seed, photos }: { seed: number; photos: number }): Step[] {
  const random = seededRandom(seed);
  const count = Math.min(photos, Math.max(faults.length, Math.floor(photos / PHOTOS_PER_STEP)));
  const rounds = Array.from({ length: Math.ceil(count / faults.length) }, () => shuffled(faults, random));
  const order = rounds.flat().slice(0, count);
  const shares = order.map(() => 1);
  for (let left = photos - count; left > 0; left -= 1) shares[integerBetween(random, 0, count - 1)]! += 1;
  return order.map((fault, index) => {
    const share = shares[index]!;
    const before = integerBetween(random, 0, Math.floor(share / 2));
    const lastsMs = DURATIONS_MS[integerBetween(random, 0, DURATIONS_MS.length - 1)]!;
    const settles = index === count - 1 || random() < 0.5;
    return { index, fault, before, during: share - before, lastsMs, settles, seed: integerBetween(random, 1, 2 ** 31) };
  });
}

/** One line for people. */
export const describeStep = ({ index, fault, before, during, lastsMs, settles }: Step): string =>
  `${index}: ${fault}, ${before} + ${during} photos, ${lastsMs / 1000} s${settles ? ', then all are delivered' : ''}`;
