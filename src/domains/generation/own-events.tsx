import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { ownEventsQuery } from './queries.ts';

/** Loads the person's events for a list of them. */
export function OwnEvents({ children }: { children: (events: readonly components['schemas']['Event'][]) => ReactNode }) {
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
