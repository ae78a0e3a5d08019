import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDraft } from './draft.ts';

const EMPTY = { text: '' };
const open = (name = 'request:u1') => renderHook(() => useDraft(name, EMPTY));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('A draft', () => {
  it('is restored with the id of its request', () => {
    const before = open();
    act(() => before.result.current.save({ text: 'Three photos' }));
    before.unmount();
    const after = open();
    expect(after.result.current.values).toEqual({ text: 'Three photos' });
    expect(after.result.current.id).toBe(before.result.current.id);
    expect(open('request:u2').result.current.values).toEqual(EMPTY);
  });

  it('that was sent is gone, and the next one has another id, even before the screen renders again', () => {
    const first = open();
    const { id, save, clear } = first.result.current;
    act(() => {
      save({ text: 'Sent' });
      clear();
      save({ text: 'Another' });
    });
    const next = open().result.current;
    expect(next.values).toEqual({ text: 'Another' });
    expect(next.id).not.toBe(id);
    expect(next.id).toBe(first.result.current.id);
  });

  it('without text is not stored; old drafts and foreign values are ignored', () => {
    const { result } = open();
    act(() => result.current.save({ text: 'Old' }));
    vi.setSystemTime(Date.now() + 8 * 24 * 3600 * 1000);
    expect(open().result.current.values).toEqual(EMPTY);
    act(() => result.current.save(EMPTY));
    expect(localStorage.getItem('draft:request:u1')).toBeNull();
    localStorage.setItem('draft:request:u1', 'null');
    expect(open().result.current.values).toEqual(EMPTY);
  });
});
