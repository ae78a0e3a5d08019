import type { TimeZone } from '#src/lib/format.ts';
import { originalWords } from '#src/lib/original.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import type { SharedPhoto } from './queries.ts';

/** Photos that can be selected at once: as many as one download takes. */
export const MAX_SELECTED = 2000;

/** For screen readers. */
export const describeSharedPhoto = (photo: SharedPhoto, zone: TimeZone): string =>
  [
    `Photo by ${photo.photographer}`,
    `${uploadedPrefix(photo).toLowerCase()}${formatZonedDateTime(photo.taken_at, zone)}`,
    originalWords(photo)?.state,
  ]
    .filter(Boolean)
    .join(', ');

/** Without repetitions: photos that arrive between two pages shift the second one. */
export function listPhotos(pages: readonly { items: readonly SharedPhoto[] }[]): SharedPhoto[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((photo) => [photo.id, photo])).values()];
}
