import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { toLibraryImage } from '#src/domains/generation/library/library-image.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { buildGeneratedImage, buildModel } from '#tests/support/factories/api.ts';
import { CompareDialog } from './compare-dialog.tsx';

afterEach(cleanup);

const oils = buildModel({ id: 'builtin:restyle', name: 'Photo filters' }, { styles: [{ id: 'oil', name: 'Oil paint' }] });
function show(dialog: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(modelsQuery(null).queryKey, [oils]);
  render(<QueryClientProvider client={client}>{dialog}</QueryClientProvider>);
}

const images = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    toLibraryImage(buildGeneratedImage({ id: `image-${at}`, prompt: `Prompt ${at}`, width: 1024, height: at === 1 ? 512 : 1024 })),
  );
const sources = () => [...document.querySelectorAll('img')].map(({ src }) => new URL(src, 'http://localhost').pathname);

it('shows the thumbnail of each image, which the page has already, until its preview is decoded', () => {
  show(<CompareDialog images={images(3)} onClose={vi.fn()} />);
  for (const at of [0, 1, 2]) {
    const thumb = sources().indexOf(`/api/v1/generated-images/image-${at}/thumb`);
    expect(thumb).toBeGreaterThan(-1);
    expect(sources().indexOf(`/api/v1/generated-images/image-${at}/preview`)).toBeGreaterThan(thumb);
  }
  const previews = [...document.querySelectorAll('img')].filter(({ src }) => src.endsWith('/preview'));
  expect(previews.map((image) => image.getAttribute('loading'))).toEqual([null, null, null]);
});

it('compares two images of different formats in one frame, by a divider that keys move, or side by side', () => {
  show(<CompareDialog images={images(2)} onClose={vi.fn()} />);
  const divider = screen.getByRole<HTMLInputElement>('slider', { name: 'Divider' });
  const frame = divider.parentElement!;
  expect(frame.style.getPropertyValue('--compare-ratio')).toBe('2');
  expect(frame.style.getPropertyValue('--compare-at')).toBe('50%');
  fireEvent.change(divider, { target: { value: '20' } });
  expect(frame.style.getPropertyValue('--compare-at')).toBe('20%');
  expect(divider.getAttribute('aria-valuetext')).toBe('20% left image, 80% right image');
  fireEvent.doubleClick(document.querySelector('.compare-handle')!);
  expect(divider.value).toBe('50');
  fireEvent.click(screen.getByRole('radio', { name: 'Side by side' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('zooms both images together, by keys too, while the divider stays where it is', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100));
  show(<CompareDialog images={images(2)} onClose={vi.fn()} />);
  const divider = screen.getByRole<HTMLInputElement>('slider', { name: 'Divider' });
  const zoomed = () => [...document.querySelectorAll<HTMLElement>('.compare-zoomed')].map(({ style }) => style.transform);
  const touch = (pointerId: number, clientX: number) => ({ pointerId, pointerType: 'touch', clientX, clientY: 50 });
  const frame = divider.parentElement!;
  fireEvent.pointerDown(frame, touch(1, 80));
  fireEvent.pointerDown(frame, touch(2, 120));
  fireEvent.pointerMove(frame, touch(1, 40));
  expect(zoomed()).toEqual(Array.from({ length: 2 }, () => 'translate(-100px, -50px) scale(2)'));
  expect(divider.value).toBe('50');
  fireEvent.keyDown(divider, { key: '0' });
  expect(zoomed()).toEqual(Array.from({ length: 2 }, () => 'translate(0px, 0px) scale(1)'));
  fireEvent.keyDown(divider, { key: '+' });
  expect(zoomed()[0]).toContain('scale(1.5)');
  // The handle is the divider's.
  const handle = document.querySelector('.compare-handle')!;
  fireEvent.pointerDown(handle, touch(3, 100));
  fireEvent.pointerMove(handle, touch(3, 20));
  expect(divider.value).toBe('10');
  fireEvent.pointerUp(handle, touch(3, 20));
  fireEvent.pointerMove(handle, touch(3, 100));
  expect(divider.value).toBe('10');
  expect(zoomed()[0]).toBe('translate(-50px, -25px) scale(1.5)');
  vi.restoreAllMocks();
});

it('hides a sensitive image in both views', () => {
  const [shown, hidden] = [buildGeneratedImage({ id: 'shown' }), buildGeneratedImage({ id: 'hidden', is_sensitive: true })].map(
    toLibraryImage,
  );
  show(<CompareDialog images={[shown!, hidden!]} onClose={vi.fn()} />);
  for (const view of ['Side by side', 'Slider']) {
    expect(sources().some((path) => path.includes('/hidden/'))).toBe(false);
    fireEvent.click(screen.getByRole('radio', { name: view }));
  }
});

it('opens an image, marks it as a favorite, and names what sets the images apart', () => {
  const [onOpen, onFavorite, onClose] = [vi.fn(), vi.fn(), vi.fn()];
  const four = [1, 2, 3, 4].map((at) => toLibraryImage(buildGeneratedImage({ id: `image-${at}`, seed: at })));
  show(<CompareDialog images={four} onOpen={onOpen} onFavorite={onFavorite} onClose={onClose} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Image 1', 'Image 2', 'Image 3', 'Image 4']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Add to favorites' })[1]!);
  expect(onFavorite).toHaveBeenCalledWith(four[1], true);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Open image 3' }));
  expect(onClose).toHaveBeenCalled();
  expect(onOpen).toHaveBeenCalledWith('image-3');
});

it('shows an uploaded photo beside what was made of it', () => {
  const image = toLibraryImage(buildGeneratedImage({ width: 512, height: 512 }));
  show(<CompareDialog images={[{ id: 'upload', upload: { width: 512, height: 512 } }, image]} onClose={vi.fn()} />);
  expect(sources().filter((path) => path === '/api/v1/generation-sources/upload')).toHaveLength(2);
  expect(screen.getByText('Your photo')).toBeTruthy();
});

it('names the style of a restyled photo, not the model that has all styles', () => {
  const image = toLibraryImage(buildGeneratedImage({ model: oils.id, model_name: oils.name, style: 'oil', width: 512, height: 512 }));
  show(<CompareDialog images={[{ id: 'upload', upload: { width: 512, height: 512 } }, image]} onClose={vi.fn()} />);
  expect(screen.getByText('Oil paint')).toBeTruthy();
  expect(screen.queryByText('Photo filters')).toBeNull();
});

it('shows a checkerboard instead of the placeholder behind a transparent image', () => {
  // The bit of the thumbhash that says so.
  const thumbhash = btoa(String.fromCharCode(0xdc, 0xe7, 0x91, ...Array.from({ length: 20 }, () => 0x77)));
  const [clear, opaque] = [buildGeneratedImage({ id: 'clear', thumbhash }), buildGeneratedImage({ id: 'opaque' })].map(toLibraryImage);
  show(<CompareDialog images={[clear!, opaque!]} onClose={vi.fn()} />);
  expect(document.querySelectorAll('[data-transparent]')).toHaveLength(1);
  expect(document.querySelectorAll('img[src^="data:"]')).toHaveLength(1);
});
