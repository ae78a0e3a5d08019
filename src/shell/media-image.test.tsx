import { fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MediaImage } from './media-image.tsx';

test.each(['data:image/png;base64,AA==', 'blob:http://localhost/1'])('%s that fails to load is not requested again', async (src) => {
  const asked = vi.spyOn(globalThis, 'fetch');
  const onUnavailable = vi.fn();
  const { container } = render(<MediaImage src={src} alt="" onUnavailable={onUnavailable} />);
  fireEvent.error(container.querySelector('img')!);
  await waitFor(() => expect(onUnavailable).toHaveBeenCalled());
  expect(asked).not.toHaveBeenCalled();
});
