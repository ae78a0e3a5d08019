import { expect, it, vi } from 'vitest';
import { configureBase } from '#src/transport/base.ts';
import { apiBaseKnown } from './api-base.ts';

const matchPrecache = vi.hoisted(() => vi.fn());
vi.mock('workbox-precaching', () => ({ matchPrecache }));
vi.mock('#src/transport/base.ts', () => ({ configureBase: vi.fn() }));

it('is read again after a store that could not be read, and then once', async () => {
  matchPrecache.mockRejectedValueOnce(new Error('the store cannot be opened'));
  await expect(apiBaseKnown()).rejects.toThrow('cannot be opened');
  matchPrecache.mockResolvedValue(new Response('<meta name="api-base" content="https://api.example.test">'));
  await apiBaseKnown();
  await apiBaseKnown();
  expect(configureBase).toHaveBeenCalledExactlyOnceWith('https://api.example.test');
  expect(matchPrecache).toHaveBeenCalledTimes(2);
});
