// Push notifications on this device: an explanation, obstacles, and the button.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { platform, type Platform } from '#src/lib/platform.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { InstallSteps } from '#src/shell/install-offer.tsx';
import { installMethodAtom } from '#src/shell/install.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button } from '#src/ui/button.tsx';
import { BellOff, BellRing } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { devicePushQuery, turnPushOff, turnPushOn, type DevicePush, type PushStatus } from './device-push.ts';

const howToAllow: Record<Platform, string> = {
  ios: 'Allow them in Settings → Notifications → Image Suite, then come back.',
  android: 'Tap the icon next to the address bar, or hold the app icon → App info, allow notifications, then come back.',
  desktop: 'Tap the icon next to the address bar, allow notifications there, then come back.',
};

const statusMessages: Record<PushStatus, string> = {
  unsupported: 'This browser doesn’t support notifications here. Private windows don’t allow them.',
  denied: `Notifications are blocked on this ${deviceLabel}. ${howToAllow[platform(navigator)]}`,
  off: `Get announcements on this ${deviceLabel} while the app is closed.`,
  on: `You’ll get announcements on this ${deviceLabel} while the app is closed, until you log out.`,
};

export function PushControl({ account }: { account: string }) {
  const query = useQuery({ ...devicePushQuery(account), refetchOnWindowFocus: true });
  useRefetchOnReconnect(query);
  // On an iPhone, only the installed app supports push.
  const mustInstall = useAtomValue(installMethodAtom) === 'ios-steps';
  if (mustInstall) return <InstallFirst />;
  return (
    <QueryState
      query={query}
      as="part"
      failed="Couldn’t check notification settings"
      offline="Changing notifications needs a connection."
      skeleton={<RowsSkeleton label="Checking notification settings" rows={1} row="py-2" lines={['h-4 w-64']} />}
    >
      {(push) => <PushToggle account={account} push={push} />}
    </QueryState>
  );
}

function InstallFirst() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-muted">Add the app to your Home Screen first, then open it from there to get notifications.</p>
      <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Show how
      </Button>
      <InstallSteps open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}

function PushToggle({ account, push: { status, publicKey } }: { account: string; push: DevicePush }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const isOn = status === 'on';
  const turn = useMutation({
    mutationFn: () => (isOn ? turnPushOff() : turnPushOn(account, publicKey)),
    onSettled: () => client.invalidateQueries(devicePushQuery(account)),
    onError: (error) =>
      toast.error(isOn ? 'Couldn’t turn off notifications' : 'Couldn’t turn on notifications', { detail: describeFailure(error).detail }),
  });
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm text-ink-muted">
        {statusMessages[status]}
      </p>
      {(isOn || status === 'off') && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={isOn ? <BellOff aria-hidden className="size-4" /> : <BellRing aria-hidden className="size-4" />}
          loading={turn.isPending}
          disabledReason={isOnline ? null : NEEDS_CONNECTION}
          onClick={() => turn.mutate()}
        >
          {isOn ? 'Turn off notifications' : 'Turn on notifications'}
        </Button>
      )}
    </div>
  );
}
