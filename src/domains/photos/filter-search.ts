// The gallery's filter as search parameters. Separate from filter.ts, because the router parses URLs before a screen loads.
import { isUuid } from '#src/lib/is-uuid.ts';

/** `waiting`: still on this phone, or pending approval. */
const NARROW = ['mine', 'liked', 'waiting'] as const;
export const SHOW_OPTIONS = ['all', ...NARROW] as const;
export type Show = (typeof SHOW_OPTIONS)[number];

export interface GalleryFilter {
  show: Show;
  /** Only photos of this person. */
  by: string | null;
  /** Only photos of the hour that starts here, ms since 1970. */
  hour: number | null;
  /** Only photos in this section. */
  section: string | null;
}

/** Search parameters; defaults are omitted. */
export interface FilterSearch {
  show?: Exclude<Show, 'all'>;
  by?: string;
  hour?: string;
  section?: string;
}

/** Drops invalid values. */
function parseFilterSearch({ show, by, hour, section }: Record<string, unknown>): FilterSearch {
  const shown = NARROW.find((one) => one === show);
  const at = typeof hour === 'string' ? Date.parse(hour) : Number.NaN;
  return {
    ...(shown && { show: shown }),
    // `mine` implies the photographer.
    ...(isUuid(by) && shown !== 'mine' && { by: by.toLowerCase() }),
    ...(isUuid(section) && { section: section.toLowerCase() }),
    ...(!Number.isNaN(at) && { hour: new Date(at).toISOString() }),
  };
}

export function toGalleryFilter({ show, by, hour, section }: FilterSearch): GalleryFilter {
  return { show: show ?? 'all', by: by ?? null, hour: hour === undefined ? null : Date.parse(hour), section: section ?? null };
}

export function toFilterSearch({ show, by, hour, section }: GalleryFilter): FilterSearch {
  return parseFilterSearch({ show, by, section, ...(hour !== null && { hour: new Date(hour).toISOString() }) });
}

/** All search parameters of the gallery's route. */
export const GALLERY_SEARCH = ['show', 'by', 'hour', 'section', 'photo', 'view'] as const;

/** `photo` is open. `view`: the live wall instead of the gallery. */
export const parseGallerySearch = (raw: Record<string, unknown>): FilterSearch & { photo?: string; view?: 'wall' } => ({
  ...parseFilterSearch(raw),
  ...(typeof raw.photo === 'string' && { photo: raw.photo }),
  ...(raw.view === 'wall' && { view: raw.view }),
});
