/** What is left until a moment. */
export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  isOver: boolean;
  /** Milliseconds until another second is left: counted from the moment itself, so that late timers add up to no drift. */
  nextIn: number;
}

const SECOND_MS = 1000;

/** Rounds up, so that the last second shows as 1 and 0 is the moment itself. */
export function countDown(to: number, now: number): Countdown {
  const left = Math.max(0, to - now);
  const whole = Math.ceil(left / SECOND_MS);
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3600) % 24,
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    isOver: left === 0,
    nextIn: left - (whole - 1) * SECOND_MS,
  };
}
