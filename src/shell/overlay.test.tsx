import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#src/ui/toaster.tsx';
import { createOverlay, useUndoableOverlay } from './overlay.ts';

interface Item {
  id: string;
  status: string;
  name: string;
}
const item: Item = { id: 'one', status: 'draft', name: 'One' };

afterEach(cleanup);

describe('what lies over an answer', () => {
  test('is shown until it is taken away', () => {
    const overlay = createOverlay<Item>();
    const shown = renderHook(() => ({ as: overlay.useAsChanged(), changing: overlay.useIsChanging('one') })).result;
    let end: () => void = () => undefined;
    act(() => void (end = overlay.lay('one', { status: 'live' })));
    expect(shown.current.as('one', item)).toEqual({ ...item, status: 'live' });
    expect(shown.current.as('two', item)).toBe(item);
    expect([shown.current.changing('status'), shown.current.changing('name')]).toEqual([true, false]);
    act(() => end());
    expect(shown.current.as('one', item)).toBe(item);
    expect(shown.current.changing('status')).toBe(false);
  });

  test('of two changes the later lies on top, and what is gone stays gone', () => {
    const overlay = createOverlay<Item>();
    const shown = renderHook(() => overlay.useAsChanged()).result;
    act(() => {
      overlay.lay('one', { status: 'live', name: 'New' });
      overlay.lay('one', { status: 'ended' });
      overlay.lay('two', null);
      overlay.lay('two', { name: 'Back?' });
    });
    expect(shown.current('one', item)).toEqual({ id: 'one', status: 'ended', name: 'New' });
    expect(shown.current('two', item)).toBeNull();
  });
});

describe('an undoable change', () => {
  const overlay = createOverlay<Item>();
  let server = item;
  const commit = vi.fn<() => Promise<unknown>>();
  function Screen() {
    const as = overlay.useAsChanged();
    const golive = useUndoableOverlay<{ id: string }>({
      apply: ({ id }) => overlay.lay(id, { status: 'live' }),
      commit,
      done: () => 'It is live',
      failed: 'It is not live',
    });
    return (
      <button type="button" onClick={() => golive({ id: 'one' })}>
        {as('one', server)?.status}
      </button>
    );
  }
  const status = () => screen.getAllByRole('button')[0]?.textContent;
  const press = () => {
    vi.useFakeTimers();
    commit.mockReset();
    server = item;
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Screen />
        <Toaster />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(status()).toBe('live');
  };
  afterEach(async () => {
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
  });

  test('gives way to the answer of the server', async () => {
    press();
    commit.mockImplementation(async () => void (server = { ...item, status: 'live for real' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(status()).toBe('live for real');
  });

  test('is taken back when the server refuses it', async () => {
    press();
    commit.mockRejectedValue(new Error('no'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(status()).toBe('draft');
  });

  test('is taken back by Undo, and never sent', async () => {
    press();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(status()).toBe('draft');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(commit).not.toHaveBeenCalled();
  });
});
