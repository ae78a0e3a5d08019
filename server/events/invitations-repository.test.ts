import { describe, expect, it } from 'vitest';
import { normalizeJoinCode, randomJoinCode } from '#server/events/invitations-repository.ts';

describe('a join code', () => {
  it('is taken as people type it', () => {
    expect(normalizeJoinCode(' harbour-26 ')).toBe('HARBOUR26');
    expect(normalizeJoinCode('Harbour – 26')).toBe('HARBOUR26');
    expect(normalizeJoinCode('----')).toBe('');
  });

  it('has eight signs without look-alikes, each as likely as any other', () => {
    const counts = new Map<string, number>();
    const codes = Array.from({ length: 10_000 }, randomJoinCode);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
      expect(normalizeJoinCode(code)).toBe(code);
      for (const sign of code) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
    expect(new Set(codes).size).toBe(codes.length);
    // 80,000 signs over 31: 2581 of each, give or take 50. A biased draw misses by hundreds.
    expect(counts.size).toBe(31);
    for (const [sign, times] of counts) expect(Math.abs(times - 80_000 / 31), sign).toBeLessThan(300);
  });
});
