import { expect, it } from 'vitest';
import { asPhotoFile } from './save-file.ts';

const takenAt = new Date(2026, 10, 2, 21, 4, 7).getTime();
const named = (contentType: string, fileName: string | null = null) => asPhotoFile(new Blob(['x']), { fileName, contentType, takenAt });

it('names a photo by its own name, else by when it was taken, in local time', () => {
  expect(named('image/jpeg', 'IMG_1.JPG').name).toBe('IMG_1.JPG');
  const { name, type, lastModified } = named('image/jpeg');
  expect({ name, type, lastModified }).toEqual({ name: 'photo-2026-11-02-210407.jpg', type: 'image/jpeg', lastModified: takenAt });
});

it.each([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['application/octet-stream', 'bin'],
  ['', 'bin'],
])('%s ends with .%s', (contentType, extension) => {
  expect(named(contentType).name).toBe(`photo-2026-11-02-210407.${extension}`);
});
