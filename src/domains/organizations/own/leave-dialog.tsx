import { useMutation } from '@tanstack/react-query';
import { leaveOrganization } from '#src/domains/organizations/queries.ts';
import type { Snapshot } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface LeaveDialogProps {
  membership: Snapshot['user']['memberships'][number];
  onClose: () => void;
  onLeft?: () => void;
}

/** Asks for confirmation, because only the organization can undo it. */
export default function LeaveDialog({ membership, onClose, onLeft }: LeaveDialogProps) {
  const { organization_name: name, status } = membership;
  const isInvited = status === 'invited';
  const leave = useMutation({
    mutationFn: () => leaveOrganization(membership),
    onSuccess: () => {
      onClose();
      onLeft?.();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || leave.isPending || onClose()}
      title={isInvited ? 'Decline invitation?' : `Leave ${name}?`}
      description={
        isInvited
          ? `If you change your mind, ${name} has to invite you again.`
          : `You’ll lose access to the events, photos and settings of ${name} unless you’re invited again. Your photos stay.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
            {isInvited ? 'Decline' : 'Leave'}
          </Button>
        </>
      }
    >
      {leave.error && (
        <Banner tone="danger" title={isInvited ? 'Couldn’t decline the invitation' : `Couldn’t leave ${name}`}>
          {describeFailure(leave.error).detail}
        </Banner>
      )}
    </Dialog>
  );
}
