import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Status } from '#src/domains/photos/moderation/decisions.ts';
import { LazyReasonDialog } from '#src/domains/photos/moderation/lazy-reason-dialog.tsx';
import { presetReasons } from '#src/domains/photos/moderation/preset-reasons.ts';
import { sendDecisions } from '#src/domains/photos/moderation/send-decisions.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { Check, ChevronDown, EyeOff, X } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';

interface VerdictBarProps {
  photo: Photo;
  eventId: string;
  account: string;
}

/** The moderation controls of the current photo. Loaded on demand: few people see them, and deciding needs a connection anyway. */
export default function VerdictBar({ photo, eventId, account }: VerdictBarProps) {
  const moderate = useModeratePhoto(eventId, account);
  const [deciding, setDeciding] = useState(false);
  const [asking, setAsking] = useState(false);
  const offline = useConnection() !== 'online' && 'Approving and rejecting need a connection.';
  const decide = async (to: Status, reason: string | null = null) => {
    setDeciding(true);
    await moderate(photo, to, reason);
    setDeciding(false);
  };
  const { status } = photo;
  return (
    <div className="photo-stage-verdict" role="group" aria-label="Approval">
      {status === 'pending' && <p className="text-sm font-medium md:whitespace-nowrap">Pending approval</p>}
      {status === 'rejected' && <p className="text-sm font-medium md:whitespace-nowrap">Rejected</p>}
      {status !== 'rejected' && (
        <DropdownMenu
          side="top"
          className="venue"
          trigger={
            <Button
              loading={deciding}
              disabledReason={offline}
              icon={status === 'approved' ? <EyeOff aria-hidden className="size-4" /> : <X aria-hidden className="size-4 text-danger" />}
            >
              {status === 'approved' ? 'Hide' : 'Reject'}
              <ChevronDown aria-hidden className="size-4 text-ink-muted" />
            </Button>
          }
        >
          <MenuItem onSelect={() => void decide('rejected')}>Without a reason</MenuItem>
          {presetReasons.map(({ label, text }) => (
            <MenuItem key={label} onSelect={() => void decide('rejected', text)}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => setAsking(true)}>Custom reason…</MenuItem>
        </DropdownMenu>
      )}
      {status !== 'approved' && (
        <Button
          variant="primary"
          loading={deciding}
          disabledReason={offline}
          icon={<Check aria-hidden className="size-4" />}
          onClick={() => void decide('approved')}
        >
          Approve
        </Button>
      )}
      <LazyReasonDialog
        count={asking ? 1 : 0}
        onClose={() => setAsking(false)}
        onReason={(reason) => {
          setAsking(false);
          void decide('rejected', reason);
        }}
      />
    </div>
  );
}

const done: Record<Status, string> = { approved: 'Photo approved', rejected: 'Photo rejected', pending: 'Moved back to pending' };

/** Moderates the current photo. Not optimistic, unlike the queue; with undo. */
function useModeratePhoto(eventId: string, account: string): (photo: Photo, to: Status, reason: string | null) => Promise<void> {
  const client = useQueryClient();
  const decide = async (photo: Photo, to: Status, reason: string | null, canUndo: boolean): Promise<void> => {
    try {
      const [now] = await sendDecisions({ client, eventId, account }, [photo], to, reason);
      if (!now) return;
      const title = photo.status === 'approved' && to === 'rejected' ? 'Photo hidden' : done[to];
      const back = () => void decide(now, photo.status, photo.rejection_reason, false);
      toast.show(title, canUndo ? { action: { label: 'Undo', onClick: back } } : {});
    } catch (error) {
      toast.error('Couldn’t save the decision', { detail: describeFailure(error).detail });
    }
  };
  return (photo, to, reason) => decide(photo, to, reason, true);
}
