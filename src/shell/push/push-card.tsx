import { deviceLabel } from '#src/lib/device.ts';
import { PushSettings } from '#src/shell/notification-settings.tsx';
import { Card } from '#src/ui/card.tsx';
import { PushControl } from './push-control.tsx';

interface PushCardProps {
  account: string;
  /** They have an email address, and choose their topics below. */
  hasAddress: boolean;
}

export function PushCard({ account, hasAddress }: PushCardProps) {
  return (
    <Card title="Notifications" lead={`Notifications you get on this ${deviceLabel}. They’re also under the bell.`}>
      <PushControl account={account} />
      {hasAddress && <PushSettings />}
    </Card>
  );
}
