import type { Snapshot } from './store.ts';

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
