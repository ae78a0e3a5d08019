import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '#src/ui/toaster.tsx';
import { useUndoableMutation } from './undoable-mutation.ts';

const commit = vi.fn<(name: string) => Promise<unknown>>();

function Gallery() {
  const [photos, setPhotos] = useState(['one', 'two']);
  const remove = useUndoableMutation<string>({
    apply: (name) => {
      setPhotos((all) => all.filter((each) => each !== name));
      return () => setPhotos((all) => [...all, name]);
    },
    commit,
    done: () => 'Photo deleted',
    failed: 'The photo could not be deleted',
  });
  return photos.map((name) => (
    <button key={name} type="button" onClick={() => remove(name)}>
      Delete {name}
    </button>
  ));
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stands = (name: string) => screen.queryByRole('button', { name: `Delete ${name}` }) !== null;

describe('An undoable deletion', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    commit.mockReset().mockResolvedValue(undefined);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Gallery />
        <Toaster />
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Delete one' }));
  });
  afterEach(async () => {
    await pass(20_000);
    cleanup();
    vi.useRealTimers();
  });

  it('shows at once, and is called when its toast has gone', async () => {
    expect(stands('one')).toBe(false);
    await pass(2900);
    expect(commit).not.toHaveBeenCalled();
    await pass(500);
    expect(commit.mock.calls.map(([name]) => name)).toEqual(['one']);
  });

  it('is never called when it was undone', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(stands('one')).toBe(true);
    await pass(20_000);
    expect(commit).not.toHaveBeenCalled();
  });

  it('is called at once, and once, when the page goes away', async () => {
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await pass(0);
    expect(commit).toHaveBeenCalledTimes(1);
    await pass(20_000);
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it('comes back, with a word about it, when the call failed', async () => {
    commit.mockRejectedValue(new Error('boom'));
    await pass(3500);
    expect(stands('one')).toBe(true);
    expect(screen.getByText('The photo could not be deleted', { selector: '[data-state="open"] *' })).toBeTruthy();
  });
});
