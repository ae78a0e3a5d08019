import { useQuery } from '@tanstack/react-query';
import { formatRelativeTime, formatTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { userSessionOverlay, userSessionsQuery, type PlatformUser } from './queries.ts';
import type { UserActions } from './use-user-actions.ts';
import { changeDisabledReason, type UserRights } from './user-columns.tsx';

interface UserSessionsProps extends UserRights {
  user: PlatformUser;
  actions: UserActions;
}

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0';

/** Where somebody is logged in, and the way to end it. */
export function UserSessions({ user, actions, ...rights }: UserSessionsProps) {
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
        offline="The list needs a connection."
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
