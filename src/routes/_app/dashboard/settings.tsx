import { createFileRoute } from '@tanstack/react-router';
import { CameraSettings } from '#src/camera/camera-settings.tsx';
import { PasskeysSection } from '#src/domains/accounts/security/passkeys-section.tsx';
import { TwoFactorSection } from '#src/domains/accounts/security/two-factor-section.tsx';
import { DeviceSection } from '#src/domains/accounts/settings/device-section.tsx';
import { PasswordSection } from '#src/domains/accounts/settings/password-section.tsx';
import { SessionsSection } from '#src/domains/accounts/settings/sessions-section.tsx';
import {
  EmailSection,
  GuestSection,
  ImpersonationsSection,
  SettingsScreen,
  ThemeSection,
} from '#src/domains/accounts/settings/settings-screen.tsx';
import { DataRequestsSection, DeleteAccountSection, ExportSection } from '#src/domains/accounts/settings/your-data.tsx';
import { StorageNote } from '#src/domains/photos/queue/storage-note.tsx';
import { useReading } from '#src/domains/photos/queue/use-outbox-read.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { NotificationSettings } from '#src/shell/notification-settings.tsx';
import { PushCard } from '#src/shell/push/push-card.tsx';

export const Route = createFileRoute('/_app/dashboard/settings')({
  validateSearch: validateSearch(['tab'], ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {})),
  component: SettingsPage,
});

function SettingsPage() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const waiting = useReading(pendingPhotos(user?.id ?? null));
  if (!user) return null;
  const { id, email, is_verified: isVerified } = user;
  return (
    <SettingsScreen
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next === 'general' ? undefined : next }, resetScroll: false })}
      panels={{
        general: (
          <>
            <ThemeSection />
            <CameraSettings />
            <PushCard account={id} hasAddress={email !== null} />
            {email !== null && <NotificationSettings title="Emails" organizationId={null} />}
            <DeviceSection account={id} waiting={waiting} storage={<StorageNote />} />
          </>
        ),
        security: (
          <>
            {email === null ? (
              <GuestSection />
            ) : (
              <>
                <EmailSection email={email} isVerified={isVerified} />
                <PasswordSection />
                <PasskeysSection />
                <TwoFactorSection />
              </>
            )}
            <SessionsSection />
            <ImpersonationsSection />
          </>
        ),
        data: (
          <>
            <ExportSection />
            <DeleteAccountSection account={id} isGuest={email === null} />
            <DataRequestsSection isGuest={email === null} />
          </>
        ),
      }}
    />
  );
}
