import { describe, expect, it } from 'vitest';
import { resolveDecision, normalizeReason, type ModerationDecision } from '#server/photos/decision.ts';

const photo = (status: ModerationDecision['status'], moderatedBy: string | null = null, rejectionReason: string | null = null) => ({
  status,
  moderatedBy,
  rejectionReason,
});
const wish = (status: ModerationDecision['status'], expected?: ModerationDecision['status'], reason?: string): ModerationDecision => ({
  by: 'me',
  status,
  expected,
  reason,
});

describe('a decision', () => {
  it.each<[string, ReturnType<typeof photo>, ModerationDecision, ReturnType<typeof resolveDecision>]>([
    ['on one that waits as expected moves it', photo('pending'), wish('approved', 'pending'), 'move'],
    ['without an expectation moves it whatever it is', photo('rejected', 'another'), wish('approved'), 'move'],
    ['on one that another rejected meanwhile is a conflict', photo('rejected', 'another'), wish('approved', 'pending'), 'conflict'],
    ['that another took the same way is a conflict still', photo('approved', 'another'), wish('approved', 'pending'), 'conflict'],
    ['sent twice is none', photo('approved', 'me'), wish('approved', 'pending'), 'keep'],
    ['overruling one that was seen moves it', photo('rejected', 'another'), wish('approved', 'rejected'), 'move'],
    ['taken back moves it', photo('approved', 'me'), wish('pending', 'approved'), 'move'],
    ['taken back twice is none', photo('pending'), wish('pending', 'approved'), 'keep'],
    ['of mine that another overruled is not taken back', photo('rejected', 'another'), wish('pending', 'approved'), 'conflict'],
    ['approving what is approved changes nothing', photo('approved', 'another'), wish('approved'), 'keep'],
    [
      'rejecting with another reason changes the reason',
      photo('rejected', 'another', 'Dark'),
      wish('rejected', undefined, 'Blurred'),
      'explain',
    ],
    ['rejecting with the same reason changes nothing', photo('rejected', 'another', 'Dark'), wish('rejected', undefined, 'Dark'), 'keep'],
    ['rejecting again without a reason leaves the one that was told', photo('rejected', 'me', 'Dark'), wish('rejected'), 'keep'],
    ['of an approved one by nobody is not expected to wait', photo('approved'), wish('rejected', 'pending'), 'conflict'],
  ])('%s', (_what, facts, wanted, verdict) => {
    expect(resolveDecision(facts, wanted)).toBe(verdict);
  });

  it('gives no reason where only spaces were typed', () => {
    expect([normalizeReason(undefined), normalizeReason('  '), normalizeReason(' Too dark. ')]).toEqual([undefined, null, 'Too dark.']);
  });
});
