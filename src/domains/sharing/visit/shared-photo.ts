import type { TimeZone } from '#src/lib/format.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import type { SharedPhoto } from './queries.ts';

/** Photos that can be selected at once: as many as one download takes. */
export const MAX_SELECTED = 2000;

/** For screen readers. */
export const describeSharedPhoto = ({ photographer, taken_at: at }: SharedPhoto, zone: TimeZone): string =>
  `Photo by ${photographer}, ${formatZonedDateTime(at, zone)}`;

/** Without repetitions: photos that arrive between two pages shift the second one. */
export function listPhotos(pages: readonly { items: readonly SharedPhoto[] }[]): SharedPhoto[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((photo) => [photo.id, photo])).values()];
}
