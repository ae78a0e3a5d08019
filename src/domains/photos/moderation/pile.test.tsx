import { cleanup, render } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Pile, type PileHandle } from './pile.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows the event's name on a phone and reserves space for the controls", () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 48rem)' }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { top: this.tagName === 'H1' ? 120 : 300 } as DOMRect;
  });
  const { container } = render(
    <main>
      <h1>Harbour Lights</h1>
      <Pile ref={createRef<PileHandle>()} focused={false} onFocusMode={() => undefined} onSwipe={() => true}>
        {() => null}
      </Pile>
    </main>,
  );
  expect(scrollTo).toHaveBeenCalledWith({ top: 120 - 64 });
  expect(container.querySelector<HTMLElement>('h1 + div')!.style.height).toBe('calc(100dvh - 440px)');
});
