// What is said about benches before they run: how long they take.
import type { Bench } from './bench.ts';

type Planned = Pick<Bench, 'name' | 'description' | 'minutes'>;

const totalOf = (benches: readonly Planned[]): number => benches.reduce((sum, { minutes }) => sum + minutes, 0);

/** "about 4 min", "about 1 h 15 min"; above half an hour to five minutes. */
function about(minutes: number): string {
  const rounded = minutes > 30 ? Math.round(minutes / 5) * 5 : Math.ceil(minutes);
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return `about ${[hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')}`;
}

/** For the usage: each bench with its duration. */
export const listBenches = (benches: readonly Planned[]): string =>
  benches.map(({ name, minutes, description }) => `  ${name.padEnd(16)}${about(minutes).padEnd(12)}  ${description}`).join('\n');

/** "26 benches, about 1 h 15 min on two quiet cores". */
export const describeTotal = (benches: readonly Planned[]): string =>
  `${benches.length === 1 ? '1 bench' : `${benches.length} benches`}, ${about(totalOf(benches))} on two quiet cores`;

/** "3 of 26: streams, about 3 min, then about 50 min for the others", on the line before its description. */
export function describeProgress(benches: readonly Planned[], index: number): string {
  const bench = benches[index]!;
  const left = totalOf(benches.slice(index + 1));
  const then = left > 0 ? `, then ${about(left)} for the others` : '';
  return `${index + 1} of ${benches.length}: ${bench.name}, ${about(bench.minutes)}${then}\n  ${bench.description}`;
}
