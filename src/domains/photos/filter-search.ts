// Which photos of an event one looks at, as the URL holds it. Apart from what is done with it: the router reads URLs before any screen is loaded.
/** `waiting`: what is not seen by all yet - still on this phone, or pending approval. */
const NARROW = ['mine', 'liked', 'waiting'] as const;
export const SHOW_OPTIONS = ['all', ...NARROW] as const;
export type Show = (typeof SHOW_OPTIONS)[number];

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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whatever a URL may say; what makes no sense is left out. */
export function parseFilterSearch({ show, by, hour }: Record<string, unknown>): FilterSearch {
  const shown = NARROW.find((one) => one === show);
  const at = typeof hour === 'string' ? Date.parse(hour) : Number.NaN;
  return {
    ...(shown && { show: shown }),
    // One's own photos are by oneself already.
    ...(typeof by === 'string' && UUID.test(by) && shown !== 'mine' && { by: by.toLowerCase() }),
    ...(!Number.isNaN(at) && { hour: new Date(at).toISOString() }),
  };
}

export function toGalleryFilter({ show, by, hour }: FilterSearch): GalleryFilter {
  return { show: show ?? 'all', by: by ?? null, hour: hour === undefined ? null : Date.parse(hour) };
}

export function toFilterSearch({ show, by, hour }: GalleryFilter): FilterSearch {
  return parseFilterSearch({ show, by, ...(hour !== null && { hour: new Date(hour).toISOString() }) });
}
