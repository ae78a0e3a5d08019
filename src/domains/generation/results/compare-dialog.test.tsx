import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toLibraryImage } from '#src/domains/generation/library/library-image.ts';
import { buildGeneratedImage } from '#tests/support/factories/api.ts';
import { CompareDialog } from './compare-dialog.tsx';

afterEach(cleanup);

const images = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    toLibraryImage(buildGeneratedImage({ id: `image-${at}`, prompt: `Prompt ${at}`, width: 1024, height: at === 1 ? 512 : 1024 })),
  );
const sources = () => [...document.querySelectorAll('img')].map(({ src }) => new URL(src, 'http://localhost').pathname);

it('shows the thumbnail of each image, which the page has already, until its preview is decoded', () => {
  render(<CompareDialog images={images(3)} onClose={vi.fn()} />);
  for (const at of [0, 1, 2]) {
    const thumb = sources().indexOf(`/api/v1/generated-images/image-${at}/thumb`);
    expect(thumb).toBeGreaterThan(-1);
    expect(sources().indexOf(`/api/v1/generated-images/image-${at}/preview`)).toBeGreaterThan(thumb);
  }
  const previews = [...document.querySelectorAll('img')].filter(({ src }) => src.endsWith('/preview'));
  expect(previews.map((image) => image.getAttribute('loading'))).toEqual([null, null, null]);
});

it('compares two images of different formats in one frame, by a divider that keys move, or side by side', () => {
  render(<CompareDialog images={images(2)} onClose={vi.fn()} />);
  const divider = screen.getByRole<HTMLInputElement>('slider', { name: 'Divider' });
  const frame = divider.parentElement!;
  expect(frame.style.getPropertyValue('--compare-ratio')).toBe('2');
  expect(frame.style.getPropertyValue('--compare-at')).toBe('50%');
  fireEvent.change(divider, { target: { value: '20' } });
  expect(frame.style.getPropertyValue('--compare-at')).toBe('20%');
  expect(divider.getAttribute('aria-valuetext')).toBe('20% left image, 80% right image');
  fireEvent.doubleClick(divider);
  expect(divider.value).toBe('50');
  fireEvent.click(screen.getByRole('radio', { name: 'Side by side' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('hides a sensitive image in both views', () => {
  const [shown, hidden] = [buildGeneratedImage({ id: 'shown' }), buildGeneratedImage({ id: 'hidden', is_sensitive: true })].map(
    toLibraryImage,
  );
  render(<CompareDialog images={[shown!, hidden!]} onClose={vi.fn()} />);
  for (const view of ['Side by side', 'Slider']) {
    expect(sources().some((path) => path.includes('/hidden/'))).toBe(false);
    fireEvent.click(screen.getByRole('radio', { name: view }));
  }
});
