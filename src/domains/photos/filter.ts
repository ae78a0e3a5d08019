// Which photos of an event one looks at. The filter lives in the URL, the server applies it to what it answers, and what arrives live or waits
// on this phone is measured by the same rules here.
import type { PhotoRecord } from '#src/outbox/record.ts';
import { takenOnPhone } from './feed.ts';
import type { Photo } from './photo.ts';

/** `waiting`: what is not seen by all yet - still on this phone, or pending approval. */
const NARROW = ['mine', 'liked', 'waiting'] as const;
export const SHOWS = ['all', ...NARROW] as const;
export type Show = (typeof SHOWS)[number];

export interface GalleryFilter {
  show: Show;
  /** Only this person's photos. */
  by: string | null;
  /** Only those of the hour that begins here, ms since 1970. */
  hour: number | null;
}

/** As the URL writes it; what says nothing is left out. */
export interface FilterSearch {
  show?: Exclude<Show, 'all'>;
  by?: string;
  hour?: string;
}

export const EVERYTHING: GalleryFilter = { show: 'all', by: null, hour: null };

const HOUR_MS = 3_600_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whatever a URL may say; what makes no sense is left out. */
export function filterSearch({ show, by, hour }: Record<string, unknown>): FilterSearch {
  const shown = NARROW.find((one) => one === show);
  const at = typeof hour === 'string' ? Date.parse(hour) : Number.NaN;
  return {
    ...(shown && { show: shown }),
    // One's own photos are by oneself already.
    ...(typeof by === 'string' && UUID.test(by) && shown !== 'mine' && { by: by.toLowerCase() }),
    ...(!Number.isNaN(at) && { hour: new Date(at).toISOString() }),
  };
}

export function readFilter({ show, by, hour }: FilterSearch): GalleryFilter {
  return { show: show ?? 'all', by: by ?? null, hour: hour === undefined ? null : Date.parse(hour) };
}

export function writeFilter({ show, by, hour }: GalleryFilter): FilterSearch {
  return filterSearch({ show, by, ...(hour !== null && { hour: new Date(hour).toISOString() }) });
}

export const isEverything = ({ show, by, hour }: GalleryFilter): boolean => show === 'all' && by === null && hour === null;

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
  return show !== 'liked' && (by === null || by === account) && inHour(hour, takenOnPhone(record));
}
