import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useUpload } from './source-field.tsx';

test('refuses an image that is too large before the upload, and names both sizes', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  const { result } = renderHook(() => useUpload(() => undefined));
  const file = new File(['x'], 'large.jpg');
  Object.defineProperty(file, 'size', { value: 45_000_000 });
  await act(() => result.current.send(file));
  expect(result.current).toMatchObject({ sending: false, failure: 'This file is 45 MB. The limit is 30 MB.' });
  expect(fetch).not.toHaveBeenCalled();
  fetch.mockRestore();
});

test('refuses a file that a check finds unusable before the upload', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  const { result } = renderHook(() => useUpload(() => undefined));
  await act(() => result.current.send(new File(['x'], 'photo.jpg'), () => Promise.resolve('This isn’t a mask.')));
  expect(result.current).toMatchObject({ sending: false, failure: 'This isn’t a mask.' });
  expect(fetch).not.toHaveBeenCalled();
  fetch.mockRestore();
});

test('an empty file is called empty, before the upload', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  const { result } = renderHook(() => useUpload(() => undefined));
  await act(() => result.current.send(new File([], 'empty.jpg')));
  expect(result.current).toMatchObject({ sending: false, failure: 'This file is empty. Choose another one.' });
  expect(fetch).not.toHaveBeenCalled();
  fetch.mockRestore();
});
