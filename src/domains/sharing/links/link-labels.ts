import type { GalleryLink } from '#src/domains/sharing/queries.ts';
import { formatFullDate, pluralize, type TimeZone } from '#src/lib/format.ts';

export const stateLabels: Record<GalleryLink['state'], string> = { open: 'Open', expired: 'Expired', revoked: 'Revoked' };
const downloadLabels: Record<GalleryLink['downloads'], string | null> = {
  off: null,
  web: 'Downloads in web size',
  full: 'Downloads in full size',
};

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
