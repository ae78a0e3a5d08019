// The detail of an event, as the URL holds it.
import type { components } from '#openapi/api.ts';

type ParticipantRole = components['schemas']['ParticipantRole'];

export const DETAIL_TABS = ['overview', 'moderation', 'participants', 'settings'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export interface DetailSearch {
  /** Left out: the overview. */
  tab?: Exclude<DetailTab, 'overview'>;
  /** Among the participants. */
  q?: string;
  role?: ParticipantRole;
  /** Those who were removed, instead. */
  removed?: true;
  /** What moderation shows; its own to read. */
  view?: string;
  /** The poster with the join code stands open. */
  poster?: true;
}

/** All that the detail reads of its URL. */
export const DETAIL_SEARCH = ['tab', 'q', 'role', 'removed', 'view', 'poster'] as const;

export function parseDetailSearch(raw: Record<string, unknown>): DetailSearch {
  const tab = DETAIL_TABS.find((name) => name === raw.tab);
  const found: DetailSearch = {};
  if (tab && tab !== 'overview') found.tab = tab;
  // What belongs to one tab is left behind with it.
  if (tab === 'participants') {
    const q = typeof raw.q === 'number' ? String(raw.q) : raw.q;
    if (typeof q === 'string' && q.trim() !== '') found.q = q.trim().slice(0, 100);
    if (raw.role === 'photographer' || raw.role === 'guest') found.role = raw.role;
    if (raw.removed === true || raw.removed === 'true') found.removed = true;
  }
  if (tab === 'moderation' && typeof raw.view === 'string') found.view = raw.view;
  if (found.tab === undefined && (raw.poster === true || raw.poster === 'true')) found.poster = true;
  return found;
}
