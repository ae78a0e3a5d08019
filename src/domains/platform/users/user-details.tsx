import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { actorName, entrySentence, outcomeLabels } from '#src/domains/platform/logs/log-labels.ts';
import { userLogsQuery } from '#src/domains/platform/logs/queries.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount, formatDateTime, formatRelativeTime, formatTime, pluralize } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Ban, CircleCheck, Eye, KeyRound, MailCheck } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import {
  platformRoleLabels,
  type PlatformUser,
  type PlatformUserDetails,
  platformUserQuery,
  platformUsers,
  userName,
  userSessionOverlay,
  userSessionsQuery,
} from './queries.ts';
import type { UserActions } from './use-user-actions.ts';
import { changeDisabledReason, impersonateDisabledReason, RoleSelect, type UserRights, UserState } from './user-columns.tsx';

interface UserDetailsProps extends UserRights {
  userId: string;
  actions: UserActions;
  onImpersonate: (user: PlatformUser) => void;
  onClose: () => void;
}

/** Profile of a user, with account actions. */
export default function UserDetails({ userId, actions, onImpersonate, onClose, ...rights }: UserDetailsProps) {
  const query = useQuery(platformUserQuery(userId));
  const { user } = query.data ?? {};
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={user ? userName(user) : 'Profile'}
      description={user ? (user.email ?? 'No account') : 'Person details'}
      className="md:w-[34rem]"
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the person"
        offline="You need a connection to view a profile."
        skeleton={
          <Loading label="Loading the person" className="grid gap-3">
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-40 rounded-lg" />
          </Loading>
        }
      >
        {(details) => <Profile details={details} actions={actions} rights={rights} onImpersonate={onImpersonate} />}
      </QueryState>
    </Sheet>
  );
}

interface ProfileProps {
  details: PlatformUserDetails;
  actions: UserActions;
  rights: UserRights;
  onImpersonate: (user: PlatformUser) => void;
}

function Profile({ details, actions, rights, onImpersonate }: ProfileProps) {
  const asChanged = platformUsers.overlay.usePatched();
  const user = asChanged(details.user.id, details.user) ?? details.user;
  const { organizations, sessions, has_two_factor: hasTwoFactor, passkeys } = details;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
        <UserState state={user.state} />
        {user.email !== null && !user.is_verified && <Badge>Email not confirmed</Badge>}
        {user.email !== null && platformRoleLabels[user.role]}
        <span>Since {formatDateTime(user.created_at)}</span>
      </p>
      <dl className="grid grid-cols-2 gap-3">
        <Stat name="Photos" value={formatCount(details.photos)} note={details.photos > 0 && formatBytes(details.photos_bytes)} />
        <Stat name="Generated images" value={formatCount(details.images)} note={details.images > 0 && formatBytes(details.images_bytes)} />
        <Stat name="Storage used" value={formatBytes(details.photos_bytes + details.images_bytes)} note="Photos and generated images" />
        <Stat name="Last seen" value={user.last_seen_at ? formatDateTime(user.last_seen_at) : 'Never'} />
        <Stat
          name="Two-factor authentication"
          value={hasTwoFactor ? 'On' : 'Off'}
          note={passkeys > 0 && pluralize(passkeys, 'passkey', 'passkeys')}
        />
        <Stat name="Devices logged in" value={formatCount(sessions)} />
      </dl>
      <UserControls user={user} hasTwoFactor={hasTwoFactor} actions={actions} onImpersonate={onImpersonate} {...rights} />
      <section aria-label="Organizations" className="grid gap-2">
        <h3 className="font-semibold">Organizations</h3>
        {organizations.length === 0 ? (
          <p className="text-ink-muted">Not in any organization</p>
        ) : (
          <ul className="grid gap-2">
            {organizations.map(({ id, organization_name: name, role, status }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="text-ink-muted">
                  {role === 'organization' ? 'Admin' : 'Member'}
                  {status !== 'active' && `, ${status}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {user.can.see_sessions && <UserSessions user={user} actions={actions} {...rights} />}
      {user.can.see_activity && <UserActivity userId={user.id} />}
    </div>
  );
}

interface UserControlsProps extends UserRights {
  user: PlatformUser;
  hasTwoFactor: boolean;
  actions: UserActions;
  onImpersonate: (user: PlatformUser) => void;
}

function UserControls({ user, hasTwoFactor, actions, onImpersonate, ...rights }: UserControlsProps) {
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

interface UserSessionsProps extends UserRights {
  user: PlatformUser;
  actions: UserActions;
}

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0';

function UserSessions({ user, actions, ...rights }: UserSessionsProps) {
  const query = useQuery(userSessionsQuery(user.id));
  const asChanged = userSessionOverlay.usePatched();
  const disabledReason = changeDisabledReason(user, 'end_sessions', rights);
  return (
    <section aria-label="Logged-in devices" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Logged-in devices</h3>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load their devices"
        offline="You need a connection to view devices."
        skeleton={<RowsSkeleton label="Loading their devices" rows={2} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) => {
          const sessions = items.flatMap((session) => asChanged(session.id, session) ?? []);
          if (sessions.length === 0) return <p className="text-ink-muted">Not logged in on any device</p>;
          return (
            <>
              <ul className="grid grid-cols-[minmax(0,1fr)]">
                {sessions.map((session) => (
                  <li key={session.id} className={ROW}>
                    <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
                      <p className="font-medium">{session.device}</p>
                      <p className="text-sm wrap-anywhere text-ink-muted">
                        Last used {formatRelativeTime(session.last_used_at)} · Logged in {formatTime(session.created_at)}
                        {session.address !== null && ` · From ${session.address}`}
                      </p>
                    </div>
                    <Button
                      size="sm"
                      aria-label={`Log out ${session.device}`}
                      disabledReason={disabledReason}
                      onClick={() => actions.endOneSession({ user, session })}
                    >
                      Log out
                    </Button>
                  </li>
                ))}
              </ul>
              <div className="justify-self-start">
                <Button disabledReason={disabledReason} onClick={() => actions.endSessions({ user })}>
                  Log out everywhere
                </Button>
              </div>
            </>
          );
        }}
      </QueryState>
    </section>
  );
}

/** Latest activity by and on the person, from the audit log. */
function UserActivity({ userId }: { userId: string }) {
  const query = useQuery(userLogsQuery(userId));
  const row = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2';
  return (
    <section aria-label="Activity" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Activity</h3>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load their activity"
        offline="You need a connection to view activity."
        skeleton={<RowsSkeleton label="Loading their activity" rows={4} row={row} lines={['h-4 w-64']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted">No activity yet</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line text-sm">
              {items.map((entry) => (
                <li key={entry.id} className={row}>
                  <span className="min-w-0 wrap-anywhere">
                    <Link to="/super-admin/system-logs" search={{ who: userId, entry: entry.id }} className="hover:underline">
                      {entrySentence(entry)}
                    </Link>
                    {entry.actor && entry.actor.id !== userId && <span className="text-ink-muted"> by {actorName(entry)}</span>}
                  </span>
                  <span className="flex items-center gap-2 text-ink-muted">
                    {entry.outcome !== 'ok' && <Badge tone={outcomeLabels[entry.outcome].tone}>{outcomeLabels[entry.outcome].name}</Badge>}
                    <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <Link to="/super-admin/system-logs" search={{ who: userId }} className={buttonClass({ size: 'sm', className: 'justify-self-start' })}>
        View all in System Logs
      </Link>
    </section>
  );
}
