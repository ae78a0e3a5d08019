import type { ReactNode } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { Ban, ChevronDown, CircleCheck, UserCog, UserMinus, UserPlus, X } from '#src/ui/icons.ts';
import type { Member } from './queries.ts';
import { memberDisabledReason, type StaffRights } from './staff-columns.tsx';
import { memberRoleOptions } from './staff-labels.ts';
import type { ConfirmedStaffActions } from './use-confirmed-staff-actions.ts';

interface BulkBarProps extends StaffRights {
  members: readonly Member[];
  actions: ConfirmedStaffActions;
  /** After something was done, or nothing is to be. */
  onDone: () => void;
}

/** What can be done with the people that are selected. Stands where the filters stood. */
export function BulkBar({ members, actions, onDone, ...rights }: BulkBarProps) {
  const able = (action: keyof Member['can'], differs: (member: Member) => boolean) =>
    members.filter((member) => differs(member) && memberDisabledReason(member, action, rights) === null);
  const areRemoved = members.every((member) => member.removed_at !== null);
  const suspendable = able('change_status', ({ status }) => status === 'active');
  const reactivatable = able('change_status', ({ status }) => status === 'suspended');
  const button = (
    label: string,
    icon: ReactNode,
    these: readonly Member[],
    perform: (these: readonly Member[], done: () => void) => void,
  ) => (
    <Button
      icon={icon}
      disabledReason={these.length === 0 && (rights.disabledReason ?? 'You can’t do this for any of the selected people.')}
      onClick={() => perform(these, onDone)}
    >
      {these.length === 0 || these.length === members.length ? label : `${label} (${these.length})`}
    </Button>
  );
  return (
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {pluralize(members.length, 'person', 'people')} selected
      </p>
      {areRemoved ? (
        button(
          'Let back in',
          <UserPlus aria-hidden className="size-4" />,
          able('restore', () => true),
          (these, done) => {
            actions.restoreMany(these);
            done();
          },
        )
      ) : (
        <>
          <DropdownMenu
            trigger={
              <Button icon={<UserCog aria-hidden className="size-4" />}>
                Change role
                <ChevronDown aria-hidden className="size-4" />
              </Button>
            }
          >
            {memberRoleOptions.map(({ value, label }) => {
              const these = able('change_role', ({ role }) => role !== value);
              return (
                <MenuItem
                  key={value}
                  disabledReason={
                    these.length === 0 ? (rights.disabledReason ?? 'You can’t do this for any of the selected people.') : null
                  }
                  onSelect={() => {
                    actions.changeRoles(these, value);
                    onDone();
                  }}
                >
                  {label}
                </MenuItem>
              );
            })}
          </DropdownMenu>
          {(suspendable.length > 0 || reactivatable.length === 0) &&
            button('Suspend', <Ban aria-hidden className="size-4" />, suspendable, (these, done) =>
              actions.setStatuses(these, 'suspended', done),
            )}
          {reactivatable.length > 0 &&
            button('Reactivate', <CircleCheck aria-hidden className="size-4" />, reactivatable, (these, done) =>
              actions.setStatuses(these, 'active', done),
            )}
          {button(
            'Remove',
            <UserMinus aria-hidden className="size-4" />,
            able('remove', () => true),
            actions.removeMany,
          )}
        </>
      )}
      <Button variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
