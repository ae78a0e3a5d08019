// Event durations as users type them.
import * as v from 'valibot';

const MIN_HOURS = 0.25;
const MAX_HOURS = 336;

/** Hours as typed: "2", "2.5", "2,5". NaN for anything else. */
export const parseHours = (typed: string): number => (/^\s*\d+([.,]\d+)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN);

export const hoursField = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(parseHours(value)), 'Enter the duration in hours, such as 2 or 2.5.'),
  v.check((value) => !(parseHours(value) < MIN_HOURS), 'Enter 0.25 hours or more.'),
  v.check((value) => !(parseHours(value) > MAX_HOURS), 'Enter at most 336 hours (two weeks).'),
);
