import { describe, expect, it } from 'vitest';
import { isUntouched, nextStatuses } from '#server/events/statuses.ts';

const statuses = ['draft', 'live', 'active', 'ended', 'archived'] as const;

describe('an event goes', () => {
  it.each([
    ['draft', ['live', 'active']],
    ['live', ['active', 'ended']],
    ['active', ['live', 'ended']],
    ['ended', ['live', 'active', 'archived']],
    ['archived', ['ended']],
  ] as const)('from %s to %j, and nowhere else', (status, next) => {
    expect(nextStatuses(status, false)).toEqual(next);
  });

  it('back to a draft only while nobody came and nothing was shot', () => {
    expect(statuses.filter((status) => nextStatuses(status, true).includes('draft'))).toEqual(['live', 'active']);
    expect(isUntouched({ photosCount: 0, attendeesCount: 0 })).toBe(true);
    expect(isUntouched({ photosCount: 1, attendeesCount: 0 })).toBe(false);
    expect(isUntouched({ photosCount: 0, attendeesCount: 1 })).toBe(false);
  });

  it('by steps that each have one back', () => {
    for (const status of statuses) {
      for (const next of nextStatuses(status, true)) expect(nextStatuses(next, true), `${status} → ${next}`).toContain(status);
    }
  });
});
