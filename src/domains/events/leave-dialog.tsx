// Confirmation before leaving an event. Loaded on demand: leaving needs a connection anyway.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { forgetLastEvent } from '#src/shell/last-event.ts';
import { flushQueries } from '#src/shell/query-client.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { forgetEvent } from './event-lists.ts';
import type { Event } from './event.ts';

export interface LeaveDialogProps {
  event: Event;
  account: string;
  /** Photos of this account and event that exist only on this device; undefined while loading. */
  waiting: number | undefined;
  onClose: () => void;
}

/** Leaving requires that waiting photos are uploaded first: afterwards the person could not see their status. */
export default function LeaveDialog({ event: { id, name }, account, waiting, onClose }: LeaveDialogProps) {
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
      // Before the next screen says that it is done: a page that is closed then must not find the event on the phone again.
      forgetEvent(client, id);
      await flushQueries();
      await navigate({ to: '/dashboard/events-overview', replace: true });
    },
  });
  const waits = waiting ? `${pluralize(waiting, 'photo is', 'photos are')} waiting on this ${deviceLabel}` : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Leave ${name}?`}
      description={
        waits
          ? `${waits}. Upload everything before you leave.`
          : 'You’ll lose access to the camera and gallery. Your photos stay in the event, so delete any you don’t want to share before you leave. You’ll need the code to rejoin.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        <Banner tone="danger" title="Couldn’t leave the event">
          <p>{describeFailure(leave.error).detail}</p>
        </Banner>
      )}
    </Dialog>
  );
}
