// Search parameters of an organization's events.
import { listOrganizationEventsParameters } from '#openapi/lists.ts';
import { parseFlag, parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';

export const eventListParameters = listOrganizationEventsParameters;

export interface EventSearch extends ListSearch<typeof eventListParameters> {
  /** Whether the form for a new event is open. */
  new?: true;
  /** The id of the event to duplicate. */
  from?: string;
}
export type EventSort = NonNullable<EventSearch['sort']>;

/** All search parameters of the route. */
export const EVENT_SEARCH = [...searchKeys(eventListParameters), 'new', 'from'] as const;

export function parseEventSearch(raw: Record<string, unknown>): EventSearch {
  const from = typeof raw.from === 'string' ? { from: raw.from } : {};
  return { ...parseListSearch(eventListParameters, raw), ...(parseFlag(raw.new) && { new: true, ...from }) };
}
