// What of the gallery of images stands in its address. Where images come from is one filter more, once there is more than one source.
import type { ShelfFilter } from '#src/domains/generation/queries.ts';

type ImageView = 'favourites' | 'deleted';

export interface ImageGallerySearch {
  q?: string;
  view?: ImageView;
  model?: string;
  /** The image that is looked at. */
  image?: string;
}

export const imageGalleryKeys = ['q', 'view', 'model', 'image'] as const;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** The router reads `?q=50` as a number. */
export function imageGallerySearch({ q, view, model, image }: Record<string, unknown>): ImageGallerySearch {
  return {
    ...(text(q) && { q: text(q) }),
    ...((view === 'favourites' || view === 'deleted') && { view }),
    ...(text(model) && { model: text(model) }),
    ...(text(image) && { image: text(image) }),
  };
}

export const filterOf = ({ q, view, model }: ImageGallerySearch): ShelfFilter => ({
  ...(q && { q }),
  ...(model && { model }),
  ...(view === 'favourites' && { favourite: true }),
  ...(view === 'deleted' && { deleted: true }),
});
