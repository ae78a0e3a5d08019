import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '#openapi/api.ts';
import { currentOrganization, ownOrganizations } from '#src/session/selection.ts';
import { session, type Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { MaintenanceBanner } from '#src/shell/maintenance-banner.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Building2 } from '#src/ui/icons.ts';
import { Select } from '#src/ui/select.tsx';
import { organizationQuery } from './queries.ts';

type Organization = components['schemas']['Organization'];

interface OrganizationHeaderProps {
  snapshot: Snapshot;
  /** The selected organization; null if there is none. */
  organization: Organization | null;
}

/** Shown above an organization's screens: the organization picker (for members of several), and a banner if it is suspended. */
export function OrganizationHeader({ snapshot, organization }: OrganizationHeaderProps) {
  const navigate = useNavigate();
  const own = ownOrganizations(snapshot);
  if (!organization) {
    return (
      <EmptyState icon={<Building2 />} title="No organization selected">
        None of your organizations is active yet. Once one is approved, it opens here automatically.
      </EmptyState>
    );
  }
  const choose = async (id: string) => {
    await session.selectOrganization(id);
    // Cursors and filters of the previous organization don't apply.
    await navigate({ to: '.', search: {} });
  };
  return (
    <>
      <MaintenanceBanner />
      {own.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor="own-organization" className="text-sm font-medium">
            Organization
          </label>
          <Select
            id="own-organization"
            options={own.map(({ id, name }) => ({ value: id, label: name }))}
            value={organization.id}
            onChange={(id) => void choose(id)}
            className="max-w-72"
          />
        </div>
      )}
      {organization.status === 'suspended' && (
        <Banner tone="warning" title={`${organization.name} is suspended`}>
          You can view its events and photos, but not change them. Photos waiting on phones are still accepted.
        </Banner>
      )}
    </>
  );
}

/** The selected organization: from the session until the server answers. Null if none is selected. */
export function useCurrentOrganization() {
  const snapshot = useSession();
  const current = snapshot && currentOrganization(snapshot);
  const read = useQuery({ ...organizationQuery(current?.id ?? ''), enabled: current !== null });
  return { snapshot, organization: read.data ?? current, read };
}
