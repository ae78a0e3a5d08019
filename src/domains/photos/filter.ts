import { effectiveTakenAt, type PhotoRecord } from '#src/outbox/record.ts';
// The gallery's filter: the server applies it to its answers, and these rules apply it to stream changes and local photos.
import type { GalleryFilter } from './filter-search.ts';
import type { Photo } from './photo.ts';

export const NO_FILTER: GalleryFilter = { show: 'all', by: null, hour: null, section: null };

const HOUR_MS = 3_600_000;

export const isUnfiltered = ({ show, by, hour, section }: GalleryFilter): boolean =>
  show === 'all' && by === null && hour === null && section === null;

export interface FilterQuery {
  from?: string;
  to?: string;
  uploader?: string;
  section?: string;
  liked?: boolean;
  status?: 'pending';
}

/** The query parameters of the filter. */
export function filterQuery({ show, by, hour, section }: GalleryFilter, account: string): FilterQuery {
  return {
    ...(hour !== null && { from: new Date(hour).toISOString(), to: new Date(hour + HOUR_MS).toISOString() }),
    ...(show === 'mine' ? { uploader: account } : by !== null && { uploader: by }),
    ...(section !== null && { section }),
    ...(show === 'liked' && { liked: true }),
    ...(show === 'waiting' && { status: 'pending' as const }),
  };
}

const inHour = (hour: number | null, at: number): boolean => hour === null || (at >= hour && at < hour + HOUR_MS);

/** @param photo with this reader's `is_liked`, which the stream does not include */
export function matchesPhoto({ show, by, hour, section }: GalleryFilter, account: string, photo: Photo): boolean {
  if (!inHour(hour, Date.parse(photo.taken_at))) return false;
  const uploader = show === 'mine' ? account : by;
  if (uploader !== null && photo.uploader.id !== uploader) return false;
  if (section !== null && photo.section_id !== section) return false;
  if (show === 'liked') return photo.is_liked;
  return show !== 'waiting' || photo.status === 'pending';
}

/** Applies the filter to a local photo. It cannot be liked or in a section before it is uploaded. */
export function matchesRecord({ show, by, hour, section }: GalleryFilter, account: string, record: PhotoRecord): boolean {
  return show !== 'liked' && section === null && (by === null || by === account) && inHour(hour, effectiveTakenAt(record));
}
