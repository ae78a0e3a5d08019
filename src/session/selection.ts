// What an action needs to be selected before it is tried, in the words of docs/product.md A5.
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { session } from './store.ts';

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
