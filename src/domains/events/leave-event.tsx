// The way out of an event that one has joined.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { device } from '#src/lib/device.ts';
import { counted } from '#src/lib/format.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { forgetLastEvent } from '#src/shell/last-event.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { EllipsisVertical, LogOut } from '#src/ui/icons.ts';
import { useMedia } from '#src/ui/use-media.ts';
import type { Event } from './event.ts';
import { forgetEvent } from './queries.ts';

interface LeaveEventProps {
  event: Event;
  account: string;
  /** Photos of this account and event that only this device has; undefined while they are counted. */
  waiting: number | undefined;
}

/** What a participant can do about the event itself. It lies beside the gallery's filters: on a phone at the lower end. */
export function LeaveEventMenu(props: LeaveEventProps) {
  const [asking, setAsking] = useState(false);
  const side = useMedia('(width >= 48rem)') ? 'bottom' : 'top';
  return (
    <>
      <DropdownMenu side={side} trigger={<IconButton label="Event options" icon={<EllipsisVertical aria-hidden className="size-5" />} />}>
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => setAsking(true)}>
          Leave event
        </MenuItem>
      </DropdownMenu>
      {asking && <LeaveQuestion {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Photos that wait are delivered first: later the person could not see what became of them. */
function LeaveQuestion({ event: { id, name }, account, waiting, onClose }: LeaveEventProps & { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useConnection() === 'online';
  const leave = useMutation({
    mutationFn: async () => {
      requireOrganization();
      unwrap(await api.DELETE('/api/v1/event/{id}/participants/{userId}', { params: { path: { id, userId: account } } }));
    },
    onSuccess: async () => {
      forgetLastEvent();
      await navigate({ to: '/dashboard/events-overview', replace: true });
      forgetEvent(client, id);
    },
  });
  const waits = waiting ? `${counted(waiting, 'photo is', 'photos are')} waiting on this ${device}` : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Leave ${name}?`}
      description={
        waits
          ? `${waits}. Upload everything before you leave.`
          : 'You lose access to its camera and gallery at once. Photos you added stay in the event; delete those that shouldn’t before you leave. To come back, you need its code.'
      }
      footer={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button
            variant="danger"
            loading={leave.isPending}
            disabledReason={waits ?? (waiting === undefined ? 'Checking for waiting photos' : !isOnline && NEEDS_CONNECTION)}
            onClick={() => leave.mutate()}
          >
            Leave event
          </Button>
        </>
      }
    >
      {waits && (
        <Link
          to="."
          search={(now) => ({ ...now, queue: 'open' as const })}
          resetScroll={false}
          onClick={onClose}
          className={buttonClass({ className: 'w-full' })}
        >
          Open queue
        </Link>
      )}
      {leave.error && (
        <Banner tone="danger" title="You haven’t left yet">
          <p>{describeFailure(leave.error).detail}</p>
        </Banner>
      )}
    </Dialog>
  );
}
