import { afterEach, expect, it, vi } from 'vitest';
import { boothLockOf } from './booth-lock.ts';
import { lockBooth, verifyPin, unlockBooth } from './booth-pin.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  unlockBooth();
});

const tries = async (pin: string) => verifyPin(boothLockOf('olga')!, pin);

it('opens only with its PIN, and does not store the PIN itself', async () => {
  expect(boothLockOf('olga')).toBeNull();
  expect(await lockBooth('olga', 'night', '2468')).toBe(true);
  expect(boothLockOf('olga')).toMatchObject({ event: 'night' });
  expect(boothLockOf('mika'), 'another account is not locked by it').toBeNull();
  expect(JSON.stringify(boothLockOf('olga'))).not.toContain('2468');
  expect(await tries('1234')).toBe('Wrong PIN.');
  expect(await tries('2468')).toBeNull();
  unlockBooth();
  expect(boothLockOf('olga')).toBeNull();
});

it('cannot be guessed by trying all PINs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await lockBooth('olga', 'night', '2468');
  for (const wrong of ['1111', '2222', '3333', '4444', '5555']) expect(await tries(wrong)).toBe('Wrong PIN.');
  expect(await tries('2468')).toBe('Too many wrong PINs. Try again in 60 seconds.');
  vi.setSystemTime(Date.now() + 60_000);
  expect(await tries('2468')).toBeNull();
});

it('returns false where this browser cannot store it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await lockBooth('olga', 'night', '2468')).toBe(false);
});
