import { createFileRoute } from '@tanstack/react-router';
import { CameraSettings } from '#src/camera/camera-settings.tsx';
import { DeviceSection } from '#src/domains/accounts/settings/device-section.tsx';
import { SecurityPanel } from '#src/domains/accounts/settings/security-panel.tsx';
import { SettingsScreen, ThemeSection } from '#src/domains/accounts/settings/settings-screen.tsx';
import { DataRequestsSection, DeleteAccountSection, ExportSection } from '#src/domains/accounts/settings/your-data.tsx';
import { CreditStatement } from '#src/domains/generation/credits/credit-statement.tsx';
import { parseStatementSearch, statementSearchKeys, type StatementSearch } from '#src/domains/generation/credits/statement-search.ts';
import { StorageNote } from '#src/domains/photos/queue/storage-note.tsx';
import { useReading } from '#src/domains/photos/queue/use-outbox-read.ts';
import { searchChange } from '#src/lib/list-query.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { NotificationSettings } from '#src/shell/notification-settings.tsx';
import { PushCard } from '#src/shell/push/push-card.tsx';

type SettingsSearch = StatementSearch & { tab?: string };

export const Route = createFileRoute('/_app/dashboard/settings')({
  validateSearch: validateSearch(['tab', ...statementSearchKeys], ({ tab, ...raw }: Record<string, unknown>): SettingsSearch => ({
    ...(typeof tab === 'string' && { tab }),
    ...parseStatementSearch(raw),
  })),
  component: SettingsPage,
});

function SettingsPage() {
  const { tab, ...credits } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useSession()?.user;
  const waiting = useReading(pendingPhotos(user?.id ?? null));
  const onCredits = (change: StatementSearch) => void navigate(searchChange<SettingsSearch>(change));
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
        security: <SecurityPanel email={email} isVerified={isVerified} />,
        credits: <CreditStatement owner={null} search={credits} onSearch={onCredits} />,
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
