import { describe, expect, test } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { joinCodeDisabledReason, sortStatusSteps, isMainStep, statusLabels, describeStatusStep } from './status-labels.ts';

const all = Object.keys(statusLabels) as Event['status'][];

test('describes a draft as visible only to the organization', () => {
  const sentences = [
    statusLabels.live.meaning,
    describeStatusStep('draft', 'live').consequence,
    describeStatusStep('ended', 'live').consequence,
  ];
  for (const sentence of sentences) expect(sentence).not.toMatch(/everyone/);
});

describe('describeStatusStep', () => {
  test.each(all.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'covers the step from %s to %s',
    (from, to) => {
      const { action, consequence, done } = describeStatusStep(from, to);
      expect(action.length).toBeLessThan(28);
      expect(consequence).toMatch(/^[A-Z].+\.$/);
      expect(done).toMatch(/[^.]$/);
    },
  );
  test('differs for an event that had ended', () => {
    expect(describeStatusStep('draft', 'live').action).toBe('Go live');
    expect(describeStatusStep('ended', 'live').action).toBe('Go live again');
    expect(describeStatusStep('archived', 'ended').action).toBe('Unarchive');
    expect(describeStatusStep('live', 'ended').action).toBe('End event');
  });
});

test('sorts forward steps first and highlights only going live', () => {
  expect(sortStatusSteps('live', ['active', 'ended', 'draft'])).toEqual(['ended', 'active', 'draft']);
  expect(sortStatusSteps('ended', ['live', 'active', 'archived'])).toEqual(['archived', 'live', 'active']);
  expect(isMainStep('draft', 'live')).toBe(true);
  expect([isMainStep('live', 'ended'), isMainStep('ended', 'live'), isMainStep('live', 'active')]).toEqual([false, false, false]);
});

test('the code is disabled unless the event is open to everyone who has it', () => {
  expect(joinCodeDisabledReason({ status: 'live', join_policy: 'code' })).toBeNull();
  expect(joinCodeDisabledReason({ status: 'active', join_policy: 'code' })).toBeNull();
  expect(joinCodeDisabledReason({ status: 'live', join_policy: 'invited' })).toMatch(/invited/);
  expect(joinCodeDisabledReason({ status: 'live', join_policy: 'closed' })).toMatch(/closed/);
  expect(joinCodeDisabledReason({ status: 'draft', join_policy: 'code' })).toMatch(/draft/);
  expect(joinCodeDisabledReason({ status: 'ended', join_policy: 'closed' })).toMatch(/over/);
});
