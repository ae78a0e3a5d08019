// Search parameters of the event detail, including the participant filters.
import { listGalleryLinksParameters, listParticipantsParameters, listReportedPhotosParameters } from '#openapi/lists.ts';
import { type ListSearch, parseFlag, parseListSearch, searchKeys } from '#src/lib/list-search.ts';

export const participantListParameters = listParticipantsParameters;
export type ParticipantSearch = ListSearch<typeof participantListParameters>;

const DETAIL_TABS = ['overview', 'moderation', 'participants', 'delivery', 'sections', 'links', 'screens', 'settings'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export interface DetailSearch
  extends ParticipantSearch, ListSearch<typeof listGalleryLinksParameters>, ListSearch<typeof listReportedPhotosParameters> {
  /** Omitted for the overview. */
  tab?: Exclude<DetailTab, 'overview'>;
  /** The moderation view, parsed by the moderation. */
  view?: string;
  /** The gallery link whose picks are open. */
  picks?: string;
  /** The visitor among them whose picks are open. */
  visitor?: string;
  /** Whether the poster dialog is open. */
  poster?: true;
}

/** All search parameters of the route. */
export const DETAIL_SEARCH = [
  'tab',
  'view',
  'poster',
  'picks',
  'visitor',
  ...searchKeys(listGalleryLinksParameters),
  ...searchKeys(listReportedPhotosParameters),
  ...searchKeys(participantListParameters),
] as const;

export function parseDetailSearch(raw: Record<string, unknown>): DetailSearch {
  const tab = DETAIL_TABS.find((name) => name === raw.tab && name !== 'overview');
  if (!tab || tab === 'overview') return parseFlag(raw.poster) ? { poster: true } : {};
  // Parameters of other tabs are dropped.
  return {
    tab,
    ...(tab === 'participants' && parseListSearch(participantListParameters, raw)),
    ...(tab === 'links' && {
      ...parseListSearch(listGalleryLinksParameters, raw),
      ...(typeof raw.picks === 'string' && { picks: raw.picks }),
      ...(typeof raw.picks === 'string' && typeof raw.visitor === 'string' && { visitor: raw.visitor }),
    }),
    ...(tab === 'moderation' &&
      typeof raw.view === 'string' && {
        view: raw.view,
        ...(raw.view === 'reported' && parseListSearch(listReportedPhotosParameters, raw)),
      }),
  };
}
