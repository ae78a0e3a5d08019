import type { Snapshot } from './store.ts';

type Organization = Snapshot['user']['organizations'][number];

/** Those whose office a person may work in: approved ones. A suspended one can still be read. */
export const officeOrganizations = ({ user }: Snapshot): Organization[] => user.organizations.filter(({ status }) => status !== 'pending');

/**
 * The organization whose office is open: the selected one where it is the person's own, else the first of theirs. Entering an event selects
 * its organization, which may be another's: that one has no office here.
 */
export function officeOrganization(snapshot: Snapshot): Organization | null {
  const own = officeOrganizations(snapshot);
  return own.find(({ id }) => id === snapshot.selectedOrganizationId) ?? own[0] ?? null;
}
