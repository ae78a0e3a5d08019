// How long events last, as people type it.
import * as v from 'valibot';

const LEAST = 0.25;
const MOST = 336;

/** Hours as typed: "2", "2.5", "2,5". NaN for anything else. */
export const hoursOf = (typed: string): number => (/^\s*\d+([.,]\d+)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN);

export const hoursField = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(hoursOf(value)), 'Enter the duration in hours, such as 2 or 2.5.'),
  v.check((value) => !(hoursOf(value) < LEAST), 'Enter 0.25 hours or more.'),
  v.check((value) => !(hoursOf(value) > MOST), 'Enter at most 336 hours (two weeks).'),
);
