import { expect, it } from 'vitest';
import { durationLabel } from '#server/generation/duration-label.ts';

it.each([
  [0.2, 'about 1 second'],
  [7.2, 'about 8 seconds'],
  [41, 'about 45 seconds'],
  [88, 'about 2 minutes'],
  [713, 'about 12 minutes'],
])('%d seconds are %s', (seconds, words) => expect(durationLabel(seconds)).toBe(words));
