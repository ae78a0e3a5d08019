// The URL search parameters of a library.
import type { LibraryFilter } from '#src/domains/generation/queries.ts';

const sources = ['photos', 'generated'] as const;
const views = ['mine', 'favourites', 'deleted'] as const;
const times = ['day', 'week', 'month', 'year'] as const;

export type LibrarySource = (typeof sources)[number];
export type LibraryView = (typeof views)[number];
export type LibraryTime = (typeof times)[number];

export interface LibrarySearch {
  q?: string;
  source?: LibrarySource;
  view?: LibraryView;
  model?: string;
  time?: LibraryTime;
  collection?: string;
  /** Newest month to show, such as "2026-11". */
  month?: string;
  /** Id of the image open in the viewer. */
  image?: string;
}

export const librarySearchKeys = ['q', 'source', 'view', 'model', 'time', 'collection', 'month', 'image'] as const;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined => values.find((each) => each === value);

export function parseLibrarySearch({ q, source, view, model, time, collection, month, image }: Record<string, unknown>): LibrarySearch {
  const read = {
    q: text(q),
    source: oneOf(sources, source),
    view: oneOf(views, view),
    model: text(model),
    time: oneOf(times, time),
    collection: text(collection),
    month: typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    image: text(image),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Clears all filters. */
export const NO_FILTERS = {
  q: undefined,
  source: undefined,
  view: undefined,
  model: undefined,
  time: undefined,
  collection: undefined,
  month: undefined,
};

const DAYS: Record<LibraryTime, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Midnight that many days ago. Stable for the whole day, so that cached results stay valid. */
function since(time: LibraryTime, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - DAYS[time]).toISOString();
}

/** End of a month in UTC. */
function endOf(month: string): string {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end.toISOString();
}

export const filterOf = ({ q, source, view, model, time, collection, month }: LibrarySearch, now = new Date()): LibraryFilter => ({
  ...(q && { q }),
  ...(source && { source }),
  ...(view === 'mine' && { mine: true }),
  ...(view === 'favourites' && { favourite: true }),
  ...(view === 'deleted' && { deleted: true }),
  ...(model && { model }),
  ...(time && { from: since(time, now) }),
  ...(month && { to: endOf(month) }),
  ...(collection && { collection }),
});
