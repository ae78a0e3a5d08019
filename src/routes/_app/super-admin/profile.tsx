import { createFileRoute, Link } from '@tanstack/react-router';
import { ProfileCards } from '#src/domains/accounts/profile/profile-screen.tsx';
import { PasskeysSection } from '#src/domains/accounts/security/passkeys-section.tsx';
import { TwoFactorSection } from '#src/domains/accounts/security/two-factor-section.tsx';
import { PasswordSection } from '#src/domains/accounts/settings/password-section.tsx';
import { SessionsSection } from '#src/domains/accounts/settings/sessions-section.tsx';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';
import { NotificationSettings } from '#src/shell/notification-settings.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

type Part = 'you' | 'security' | 'emails';

const parts: { value: Part; label: string }[] = [
  { value: 'you', label: 'You' },
  { value: 'security', label: 'Security' },
  { value: 'emails', label: 'Emails' },
];

export const Route = createFileRoute('/_app/super-admin/profile')({
  validateSearch: validateSearch(['tab'], ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {})),
  component: SuperAdminProfile,
});

/** The personal settings of a super administrator. */
function SuperAdminProfile() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  if (!user) return null;
  const open = parts.find(({ value }) => value === tab)?.value ?? 'you';
  return (
    <Page
      title="Profile"
      width="text"
      actions={
        <Link to="/dashboard/settings" className={buttonClass()}>
          Your data and this device
        </Link>
      }
    >
      <Tabs
        label="Profile"
        tabs={parts}
        value={open}
        onChange={(next) => void navigate({ search: { tab: next === 'you' ? undefined : next }, resetScroll: false })}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {open === 'you' && <ProfileCards user={user} />}
          {open === 'security' && (
            <>
              <PasswordSection />
              <PasskeysSection />
              <TwoFactorSection />
              <SessionsSection />
            </>
          )}
          {open === 'emails' && <NotificationSettings title="Emails" organizationId={null} />}
        </div>
      </Tabs>
    </Page>
  );
}
