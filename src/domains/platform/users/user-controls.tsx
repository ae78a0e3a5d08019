import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Ban, CircleCheck, Eye, KeyRound, MailCheck } from '#src/ui/icons.ts';
import type { PlatformUser } from './queries.ts';
import { RoleSelect } from './role-select.tsx';
import type { UserActions } from './use-user-actions.ts';
import { changeDisabledReason, impersonateDisabledReason, type UserRights } from './user-columns.tsx';

interface UserControlsProps extends UserRights {
  user: PlatformUser;
  hasTwoFactor: boolean;
  actions: UserActions;
  onImpersonate: (user: PlatformUser) => void;
}

/** What can be done with an account from its profile. */
export function UserControls({ user, hasTwoFactor, actions, onImpersonate, ...rights }: UserControlsProps) {
  const isActive = user.state === 'active';
  const icon = 'size-4';
  return (
    <section aria-label="Account" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Account</h3>
      <Field label="Role">
        {(props) => (
          <RoleSelect
            {...props}
            user={user}
            disabledReason={changeDisabledReason(user, 'change_role', rights)}
            changeRole={actions.changeRole}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {user.can.see_activity && (
          <Button
            icon={<Eye aria-hidden className={icon} />}
            disabledReason={impersonateDisabledReason(user, rights)}
            onClick={() => onImpersonate(user)}
          >
            View as this person
          </Button>
        )}
        {!user.is_verified && user.email !== null && (
          <Button
            icon={<MailCheck aria-hidden className={icon} />}
            disabledReason={changeDisabledReason(user, 'verify', rights)}
            onClick={() => actions.verify({ user })}
          >
            Confirm email address
          </Button>
        )}
        <Button
          icon={<KeyRound aria-hidden className={icon} />}
          disabledReason={changeDisabledReason(user, 'reset_two_factor', rights) ?? (!hasTwoFactor && 'Two-factor authentication is off.')}
          onClick={() => actions.resetTwoFactor({ user })}
        >
          Reset two-factor authentication
        </Button>
        <Button
          icon={isActive ? <Ban aria-hidden className={icon} /> : <CircleCheck aria-hidden className={icon} />}
          disabledReason={changeDisabledReason(user, 'suspend', rights)}
          onClick={() => actions.setState({ user, state: isActive ? 'suspended' : 'active' })}
        >
          {isActive ? 'Suspend' : 'Reactivate'}
        </Button>
      </div>
    </section>
  );
}
