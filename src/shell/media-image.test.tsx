import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reportReachable } from '#src/transport/reachability.ts';
import { MediaImage } from './media-image.tsx';

test.each(['data:image/png;base64,AA==', 'blob:http://localhost/1'])('%s that fails to load is not requested again', async (src) => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const { container } = render(<MediaImage src={src} alt="" unavailable={<p>Not available</p>} />);
  fireEvent.error(container.querySelector('img')!);
  await waitFor(() => expect(container.textContent).toBe('Not available'));
  expect(asked).not.toHaveBeenCalled();
});

test('a picture that could not be loaded offline is loaded once the server can be reached again', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const { container } = render(<MediaImage src="/api/v1/generated-images/1/thumb" alt="" unavailable={<p>Not available</p>} />);
  const image = () => container.querySelector('img');
  fireEvent.error(image()!);
  await waitFor(() => expect(container.textContent).toBe('Not available'));
  expect(image()).toBeNull();
  act(() => reportReachable(true));
  expect(image()?.getAttribute('src')).toBe('/api/v1/generated-images/1/thumb');
  fireEvent.load(image()!);
  expect(image()?.className).not.toContain('opacity-0');
  asked.mockRestore();
});
