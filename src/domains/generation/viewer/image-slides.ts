import { describeImage, generatedImageUrl, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { shapedPlaceholder } from '#src/lib/thumbhash.ts';
import type { StageSlides } from '#src/shell/stage/stage.ts';

/** Of a preview; a larger image is laid out as large as its preview. */
const PREVIEW_PX = 1600;

/** @param isRevealed whether the person asked to see one that is hidden */
export const imageSlides = (isRevealed: (id: string) => boolean) => (): StageSlides<GeneratedImage> => ({
  slideOf(image, fetched) {
    if (!image) return { kind: 'unread' };
    if (image.is_sensitive && !isRevealed(image.id)) return { kind: 'message', words: 'This image is hidden: it may show nudity.' };
    const scale = PREVIEW_PX / Math.max(image.width, image.height, PREVIEW_PX);
    const width = Math.round(image.width * scale);
    const height = Math.round(image.height * scale);
    const src = fetched ?? generatedImageUrl(image.id, 'preview');
    return {
      kind: 'picture',
      data: { src, msrc: shapedPlaceholder(image.thumbhash, width, height), width, height, alt: describeImage(image) },
    };
  },
});
