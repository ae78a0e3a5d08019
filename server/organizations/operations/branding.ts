// How an organization's events look: what tells those who are looking at them that it has changed.
import type { Tx } from '#server/db/types.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import { ownWatermark } from '#server/organizations/watermark.ts';

/** Tells the readers of an organization's events. `pictures`: theirs are others now, so that galleries are read again. */
export type NotifyEvents = (tx: Tx, organizationId: string, changed: { pictures: boolean }) => Promise<void>;

/** Called in the transaction of a change, last: what it locks is locked last. */
export type NotifyBrandingChange = (tx: Tx, before: OrganizationRow, after: OrganizationRow) => Promise<void>;

const shown = ['name', 'primaryColor', 'secondaryColor', 'logoUrl', 'avatarUrl'] as const;

export const brandingChangeNotifier =
  (tellEvents: NotifyEvents): NotifyBrandingChange =>
  async (tx, before, after) => {
    const pictures = ownWatermark(before)?.tag !== ownWatermark(after)?.tag;
    if (pictures || shown.some((column) => before[column] !== after[column])) await tellEvents(tx, after.id, { pictures });
  };
