import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarDays } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { ownEventsQuery } from './queries.ts';

type Event = components['schemas']['Event'];

/** For people without an event that fits. `children`: what events would be needed. */
export function NoOwnEvent({ events, children }: { events: readonly Event[]; children: ReactNode }) {
  return (
    <EmptyState
      icon={<CalendarDays />}
      title={events.length === 0 ? 'No events yet' : 'No open events'}
      actions={
        <Link to="/join" className={buttonClass()}>
          Join with a code
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Loads the person's events for a list of them. */
export function OwnEvents({ children }: { children: (events: readonly Event[]) => ReactNode }) {
  const query = useQuery(ownEventsQuery);
  return (
    <QueryState
      query={query}
      skeleton={
        <RowsSkeleton
          label="Loading your events"
          rows={4}
          className="grid gap-2"
          row="flex h-16 items-center"
          lines={['h-4 w-48', 'h-4 w-32']}
        />
      }
      failed="Couldn’t load your events"
    >
      {children}
    </QueryState>
  );
}
