import { useQuery } from '@tanstack/react-query';
import { currentOrganization } from '#src/session/organization.ts';
import { useSession } from '#src/session/use-session.ts';
import { organizationQuery } from './queries.ts';

/** The organization whose area is open: what the session knows of it until the server has said more. Null where none is. */
export function useCurrentOrganization() {
  const snapshot = useSession();
  const current = snapshot && currentOrganization(snapshot);
  const read = useQuery({ ...organizationQuery(current?.id ?? ''), enabled: current !== null });
  return { snapshot, organization: read.data ?? current, read };
}
