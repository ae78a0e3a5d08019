import { effectiveTakenAt } from '#src/outbox/effective-taken-at.ts';
// Which photos of an event one looks at. The filter lives in the URL (filter-search.ts), the server applies it to what it answers, and what
// arrives live or waits on this phone is measured by the same rules here.
import type { PhotoRecord } from '#src/outbox/record.ts';
import type { GalleryFilter } from './filter-search.ts';
import type { Photo } from './photo.ts';

export const NO_FILTER: GalleryFilter = { show: 'all', by: null, hour: null };

const HOUR_MS = 3_600_000;

export const isUnfiltered = ({ show, by, hour }: GalleryFilter): boolean => show === 'all' && by === null && hour === null;

export interface FilterQuery {
  from?: string;
  to?: string;
  uploader?: string;
  liked?: boolean;
  status?: 'pending';
}

/** What the server is asked. */
export function filterQuery({ show, by, hour }: GalleryFilter, account: string): FilterQuery {
  return {
    ...(hour !== null && { from: new Date(hour).toISOString(), to: new Date(hour + HOUR_MS).toISOString() }),
    ...(show === 'mine' ? { uploader: account } : by !== null && { uploader: by }),
    ...(show === 'liked' && { liked: true }),
    ...(show === 'waiting' && { status: 'pending' as const }),
  };
}

const inHour = (hour: number | null, at: number): boolean => hour === null || (at >= hour && at < hour + HOUR_MS);

/** @param photo with `is_liked` as this reader's own, not as the stream guesses it */
export function matchesPhoto({ show, by, hour }: GalleryFilter, account: string, photo: Photo): boolean {
  if (!inHour(hour, Date.parse(photo.taken_at))) return false;
  const uploader = show === 'mine' ? account : by;
  if (uploader !== null && photo.uploader.id !== uploader) return false;
  if (show === 'liked') return photo.is_liked;
  return show !== 'waiting' || photo.status === 'pending';
}

/** Of this phone's own photos. Nobody can like one before it is sent. */
export function matchesRecord({ show, by, hour }: GalleryFilter, account: string, record: PhotoRecord): boolean {
  return show !== 'liked' && (by === null || by === account) && inHour(hour, effectiveTakenAt(record));
}
