import { describe, expect, test } from 'vitest';
import type { Event } from '#src/domains/events/event.ts';
import { codeIsShut, inOrder, isMainStep, statusWords, stepWords } from './status-words.ts';

const all = Object.keys(statusWords) as Event['status'][];

test('an event that only its people see is not promised to everyone', () => {
  const sentences = [statusWords.live.meaning, stepWords('draft', 'live').consequence, stepWords('ended', 'live').consequence];
  for (const sentence of sentences) expect(sentence).not.toMatch(/everyone/);
});

describe('a step to another status', () => {
  test.each(all.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'from %s to %s has words',
    (from, to) => {
      const { action, consequence, done } = stepWords(from, to);
      expect(action.length).toBeLessThan(28);
      expect(consequence).toMatch(/^[A-Z].+\.$/);
      expect(done).toMatch(/[^.]$/);
    },
  );
  test('is told apart when it goes back to an event that was over', () => {
    expect(stepWords('draft', 'live').action).toBe('Go live');
    expect(stepWords('ended', 'live').action).toBe('Go live again');
    expect(stepWords('archived', 'ended').action).toBe('Unarchive');
    expect(stepWords('live', 'ended').action).toBe('End event');
  });
});

test('steps that go on stand first, and only beginning is made prominent', () => {
  expect(inOrder('live', ['active', 'ended', 'draft'])).toEqual(['ended', 'active', 'draft']);
  expect(inOrder('ended', ['live', 'active', 'archived'])).toEqual(['archived', 'live', 'active']);
  expect(isMainStep('draft', 'live')).toBe(true);
  expect([isMainStep('live', 'ended'), isMainStep('ended', 'live'), isMainStep('live', 'active')]).toEqual([false, false, false]);
});

test('a poster’s code opens something only while the event is open to whoever holds it', () => {
  expect(codeIsShut({ status: 'live', join_policy: 'code' })).toBeNull();
  expect(codeIsShut({ status: 'active', join_policy: 'code' })).toBeNull();
  expect(codeIsShut({ status: 'live', join_policy: 'invited' })).toMatch(/invited/);
  expect(codeIsShut({ status: 'live', join_policy: 'closed' })).toMatch(/closed/);
  expect(codeIsShut({ status: 'draft', join_policy: 'code' })).toMatch(/draft/);
  expect(codeIsShut({ status: 'ended', join_policy: 'closed' })).toMatch(/over/);
});
