// Who may see a person beyond what a screen tells of them. Pure; what is not said here is denied. Source: docs/product.md B2.
import { isMemberOf, type Viewer } from '#server/viewer.ts';

/** What ties a person to whoever looks. */
export interface PersonFacts {
  userId: string;
  /** Of the person: where they are a member, or invited as one. */
  organizationIds: readonly string[];
  /** Whose events they take part in. */
  hostIds: readonly string[];
  /** Both take part in one event. */
  sharesEvent: boolean;
}

/** Their picture: for those who read their name in a list, and for the people they are at an event with. */
export function canSeePerson(viewer: Viewer, person: PersonFacts): boolean {
  return (
    viewer.userId === person.userId ||
    viewer.permissions.all === true ||
    viewer.permissions.manage_users === true ||
    person.sharesEvent ||
    [...person.organizationIds, ...person.hostIds].some((id) => isMemberOf(viewer, id))
  );
}
