// What an action needs to be selected before it is tried, in the words of docs/product.md A5.
// While somebody else is looked at nothing may be changed, and nothing queued on this device.
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { session, type Snapshot } from './store.ts';

/** Why nothing can be changed; null: somebody uses their own account. */
export const readOnlyReason = (): string | null =>
  session.read()?.user.viewing ? 'You’re viewing this account. You can’t change anything.' : null;

type Organization = Snapshot['user']['organizations'][number];

/** Those in which a person may work: approved ones. A suspended one can still be read. */
export const ownOrganizations = ({ user }: Snapshot): Organization[] => user.organizations.filter(({ status }) => status !== 'pending');

/**
 * The organization whose area is open: the selected one where it is the person's own, else the first of theirs. Entering an event selects
 * its organization, which may be another's: that one has no area here.
 */
export function currentOrganization(snapshot: Snapshot): Organization | null {
  const own = ownOrganizations(snapshot);
  return own.find(({ id }) => id === snapshot.selectedOrganizationId) ?? own[0] ?? null;
}

/** Of every action on events, photos and people. @throws UserFacingError */
export function requireOrganization(): void {
  if (!session.read()?.selectedOrganizationId) throw new UserFacingError('No organization selected');
}

/** Of liking a photo. @throws UserFacingError */
export function requireEvent(): void {
  if (!session.read()?.selectedOrganizationId || session.selectedEvent() === null)
    throw new UserFacingError('No organization or event selected');
}

/** Before an action on something of an event, away from the event's own screens: selects it, as entering it does, where nothing is selected. */
export async function ensureEventSelected(event: { id: string; organization_id: string } | null): Promise<void> {
  const isSelected = session.read()?.selectedOrganizationId && session.selectedEvent() !== null;
  // Lists that an earlier release kept on this device do not name the organization.
  if (event?.organization_id && !isSelected) await session.selectEvent(event);
}
