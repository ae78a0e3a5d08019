import type { Call } from '#server/http/operation.ts';
import type { GalleryFilters } from '#server/photos/gallery-repository.ts';
import { readInstant } from '#server/photos/instants.ts';

/** What a list or a timeline is asked to be narrowed to. */
export function readFilters({ from, to, uploader, liked, status }: Call<'getTimeline'>['query']): GalleryFilters {
  return {
    from: from === undefined ? null : readInstant(from, 'query.from'),
    to: to === undefined ? null : readInstant(to, 'query.to'),
    uploaderId: uploader ?? null,
    liked: liked ?? false,
    status: status ?? null,
  };
}
