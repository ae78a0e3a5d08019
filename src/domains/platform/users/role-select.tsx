import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Select, type SelectProps } from '#src/ui/select.tsx';
import type { PlatformRole, PlatformUser } from './queries.ts';
import type { UserActions } from './use-user-actions.ts';
import { platformRoleOptions, platformRoleLabels, userName } from './user-labels.ts';

const ranks: Record<PlatformRole, number> = { user: 0, admin: 1, super_admin: 2 };

const opens: Record<Exclude<PlatformRole, 'user'>, string> = {
  admin: 'They get access to the Admin Panel, with all permissions of platform admins.',
  super_admin:
    'They can do everything on the platform: manage all people, organizations and events, change permissions and settings, and make others super admins.',
};

interface RoleSelectProps extends Pick<
  SelectProps<PlatformRole>,
  'id' | 'aria-label' | 'aria-describedby' | 'disabledReason' | 'size' | 'className'
> {
  user: PlatformUser;
  changeRole: UserActions['changeRole'];
}

/** The role on the platform. A list of choices changes on each arrow key: raising somebody asks first, lowering is taken back by Undo. */
export function RoleSelect({ user, changeRole, ...select }: RoleSelectProps) {
  const [asked, setAsked] = useState<Exclude<PlatformRole, 'user'> | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Select
        {...select}
        options={platformRoleOptions}
        value={user.role}
        onChange={(role) => {
          if (role !== 'user' && ranks[role] > ranks[user.role]) setAsked(role);
          else changeRole({ user, role });
        }}
      />
      {asked && (
        <Dialog
          open
          onOpenChange={(open) => open || close()}
          title={`Make ${userName(user)} a ${platformRoleLabels[asked].toLowerCase()}?`}
          description={opens[asked]}
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="primary"
                disabledReason={select.disabledReason}
                onClick={() => {
                  changeRole({ user, role: asked });
                  close();
                }}
              >
                {`Make ${platformRoleLabels[asked].toLowerCase()}`}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
