import { useQuery } from '@tanstack/react-query';
import { pluralize, formatBytes, formatCount, formatDateTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import { platformUserOverlay, platformUserQuery, type PlatformUser, type PlatformUserDetails } from './queries.ts';
import type { UserActions } from './use-user-actions.ts';
import { UserActivity } from './user-activity.tsx';
import { UserState, type UserRights } from './user-columns.tsx';
import { UserControls } from './user-controls.tsx';
import { platformRoleLabels, userName } from './user-labels.ts';
import { UserSessions } from './user-sessions.tsx';

interface UserDetailsProps extends UserRights {
  userId: string;
  actions: UserActions;
  onImpersonate: (user: PlatformUser) => void;
  onClose: () => void;
}

/** Who somebody is, what the platform knows of them, and what can be done with their account. */
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
  const asChanged = platformUserOverlay.usePatched();
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
