// The detail of an event, as the URL holds it.
import { listParticipantsParameters } from '#openapi/lists.ts';
import { type ListSearch, parseFlag, parseListSearch, searchKeys } from '#src/lib/list-search.ts';

export const participantListParameters = listParticipantsParameters;
export type ParticipantSearch = ListSearch<typeof participantListParameters>;

const DETAIL_TABS = ['overview', 'moderation', 'participants', 'settings'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** With what is looked for among the participants. */
export interface DetailSearch extends ParticipantSearch {
  /** Left out: the overview. */
  tab?: Exclude<DetailTab, 'overview'>;
  /** What moderation shows; its own to read. */
  view?: string;
  /** The poster with the join code stands open. */
  poster?: true;
}

/** All that the detail reads of its URL. */
export const DETAIL_SEARCH = ['tab', 'view', 'poster', ...searchKeys(participantListParameters)] as const;

export function parseDetailSearch(raw: Record<string, unknown>): DetailSearch {
  const tab = DETAIL_TABS.find((name) => name === raw.tab && name !== 'overview');
  if (!tab || tab === 'overview') return parseFlag(raw.poster) ? { poster: true } : {};
  // What belongs to one tab is left behind with it.
  return {
    tab,
    ...(tab === 'participants' && parseListSearch(participantListParameters, raw)),
    ...(tab === 'moderation' && typeof raw.view === 'string' && { view: raw.view }),
  };
}
