import { pluralize } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { PlatformUser } from './queries.ts';
import { userName } from './user-labels.ts';

/** What signs people out at once, and is asked for first. */
export type ConfirmedAction = 'suspend' | 'end_sessions';

const dialogCopy: Record<ConfirmedAction, { title: (people: string) => string; follows: string; button: string }> = {
  suspend: {
    title: (people) => `Suspend ${people}?`,
    follows: 'They’re logged out on all their devices immediately, and can’t log in until you reactivate them.',
    button: 'Suspend',
  },
  end_sessions: {
    title: (people) => `Log ${people} out everywhere?`,
    follows: 'They’re logged out on all their devices immediately, and have to log in again. You can’t undo this.',
    button: 'Log out everywhere',
  },
};

interface ConfirmBulkActionProps {
  action: ConfirmedAction;
  /** Whom it concerns: without those who are skipped. */
  users: readonly PlatformUser[];
  skipped: number;
  disabledReason: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmBulkAction({ action, users, skipped, disabledReason, onConfirm, onClose }: ConfirmBulkActionProps) {
  const { title, follows, button } = dialogCopy[action];
  const only = users.length === 1 ? users[0] : undefined;
  const counts = [
    pluralize(users.filter(({ role }) => role === 'super_admin').length, 'super admin', 'super admins'),
    pluralize(users.filter(({ role }) => role === 'admin').length, 'platform admin', 'platform admins'),
    pluralize(users.filter(({ organizations_run: run }) => run > 0).length, 'organization admin', 'organization admins'),
  ].filter((count) => !count.startsWith('0 '));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title(only ? userName(only) : pluralize(users.length, 'person', 'people'))}
      description={follows}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabledReason={disabledReason} onClick={onConfirm}>
            {button}
          </Button>
        </>
      }
    >
      {counts.length > 0 && (
        <p>
          Including: <strong>{counts.join(', ')}</strong>.
        </p>
      )}
      {skipped > 0 && (
        <p className="text-sm text-ink-muted">{pluralize(skipped, 'other person', 'other people')} you selected will be skipped.</p>
      )}
    </Dialog>
  );
}
