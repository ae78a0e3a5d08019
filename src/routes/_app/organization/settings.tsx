import { createFileRoute } from '@tanstack/react-router';
import { OrganizationHeader } from '#src/domains/organizations/organization-header.tsx';
import { OrganizationSettingsTabs, parseSettingsTab } from '#src/domains/organizations/settings/settings-screen.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';

const IntegrationsScreen = lazyPart(() => import('#src/domains/integrations/integrations-screen.tsx'), { name: 'API and webhooks' });

export const Route = createFileRoute('/_app/organization/settings')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(['tab', 'webhook'], ({ tab, webhook }: Record<string, unknown>): { tab?: string; webhook?: string } => ({
    ...(typeof tab === 'string' && { tab }),
    // Its log is open.
    ...(typeof webhook === 'string' && { webhook }),
  })),
  component: SettingsPage,
});

function SettingsPage() {
  const { tab, webhook = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  const snapshot = useSession();
  const organization = snapshot && currentOrganization(snapshot);
  if (!snapshot) return null;
  const own = snapshot.user.memberships.find(({ organization_id: id }) => id === organization?.id);
  return (
    <Page title="Organization Settings">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && (
        <OrganizationSettingsTabs
          organizationId={organization.id}
          suspended={organization.status === 'suspended'}
          tab={parseSettingsTab(tab)}
          integrations={
            own?.role === 'organization' && (
              <IntegrationsScreen
                key={organization.id}
                organizationId={organization.id}
                suspended={organization.status === 'suspended'}
                logOf={webhook}
                onLog={(next) => void navigate({ search: { tab, webhook: next ?? undefined }, replace: true, resetScroll: false })}
              />
            )
          }
          onTab={(next) => void navigate({ search: { tab: next === 'profile' ? undefined : next }, resetScroll: false })}
        />
      )}
    </Page>
  );
}
