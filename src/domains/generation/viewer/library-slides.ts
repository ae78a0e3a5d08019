import {
  describeLibraryImage,
  isHidden,
  previewUrl,
  type PhotoParts,
  type LibraryImage,
} from '#src/domains/generation/library/library-image.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import type { LightboxSlides } from '#src/shell/stage/lightbox.ts';

/** Of a preview; a larger image is laid out as large as its preview, and so is a picture of unknown size. */
const PREVIEW_PX = 1600;

/** @param isRevealed whether the person asked to see one that is hidden */
export const librarySlides = (photos: PhotoParts | undefined, isRevealed: (id: string) => boolean) => (): LightboxSlides<LibraryImage> => ({
  slideOf(image, fetched) {
    if (!image) return { kind: 'unread' };
    if (isHidden(image) && !isRevealed(image.id)) return { kind: 'message', words: 'This image is hidden because it may show nudity.' };
    const { photo } = image;
    if (photo?.state === 'unreadable') return { kind: 'message', words: photo.unreadable_reason ?? 'This photo can’t be shown.' };
    if (photo?.state === 'processing') return { kind: 'message', words: 'This photo is still processing.' };
    const { width: wide, height: high, thumbhash } = photo ?? image.generated ?? { width: null, height: null, thumbhash: null };
    const scale = PREVIEW_PX / Math.max(wide ?? PREVIEW_PX, high ?? PREVIEW_PX, PREVIEW_PX);
    const width = Math.round((wide ?? PREVIEW_PX) * scale);
    const height = Math.round((high ?? PREVIEW_PX) * scale);
    const data = { src: fetched ?? previewUrl(image, photos), width, height, alt: describeLibraryImage(image, photos) };
    return { kind: 'picture', data: thumbhash ? { ...data, msrc: shapedPlaceholder(thumbhash, width, height) } : data };
  },
});
