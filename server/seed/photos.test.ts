import { expect, it } from 'vitest';
import { plans } from './photos.ts';

const secondsOf = ({ takenAt, uploadedAt }: (typeof plans)[number]) => (uploadedAt.getTime() - takenAt.getTime()) / 1000;

it('lets most of the demo’s photos arrive within seconds, and a few after the connection returns', () => {
  const delays = plans.map(secondsOf).toSorted((one, other) => one - other);
  expect(delays[0]).toBeGreaterThan(0);
  expect(delays[Math.floor(delays.length * 0.5)]).toBeLessThan(15);
  expect(delays[Math.floor(delays.length * 0.95)]).toBeGreaterThan(30);
  // The moderators of Open Studio Night decide two minutes after the shot.
  expect(delays.at(-1)).toBeLessThan(120);
});
