import { describe, expect, it } from 'vitest';
import { swipeDirection, pullOf, verdictOf } from './use-swipe.ts';

const PHONE = 358;

describe('swipe gestures', () => {
  it('have no direction within the slack', () => expect(swipeDirection(6, 5)).toBe('unknown'));
  it('are sideways only if clearly so; scrolling remains', () => {
    expect(swipeDirection(30, 4)).toBe('sideways');
    expect(swipeDirection(30, 29)).toBe('other');
    expect(swipeDirection(2, -40)).toBe('other');
  });

  it('approve to the right and reject to the left beyond the threshold', () => {
    expect(verdictOf(130, 0, PHONE)).toBe('approved');
    expect(verdictOf(-130, 0, PHONE)).toBe('rejected');
  });
  it('reset the card below the threshold', () => {
    expect(verdictOf(100, 0, PHONE)).toBeNull();
    expect(verdictOf(-20, 0, PHONE)).toBeNull();
  });
  it('decide on a short, fast flick', () => expect(verdictOf(-60, -0.9, PHONE)).toBe('rejected'));
  it('ignore jitter', () => expect(verdictOf(15, 2, PHONE)).toBeNull());
  it('are canceled by a flick back', () => expect(verdictOf(200, -0.9, PHONE)).toBeNull());
  it('need a limited distance on wide screens', () => expect(verdictOf(165, 0, 1400)).toBe('approved'));

  it('limit the pull', () => {
    expect(pullOf(0, PHONE)).toBe(0);
    expect(pullOf(-900, PHONE)).toBe(-1);
    expect(pullOf(62, PHONE)).toBeCloseTo(0.5, 1);
  });
});
