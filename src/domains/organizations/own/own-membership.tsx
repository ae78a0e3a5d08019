import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { memberFlagLabels, memberRoleLabels, type StaffFlag } from '#src/domains/organizations/staff/staff-labels.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { fullName } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { NotificationSettings } from '#src/shell/notification-settings.tsx';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { OwnPictureControls } from '#src/shell/picture-controls.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Check, Minus } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), { name: 'the question', close: ({ onClose }) => onClose() });

type User = Snapshot['user'];

/** The contract's limit for `q`. */
const MAX_SEARCH_LENGTH = 100;

/** The person's own entry in the organization's list of members. */
const ownMemberQuery = (organizationId: string, user: User) =>
  queryOptions({
    queryKey: ['organizations', organizationId, 'own-member', user.id] as const,
    queryFn: async ({ signal }) => {
      const query = { q: (user.email ?? '').slice(0, MAX_SEARCH_LENGTH) };
      const page = unwrap(await api.GET('/api/v1/organizations/{id}/members', { params: { path: { id: organizationId }, query }, signal }));
      return page.items.find(({ user_id: userId }) => userId === user.id) ?? null;
    },
    meta: { persist: true, anew: true },
  });

const flags = Object.keys(memberFlagLabels) as StaffFlag[];

const ROW = 'flex items-start gap-3 py-3 first:pt-0 last:pb-0';

interface OwnMembershipProps {
  organization: User['organizations'][number];
  user: User;
  onLeft: () => void;
}

/** The person's role, permissions and emails in this organization, and the button to leave. */
export function OwnMembership({ organization, user, onLeft }: OwnMembershipProps) {
  const query = useQuery(ownMemberQuery(organization.id, user));
  useRefetchOnReconnect(query);
  const membership = user.memberships.find(({ organization_id: id }) => id === organization.id);
  const name = fullName(user);
  if (!membership) return null;
  return (
    <>
      <Card title={organization.name}>
        <div className="flex items-center gap-4">
          <OwnAvatar user={user} size="lg" />
          <div className="grid min-w-0 gap-1">
            <p className="line-clamp-2 font-semibold wrap-anywhere">{name || user.email}</p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
              <Badge tone="accent">{memberRoleLabels[membership.role].name}</Badge>
              {query.data && `Since ${formatWeekdayDateTime(query.data.joined_at)}`}
            </p>
          </div>
        </div>
        <OwnPictureControls user={user} />
      </Card>
      <Card title="Your permissions" lead="Set by the organization’s admins.">
        <QueryState
          query={query}
          failed="Couldn’t load your permissions"
          offline="They’ll appear once you’re back online."
          skeleton={<RowsSkeleton label="Loading your permissions" rows={flags.length} row={ROW} lines={['h-5 w-40', 'h-4 w-64']} />}
        >
          {(member) => (
            <>
              <DataAge at={query.dataUpdatedAt} />
              <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
                {flags.map((flag) => (
                  <Permission key={flag} flag={flag} given={member?.permissions[flag] ?? false} />
                ))}
              </ul>
            </>
          )}
        </QueryState>
      </Card>
      <NotificationSettings title="Emails" organizationId={organization.id} />
      <Leave membership={membership} isLastAdmin={query.data?.is_last_admin ?? null} onLeft={onLeft} />
    </>
  );
}

function Permission({ flag, given }: { flag: StaffFlag; given: boolean }) {
  const { name, help } = memberFlagLabels[flag];
  const Icon = given ? Check : Minus;
  return (
    <li className={ROW}>
      <Icon aria-hidden className={given ? 'mt-0.5 size-5 shrink-0 text-success' : 'mt-0.5 size-5 shrink-0 text-ink-muted'} />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">
          {name} <span className="font-normal text-ink-muted">{given ? '· allowed' : '· not allowed'}</span>
        </p>
        <p className="text-sm text-ink-muted">{help}</p>
      </div>
    </li>
  );
}

interface LeaveProps {
  membership: User['memberships'][number];
  /** Null if unknown. The server checks it in any case. */
  isLastAdmin: boolean | null;
  onLeft: () => void;
}

function Leave({ membership, isLastAdmin, onLeft }: LeaveProps) {
  const [asking, setAsking] = useState(false);
  const isOnline = useConnection() === 'online';
  const disabledReason = isOnline ? isLastAdmin && 'You’re the only admin who manages staff.' : NEEDS_CONNECTION;
  return (
    <Card
      title="Leave organization"
      lead={
        isLastAdmin
          ? 'You’re the only admin who manages staff. Make someone else an admin before you leave.'
          : 'Your photos stay. To come back, you need a new invitation.'
      }
      actions={
        <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
          Leave
        </Button>
      }
    >
      {asking && <LeaveDialog membership={membership} onClose={() => setAsking(false)} onLeft={onLeft} />}
    </Card>
  );
}
