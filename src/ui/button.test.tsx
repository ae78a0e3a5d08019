import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

// The disabled reason changes with the connection and with pending work, often in the middle of a press.
test.each([
  ['button', (props: Pick<ButtonProps, 'disabledReason' | 'onClick'>) => <Button {...props}>Save</Button>],
  ['icon button', (props: Pick<ButtonProps, 'disabledReason' | 'onClick'>) => <IconButton {...props} label="Save" icon={null} />],
])('a %s stays the same element when a reason not to use it comes and goes', (_kind, draw) => {
  const onClick = vi.fn();
  const { rerender } = render(draw({ onClick }));
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();

  rerender(draw({ onClick, disabledReason: 'You’re offline.' }));
  expect(screen.getByRole('button', { name: 'Save', description: 'You’re offline.' })).toBe(button);
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();

  rerender(draw({ onClick }));
  expect(screen.getByRole('button', { name: 'Save', description: '' })).toBe(button);
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a reason is read beside what describes the button anyway', () => {
  render(
    <>
      <p id="step">Guests can join.</p>
      <Button aria-describedby="step" disabledReason="You’re offline.">
        Go live
      </Button>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Go live', description: 'Guests can join. You’re offline.' })).toBeTruthy();
});
