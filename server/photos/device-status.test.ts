import { describe, expect, it } from 'vitest';
import { byUrgency, deviceStatus, replacementOf, SILENT_MS } from '#server/photos/device-status.ts';

const NOW = new Date('2026-11-20T22:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const MINUTE = 60_000;

const device = {
  waiting: 0,
  attention: [] as { count: number }[],
  lost: 0,
  isStorageLow: false,
  lastContactAt: ago(MINUTE),
  isReplaced: false,
  settledAt: null as Date | null,
};

describe('deviceStatus', () => {
  it.each<[string, Partial<typeof device>]>([
    ['done', {}],
    ['done', { isStorageLow: true }],
    ['done', { isReplaced: true }],
    ['done', { lastContactAt: ago(100 * MINUTE) }],
    ['sending', { waiting: 12 }],
    ['sending', { waiting: 12, lastContactAt: ago(SILENT_MS) }],
    ['storage_low', { waiting: 12, isStorageLow: true }],
    ['attention', { waiting: 12, attention: [{ count: 1 }], isStorageLow: true }],
    ['attention', { waiting: 2, attention: [{ count: 1 }, { count: 1 }], lastContactAt: ago(22 * MINUTE) }],
    ['silent', { waiting: 12, attention: [{ count: 1 }], lastContactAt: ago(22 * MINUTE) }],
    ['lost', { waiting: 12, lost: 1, lastContactAt: ago(22 * MINUTE) }],
    ['replaced', { waiting: 12, lost: 1, isReplaced: true }],
    ['done', { waiting: 12, lost: 1, isReplaced: true, settledAt: NOW }],
  ])('is %s for %o', (status, facts) => {
    expect(deviceStatus({ ...device, ...facts }, NOW)).toBe(status);
  });
});

it('lists the most urgent first, then most photos, then the latest contact', () => {
  const entry = (id: string, status: Parameters<typeof byUrgency>[0]['status'], waiting = 0, at = '2026-11-20T21:00:00.000Z') => ({
    id,
    status,
    waiting,
    lost: 0,
    last_contact_at: at,
  });
  const sorted = [
    entry('done', 'done'),
    entry('done later', 'done', 0, '2026-11-20T21:30:00.000Z'),
    entry('few', 'silent', 2),
    entry('many', 'silent', 12),
    entry('replaced', 'replaced', 1),
    entry('sending', 'sending', 400),
  ].toSorted(byUrgency);
  expect(sorted.map(({ id }) => id)).toEqual(['replaced', 'many', 'few', 'sending', 'done later', 'done']);
});

describe('replacementOf', () => {
  const old = { userId: 'ana', deviceId: 'old', lastContactAt: ago(22 * MINUTE) };
  const seen = (userId: string, deviceId: string, firstSeenAt: Date) => ({ userId, deviceId, name: deviceId, firstSeenAt });

  it('is the newest device of the same person since the last contact', () => {
    const others = [seen('ana', 'old', ago(90 * MINUTE)), seen('ana', 'new', ago(20 * MINUTE)), seen('ana', 'newest', ago(10 * MINUTE))];
    expect(replacementOf(old, others)).toBe('newest');
  });

  it.each([
    ['a device of another person', seen('ben', 'new', ago(MINUTE))],
    ['a device that was known before', seen('ana', 'laptop', ago(60 * MINUTE))],
    ['the device itself', seen('ana', 'old', ago(MINUTE))],
  ])('is not %s', (_, other) => {
    expect(replacementOf(old, [other])).toBeNull();
  });

  it('ends when the device is heard of again', () => {
    expect(replacementOf({ ...old, lastContactAt: NOW }, [seen('ana', 'new', ago(20 * MINUTE))])).toBeNull();
  });
});
