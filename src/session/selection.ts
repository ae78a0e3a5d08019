// Preconditions of actions: a selected organization or event, in the words of docs/product.md, Calls and errors, and no impersonation.
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { session, type Snapshot } from './store.ts';

/** Why nothing can be changed (impersonation); null if changes are allowed. */
export const readOnlyReason = (): string | null =>
  session.read()?.user.viewing ? 'You’re viewing this account. You can’t change anything.' : null;

type Organization = Snapshot['user']['organizations'][number];

/** Approved organizations of the user. A suspended one can still be read. */
export const ownOrganizations = ({ user }: Snapshot): Organization[] => user.organizations.filter(({ status }) => status !== 'pending');

/**
 * The organization whose area is open: the selected one if the user belongs to it, else their first. Entering an event selects its
 * organization, which may not be theirs.
 */
export function currentOrganization(snapshot: Snapshot): Organization | null {
  const own = ownOrganizations(snapshot);
  return own.find(({ id }) => id === snapshot.selectedOrganizationId) ?? own[0] ?? null;
}

/** For actions on events, photos and people. @throws UserFacingError */
export function requireOrganization(): void {
  if (!session.read()?.selectedOrganizationId) throw new UserFacingError('No organization selected');
}

/** For liking a photo. @throws UserFacingError */
export function requireEvent(): void {
  if (!session.read()?.selectedOrganizationId || session.selectedEvent() === null)
    throw new UserFacingError('No organization or event selected');
}

/** Selects the event, as entering it does, if none is selected. For actions on event data outside the event's screens. */
export async function ensureEventSelected(event: { id: string; organization_id: string } | null): Promise<void> {
  const isSelected = session.read()?.selectedOrganizationId && session.selectedEvent() !== null;
  // Lists stored by earlier releases have no organization.
  if (event?.organization_id && !isSelected) await session.selectEvent(event);
}
