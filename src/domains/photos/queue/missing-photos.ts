import type { components } from '#openapi/api.ts';
import { formatCount, formatTime, type TimeZone } from '#src/lib/format.ts';

export const NAMED = 4;

/** "IMG_0412.JPG, a photo taken 9:14 PM and 10 more". */
export function missingPhotos(
  photos: readonly components['schemas']['WaitingPhoto'][],
  count: number,
  zone?: TimeZone,
  most = NAMED,
): string {
  const names = photos.slice(0, most).map(({ file_name: name, taken_at: at }) => name ?? `a photo taken ${formatTime(at, zone)}`);
  const more = count - names.length;
  const all = more > 0 ? [...names, `${formatCount(more)} more`] : names;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
