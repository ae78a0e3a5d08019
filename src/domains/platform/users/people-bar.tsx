import { Ban, CircleCheck, LogOut, MailCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import type { BulkUserAction, PlatformUser } from './queries.ts';
import { whyNoChange, type UserRights } from './user-columns.tsx';

interface PeopleBarProps extends UserRights {
  users: readonly PlatformUser[];
  onAct: (action: BulkUserAction, users: readonly PlatformUser[]) => void;
  /** After something was done, or nothing is to be. */
  onDone: () => void;
}

/** What can be done with the people that are selected. Stands where the filters stood. */
export function PeopleBar({ users, onAct, onDone, ...rights }: PeopleBarProps) {
  const button = (
    action: BulkUserAction,
    label: string,
    icon: ReactNode,
    ability: keyof PlatformUser['can'],
    differs: (user: PlatformUser) => boolean = () => true,
  ) => {
    const isPossible = users.some((user) => differs(user) && whyNoChange(user, ability, rights) === null);
    return (
      <Button
        icon={icon}
        disabledReason={!isPossible && (rights.whyNot ?? 'None of the selected people allows it.')}
        onClick={() => {
          onAct(action, users);
          onDone();
        }}
      >
        {label}
      </Button>
    );
  };
  return (
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {counted(users.length, 'person', 'people')} selected
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
    </div>
  );
}
