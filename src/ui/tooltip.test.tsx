import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';

const hint = () => screen.queryByRole('tooltip')?.textContent ?? null;
const button = () => screen.getByRole('button');
const enter = (pointerType: string) => fireEvent(button(), new PointerEvent('pointerenter', { pointerType }));

/** What a finger does to a button. */
function tap(): void {
  for (const type of ['pointerenter', 'pointerdown', 'pointerup', 'pointerleave']) {
    fireEvent(button(), new PointerEvent(type, { pointerType: 'touch', bubbles: true }));
  }
  fireEvent.click(button());
}

const show = (disabledReason?: string) => render(<IconButton label="Import photos" icon={null} disabledReason={disabledReason} />);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a mouse opens it; leaving, or a press, closes it', () => {
  show();
  enter('mouse');
  expect(hint()).toBe('Import photos');
  fireEvent(button(), new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  expect(hint()).toBeNull();
  enter('mouse');
  fireEvent(button(), new PointerEvent('pointerdown', { pointerType: 'mouse', bubbles: true }));
  expect(hint()).toBeNull();
});

it('touch does not open it, nor does focus that returns after a dialog or menu closes', () => {
  vi.useFakeTimers();
  show();
  tap();
  act(() => button().focus());
  act(() => void vi.advanceTimersByTime(1000));
  expect(hint()).toBeNull();
});

it('the focus of a key opens it', () => {
  vi.useFakeTimers();
  render(<input aria-label="The field before" />);
  show();
  screen.getByRole('textbox').focus();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Tab' });
  act(() => button().focus());
  act(() => void vi.advanceTimersByTime(1000));
  expect(hint()).toBe('Import photos');
});

it('a finger learns why a control does nothing, until it presses elsewhere, for some seconds', () => {
  vi.useFakeTimers();
  show('There’s only one camera');
  tap();
  expect(hint()).toBe('There’s only one camera');
  fireEvent(document.body, new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  expect(hint()).toBeNull();
  tap();
  act(() => void vi.advanceTimersByTime(3_900));
  expect(hint()).not.toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(hint()).toBeNull();
});

it('the page knows whether the last thing pressed was a key: only then focus given by a script has its ring', () => {
  const { documentElement: page } = document;
  fireEvent(document.body, new PointerEvent('pointerdown', { pointerType: 'mouse', bubbles: true }));
  expect(page.hasAttribute('data-pointer')).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(page.hasAttribute('data-pointer')).toBe(false);
});
