import { expect, it, vi } from 'vitest';
import { configureApiBase } from '#src/transport/api-base.ts';
import { ensureApiBase } from './api-base.ts';

const matchPrecache = vi.hoisted(() => vi.fn());
vi.mock('workbox-precaching', () => ({ matchPrecache }));
vi.mock('#src/transport/api-base.ts', () => ({ configureApiBase: vi.fn() }));

it('is read again after a store that could not be read, and then once', async () => {
  matchPrecache.mockRejectedValueOnce(new Error('the store cannot be opened'));
  await expect(ensureApiBase()).rejects.toThrow('cannot be opened');
  matchPrecache.mockResolvedValue(new Response('<meta name="api-base" content="https://api.example.test">'));
  await ensureApiBase();
  await ensureApiBase();
  expect(configureApiBase).toHaveBeenCalledExactlyOnceWith('https://api.example.test');
  expect(matchPrecache).toHaveBeenCalledTimes(2);
});
