// What may be done with the selected photos. Pure.
import type { Status } from '#src/domains/photos/moderation/decisions.ts';
import type { Photo } from '#src/domains/photos/photo.ts';

/** Browsers ask before the second file, and do not keep up with hundreds. */
export const MAX_DOWNLOADS = 50;

export interface BulkActions {
  all: readonly Photo[];
  /** Those whose like would change, and to what. */
  like: { photos: readonly Photo[]; liked: boolean };
  download: readonly Photo[];
  remove: readonly Photo[];
  approve: readonly Photo[];
  reject: readonly Photo[];
  /** At least one of them is for this person to decide on. */
  moderates: boolean;
}

/** @param selected as cached now, with the person's own wishes */
export function bulkActions(selected: readonly Photo[]): BulkActions {
  const likable = selected.filter(({ can }) => can.like);
  // None of them can be liked, or there is none: then nothing can be taken back either.
  const liked = likable.length === 0 || likable.some(({ is_liked }) => !is_liked);
  const decidable = selected.filter(({ can }) => can.moderate);
  return {
    all: selected,
    like: { photos: likable.filter(({ is_liked }) => is_liked !== liked), liked },
    download: selected.filter(({ can, state }) => can.download && state !== 'processing'),
    remove: selected.filter(({ can }) => can.delete),
    approve: decidable.filter(({ status }) => status !== 'approved'),
    reject: decidable.filter(({ status }) => status !== 'rejected'),
    moderates: decidable.length > 0,
  };
}

/** The server moves a photo only when its status is still the one that was seen: one call for each. */
export function byStatus(photos: readonly Photo[]): Map<Status, Photo[]> {
  const groups = new Map<Status, Photo[]>();
  for (const photo of photos) groups.set(photo.status, [...(groups.get(photo.status) ?? []), photo]);
  return groups;
}
