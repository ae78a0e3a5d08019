import { createFileRoute } from '@tanstack/react-router';
import { OrganizationNotes } from '#src/domains/organizations/organization-notes.tsx';
import { OrganizationSettingsParts } from '#src/domains/organizations/settings/settings-screen.tsx';
import { partOf } from '#src/domains/organizations/settings/settings-search.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/organization.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { Page } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_app/organization/settings')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: searchOf(['tab'], ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {})),
  component: SettingsPage,
});

function SettingsPage() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  if (!snapshot) return null;
  return (
    <Page title="Organization Settings">
      <OrganizationNotes snapshot={snapshot} organization={organization} />
      {organization && (
        <OrganizationSettingsParts
          organizationId={organization.id}
          suspended={organization.status === 'suspended'}
          part={partOf(tab)}
          onPart={(next) => void navigate({ search: { tab: next === 'profile' ? undefined : next }, resetScroll: false })}
        />
      )}
    </Page>
  );
}
