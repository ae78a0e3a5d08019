import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, TOAST_MS } from './toast.ts';
import { Toaster } from './toaster.tsx';

const shown = (text: string) => screen.queryByText(text, { selector: '[data-state="open"] *' }) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('A toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toaster />);
  });
  afterEach(async () => {
    await act(() => vi.runAllTimers());
    cleanup();
    vi.useRealTimers();
  });

  it('stays for 3000 ms', async () => {
    expect(TOAST_MS).toBe(3000);
    act(() => void toast.success('Event joined'));
    expect(shown('Event joined')).toBe(true);
    await pass(2990);
    expect(shown('Event joined')).toBe(true);
    await pass(20);
    expect(shown('Event joined')).toBe(false);
  });

  it('waits while the pointer is over it, then continues the countdown', async () => {
    act(() => void toast.info('Published'));
    await pass(2000);
    const region = screen.getByRole('region');
    fireEvent.pointerMove(region);
    await pass(60_000);
    expect(shown('Published')).toBe(true);
    fireEvent.pointerLeave(region);
    await pass(900);
    expect(shown('Published')).toBe(true);
    await pass(200);
    expect(shown('Published')).toBe(false);
  });

  it('closes when it is clicked, and calls back once', async () => {
    const onClosed = vi.fn();
    act(() => void toast.error('Not deleted', { onClosed }));
    fireEvent.click(screen.getByText('Not deleted', { selector: '[data-state="open"] *' }));
    await pass(500);
    expect(shown('Not deleted')).toBe(false);
    await pass(10_000);
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('runs its action instead of its end', async () => {
    const onClosed = vi.fn();
    const onClick = vi.fn();
    act(() => void toast.show('Photo deleted', { onClosed, action: { label: 'Undo', onClick } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo: Photo deleted' }));
    await pass(10_000);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('names the effect of its action when several are shown', () => {
    const [role, removal] = [vi.fn(), vi.fn()];
    act(() => {
      toast.show('Uma is now a guest', { action: { label: 'Undo', onClick: role } });
      toast.show('Vera is removed', { action: { label: 'Undo', onClick: removal } });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Undo: Vera is removed' }));
    expect([role, removal].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  it('about pending work stays until it is updated, and then for its time', async () => {
    let id = 0;
    act(() => void (id = toast.show('Saving…', { duration: Infinity })));
    await pass(60_000);
    expect(shown('Saving…')).toBe(true);
    act(() => toast.update(id, { message: 'Saved', duration: undefined }));
    expect([shown('Saving…'), shown('Saved')]).toEqual([false, true]);
    await pass(2900);
    expect(shown('Saved')).toBe(true);
    await pass(200);
    expect(shown('Saved')).toBe(false);
  });

  it('counts the seconds to what happens when it goes, and stops with the pointer over it', async () => {
    const onClosed = vi.fn();
    act(() => void toast.show('Being discarded', { duration: 5000, counted: (seconds) => `In ${seconds} s.`, onClosed }));
    expect(shown('In 5 s.')).toBe(true);
    await pass(2010);
    expect(shown('In 3 s.')).toBe(true);
    fireEvent.pointerMove(screen.getByRole('region'));
    await pass(30_000);
    expect(shown('In 3 s.')).toBe(true);
    expect(onClosed).not.toHaveBeenCalled();
    fireEvent.pointerLeave(screen.getByRole('region'));
    await pass(3100);
    expect(onClosed).toHaveBeenCalledOnce();
  });
});
