// When a photo was taken, as far as it can be believed. Pure. Source: docs/product.md B3.4.

const DAY = 24 * 3600 * 1000;
/** How far a device's clock may be ahead: a day covers every time zone and daylight saving told wrong. */
const AHEAD_MS = DAY;
/** What belongs to an event was taken at most so long before it: rehearsals, preparations, the invitation. */
const BEFORE_EVENT_MS = 90 * DAY;

export interface ResolvedTakenAt {
  /** The order of the gallery. */
  takenAt: Date;
  /** What the device says, where it cannot be; else null. */
  takenAtClaimed: Date | null;
}

/** A time that cannot be is kept and told, but the photo stands where it arrived: a clock that is wrong must not lead the gallery for ever. */
export function resolveTakenAt(claimed: Date, arrival: Date, event: { startsAt: Date; createdAt: Date }): ResolvedTakenAt {
  const earliest = Math.min(event.startsAt.getTime(), event.createdAt.getTime()) - BEFORE_EVENT_MS;
  const latest = arrival.getTime() + AHEAD_MS;
  const isPossible = claimed.getTime() >= earliest && claimed.getTime() <= latest;
  return isPossible ? { takenAt: claimed, takenAtClaimed: null } : { takenAt: arrival, takenAtClaimed: claimed };
}
