import { expect, it } from 'vitest';
import { formatDateTime } from '#src/lib/format.ts';
import { nextAttemptLabel } from './integration-labels.ts';

const NOW = Date.parse('2026-11-20T20:00:00Z');

it('names the time of the next attempt, unless it is now', () => {
  const later = '2026-11-20T20:05:00.000Z';
  expect(nextAttemptLabel(later, NOW)).toBe(`Next attempt ${formatDateTime(later)}`);
  expect(nextAttemptLabel('2026-11-20T20:00:30.000Z', NOW)).toBe('Next attempt in less than a minute');
  expect(nextAttemptLabel('2026-11-20T19:59:00.000Z', NOW)).toBe('Trying again now');
});
