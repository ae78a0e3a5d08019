// What of an organization's events is shown, as the URL holds it.
import { listOrganizationEventsParameters } from '#openapi/lists.ts';
import { parseFlag, parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';

export const eventListParameters = listOrganizationEventsParameters;

export interface EventSearch extends ListSearch<typeof eventListParameters> {
  /** The form of a new event stands open. */
  new?: true;
  /** The event that the new one begins as a copy of. */
  from?: string;
}
export type EventSort = NonNullable<EventSearch['sort']>;

/** All that the screen reads of its URL. */
export const EVENT_SEARCH = [...searchKeys(eventListParameters), 'new', 'from'] as const;

export function parseEventSearch(raw: Record<string, unknown>): EventSearch {
  const from = typeof raw.from === 'string' ? { from: raw.from } : {};
  return { ...parseListSearch(eventListParameters, raw), ...(parseFlag(raw.new) && { new: true, ...from }) };
}
