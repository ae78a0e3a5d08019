import { useState, type ReactNode } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Ban, CircleCheck, LogOut, MailCheck, X } from '#src/ui/icons.ts';
import { ConfirmBulkAction, type ConfirmedAction } from './confirm-bulk-action.tsx';
import type { BulkUserAction, PlatformUser } from './queries.ts';
import { changeDisabledReason, type UserRights } from './user-columns.tsx';

interface UserSelectionBarProps extends UserRights {
  users: readonly PlatformUser[];
  onAct: (action: BulkUserAction, users: readonly PlatformUser[]) => void;
  /** After something was done, or nothing is to be. */
  onDone: () => void;
}

const needsConfirmation = (action: BulkUserAction): action is ConfirmedAction => action === 'suspend' || action === 'end_sessions';

/** What can be done with the people that are selected. Stands where the filters stood. Suspending, and signing out more than one, is asked for first. */
export function UserSelectionBar({ users, onAct, onDone, ...rights }: UserSelectionBarProps) {
  const [asked, setAsked] = useState<{ action: ConfirmedAction; concerned: readonly PlatformUser[] } | null>(null);
  const act = (action: BulkUserAction) => {
    onAct(action, users);
    onDone();
  };
  const button = (
    action: BulkUserAction,
    label: string,
    icon: ReactNode,
    ability: keyof PlatformUser['can'],
    differs: (user: PlatformUser) => boolean = () => true,
  ) => {
    const concerned = users.filter((user) => differs(user) && changeDisabledReason(user, ability, rights) === null);
    return (
      <Button
        icon={icon}
        disabledReason={concerned.length === 0 && (rights.disabledReason ?? 'You can’t do this for any of the selected people.')}
        onClick={() =>
          needsConfirmation(action) && (concerned.length > 1 || action === 'suspend') ? setAsked({ action, concerned }) : act(action)
        }
      >
        {label}
      </Button>
    );
  };
  return (
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {pluralize(users.length, 'person', 'people')} selected
      </p>
      {button('suspend', 'Suspend', <Ban aria-hidden className="size-4" />, 'suspend', ({ state }) => state === 'active')}
      {button('reactivate', 'Reactivate', <CircleCheck aria-hidden className="size-4" />, 'suspend', ({ state }) => state === 'suspended')}
      {button('end_sessions', 'Log out everywhere', <LogOut aria-hidden className="size-4" />, 'end_sessions')}
      {button(
        'verify',
        'Confirm email',
        <MailCheck aria-hidden className="size-4" />,
        'verify',
        ({ is_verified: isVerified, email }) => !isVerified && email !== null,
      )}
      <Button variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={onDone}>
        Cancel
      </Button>
      {asked && (
        <ConfirmBulkAction
          action={asked.action}
          users={asked.concerned}
          skipped={users.length - asked.concerned.length}
          disabledReason={rights.disabledReason}
          onConfirm={() => act(asked.action)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
