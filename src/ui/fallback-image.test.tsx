import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FallbackImage } from './fallback-image.tsx';

afterEach(cleanup);

const pictures = () => document.querySelectorAll('img').length;

it('shows its alternative text on an area of the same size where it cannot be loaded, and tries again once online', () => {
  render(<FallbackImage src="/product/queue.webp" alt="The queue, offline" width={390} height={844} className="w-56" />);
  fireEvent.error(screen.getByRole('img', { name: 'The queue, offline' }));
  const place = screen.getByRole('img', { name: 'The queue, offline' });
  expect(pictures()).toBe(0);
  expect(place.textContent).toBe('The queue, offline');
  expect(place.className).toContain('w-56');
  expect(place.style.aspectRatio).toBe('390 / 844');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(pictures()).toBe(1);
});

it('leaves nothing of a decorative image that cannot be loaded, and shows the next one', () => {
  const { container, rerender } = render(<FallbackImage src="/a.webp" alt="" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.innerHTML).toBe('');
  rerender(<FallbackImage src="/b.webp" alt="" />);
  expect(pictures()).toBe(1);
});
