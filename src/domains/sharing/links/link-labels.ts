import type { components } from '#openapi/api.ts';
import type { GalleryLink } from '#src/domains/sharing/queries.ts';
import { formatDateTime, formatFullDate, pluralize, type TimeZone } from '#src/lib/format.ts';

export const stateLabels: Record<GalleryLink['state'], string> = { open: 'Open', expired: 'Expired', revoked: 'Revoked' };
const downloadLabels: Record<GalleryLink['downloads'], string | null> = {
  off: null,
  web: 'Downloads in web size',
  full: 'Downloads in full size',
};

export type EventOfLink = Pick<components['schemas']['Event'], 'status' | 'auto_gallery' | 'published_at' | 'reveals_at' | 'time_zone'>;

/** Why visitors of a link that works see no photos yet; null if they do. A link never shows more than its event. @param now ms since 1970 */
export function waitingLabel(event: EventOfLink, now: number): string | null {
  if (event.status === 'draft') return 'Event is a draft';
  if (!event.auto_gallery && event.published_at === null) return 'Gallery not published';
  const reveal = event.reveals_at;
  return reveal !== null && Date.parse(reveal) > now ? `Opens ${formatDateTime(reveal, event.time_zone)}` : null;
}

/** What it shows. */
export function describeScope({ scope, photographer, section, selected_count: count }: GalleryLink): string {
  if (scope === 'photographer') return photographer ? `Photos by ${photographer.name}` : 'Photos by one photographer';
  if (scope === 'section') return section ? `Section “${section.name}”` : 'A section that was deleted';
  return scope === 'selection' ? pluralize(count ?? 0, 'selected photo', 'selected photos') : 'The whole gallery';
}

/** What visitors need and can do. */
export function linkFacts(link: GalleryLink, zone: TimeZone): string[] {
  const { has_password: isProtected, expires_at: end, state, downloads, picks_limit: picks } = link;
  const facts = [
    isProtected && 'Password',
    // The day before its end, at midnight, is the last one on which it works.
    end !== null && `${state === 'expired' ? 'Expired' : 'Until'} ${formatFullDate(new Date(Date.parse(end) - 1).toISOString(), zone)}`,
    downloadLabels[downloads],
    picks !== null && `Up to ${pluralize(picks, 'pick', 'picks')}`,
  ];
  return facts.filter((fact) => fact !== false && fact !== null);
}
