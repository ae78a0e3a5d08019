import { isRedirect } from '@tanstack/react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#src/session/store.ts';
import { enforceBoothLock } from './booth-lock.ts';
import { lockBooth, unlockBooth } from './booth-pin.ts';

afterEach(() => {
  unlockBooth();
  vi.restoreAllMocks();
});

const here = (account: string | null) =>
  vi.spyOn(session, 'read').mockReturnValue(account === null ? null : ({ user: { id: account } } as ReturnType<typeof session.read>));

function ledAway(): unknown {
  try {
    enforceBoothLock();
    return null;
  } catch (error) {
    return isRedirect(error) ? error.options : error;
  }
}

it('returns the locked account, and visitors whose session is not known yet, to the booth', async () => {
  here('olga');
  expect(ledAway()).toBeNull();
  await lockBooth('olga', 'night', '2468');
  expect(ledAway()).toMatchObject({ to: '/fullscreen-image-generation', search: { event: 'night' } });
  here(null);
  expect(ledAway()).toMatchObject({ to: '/fullscreen-image-generation' });
  here('mika');
  expect(ledAway()).toBeNull();
});
