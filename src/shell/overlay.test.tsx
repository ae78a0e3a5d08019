import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createOverlay } from './overlay.ts';

interface Item {
  id: string;
  status: string;
  name: string;
}
const item: Item = { id: 'one', status: 'draft', name: 'One' };

afterEach(cleanup);

describe('patches over an answer', () => {
  test('is shown until it is dropped', () => {
    const overlay = createOverlay<Item>();
    const shown = renderHook(() => ({ as: overlay.usePatched(), changing: overlay.useIsPending('one') })).result;
    let end: () => void = () => undefined;
    act(() => void (end = overlay.add('one', { status: 'live' })));
    expect(shown.current.as('one', item)).toEqual({ ...item, status: 'live' });
    expect(shown.current.as('two', item)).toBe(item);
    expect([shown.current.changing('status'), shown.current.changing('name')]).toEqual([true, false]);
    act(() => end());
    expect(shown.current.as('one', item)).toBe(item);
    expect(shown.current.changing('status')).toBe(false);
  });

  test('the later of two changes wins, and deleted items stay deleted', () => {
    const overlay = createOverlay<Item>();
    const shown = renderHook(() => overlay.usePatched()).result;
    act(() => {
      overlay.add('one', { status: 'live', name: 'New' });
      overlay.add('one', { status: 'ended' });
      overlay.add('two', null);
      overlay.add('two', { name: 'Back?' });
    });
    expect(shown.current('one', item)).toEqual({ id: 'one', status: 'ended', name: 'New' });
    expect(shown.current('two', item)).toBeNull();
  });
});
