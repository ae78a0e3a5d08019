import { expect, test, vi } from 'vitest';
import { drain } from '#src/outbox/drain.ts';
import { drainOnSync } from './sync.ts';

vi.mock('#src/outbox/drain.ts', () => ({ drain: vi.fn(async () => ({ busy: false, left: 0, nextAt: null, halted: null })) }));

test('a hundred sync events at once make one run; a later one makes another', async () => {
  await Promise.all(Array.from({ length: 100 }, drainOnSync));
  expect(drain).toHaveBeenCalledTimes(1);
  await drainOnSync();
  expect(drain).toHaveBeenCalledTimes(2);
});

test('work that is left makes the event fail, so that the browser tries again', async () => {
  vi.mocked(drain).mockResolvedValueOnce({ busy: false, left: 2, nextAt: 0, halted: 'line' });
  await expect(drainOnSync()).rejects.toThrow('2 waiting');
});
