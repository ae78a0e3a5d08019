import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { endOtherSessions, endOwnSession, sessionsQuery } from '#src/domains/accounts/queries.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatRelativeTime, formatTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Monitor, Smartphone } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';

type OwnSession = components['schemas']['SessionList']['items'][number];

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0';

/** Logs out other devices. The menu logs out this one. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery);
  useRefetchOnReconnect(query);
  return (
    <Card title="Logged-in devices" lead="Log out devices you’ve lost or don’t recognize. Photos waiting on them stay there.">
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your devices"
        offline="You need a connection to load this list for the first time."
        skeleton={<RowsSkeleton label="Loading your devices" rows={2} row={ROW} picture="size-10" lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) => (
          <>
            <DataAge at={query.dataUpdatedAt} />
            <Sessions items={items} />
          </>
        )}
      </QueryState>
    </Card>
  );
}

function Sessions({ items }: { items: readonly OwnSession[] }) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const onError = (error: unknown) => toast.error('Couldn’t log out the device', { detail: describeFailure(error).detail });
  const keepOnly = (isActive: (session: OwnSession) => boolean) => {
    client.setQueryData(sessionsQuery.queryKey, (list) => list && { items: list.items.filter(isActive) });
    void client.invalidateQueries(sessionsQuery);
  };
  const one = useMutation({
    mutationFn: ({ id }: OwnSession) => endOwnSession(id),
    onSuccess: (_answer, ended) => {
      keepOnly(({ id }) => id !== ended.id);
      toast.success(`${ended.device} logged out`);
    },
    onError,
  });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      keepOnly((session) => session.is_current);
      toast.success('Logged out on all other devices');
    },
    onError,
  });
  const elsewhere = items.filter((session) => !session.is_current).length;
  const disabledReason = !isOnline && NEEDS_CONNECTION;
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {items.map((session) => (
          <li key={session.id} className={ROW}>
            <SessionLine session={session} />
            {!session.is_current && (
              <Button
                size="sm"
                aria-label={`Log out ${session.device}`}
                loading={(one.isPending && one.variables.id === session.id) || others.isPending}
                disabledReason={disabledReason}
                onClick={() => one.mutate(session)}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {elsewhere > 1 && (
        <div className="justify-self-start">
          <Button loading={others.isPending} disabledReason={disabledReason} onClick={() => others.mutate()}>
            Log out {pluralize(elsewhere, 'other device', 'other devices')}
          </Button>
        </div>
      )}
    </>
  );
}

function SessionLine({ session }: { session: OwnSession }) {
  const Icon = /Android|iPhone|iPad|iOS/.test(session.device) ? Smartphone : Monitor;
  return (
    <>
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-hover text-ink-muted">
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.is_current && <Badge tone="success">This {deviceLabel}</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          {session.is_current ? 'Used now' : `Last used ${formatRelativeTime(session.last_used_at)}`} · Logged in{' '}
          {formatTime(session.created_at)}
        </p>
      </div>
    </>
  );
}
