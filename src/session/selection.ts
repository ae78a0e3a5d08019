// What an action needs to be selected before it is tried, in the words of docs/product.md A5.
import { RefusedHere } from '#src/lib/refused-here.ts';
import { session } from './store.ts';

/** Of every action on events, photos and people. @throws RefusedHere */
export function requireOrganization(): void {
  if (!session.read()?.selectedOrganizationId) throw new RefusedHere('No organization selected');
}

/** Of liking a photo. @throws RefusedHere */
export function requireEvent(): void {
  if (!session.read()?.selectedOrganizationId || session.selectedEvent() === null)
    throw new RefusedHere('No organization or event selected');
}
