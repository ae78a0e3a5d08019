import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { EventList } from '#src/domains/events/event-list.tsx';
import { wayInto } from '#src/domains/events/event.ts';
import { eventsQuery, keepListed } from '#src/domains/events/queries.ts';
import { useRefetchOnReturn } from '#src/shell/use-refetch-on-return.ts';
import { Button } from '#src/ui/button.tsx';
import { Page } from '#src/ui/page.tsx';

const JoinDialog = lazy(() => import('#src/domains/events/joining/join-dialog.tsx'));

export const Route = createFileRoute('/_app/dashboard/events-overview')({
  // Begun, not awaited: the skeleton, or what was kept on this phone, stands meanwhile.
  loader: ({ context }) => void context.queryClient.prefetchInfiniteQuery(eventsQuery()),
  component: EventsOverview,
});

function EventsOverview() {
  const navigate = Route.useNavigate();
  const client = useQueryClient();
  const [joining, setJoining] = useState(false);
  const query = useInfiniteQuery(eventsQuery());
  useRefetchOnReturn(query);
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data)
      keepListed(
        client,
        data.pages.flatMap((page) => page.items),
        dataUpdatedAt,
      );
  }, [client, data, dataUpdatedAt]);

  const joinButton = (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setJoining(true)}>
      Join with a code
    </Button>
  );
  const isEmpty = data?.pages.every((page) => page.items.length === 0) ?? false;
  return (
    <Page title="Events" lead="Take photos where you are, and see everyone’s in the gallery." actions={!isEmpty && joinButton}>
      <EventList query={query} joinButton={joinButton} />
      {joining && (
        <Suspense>
          <JoinDialog
            onClose={() => setJoining(false)}
            onJoined={(event) => void navigate({ to: wayInto(event), params: { id: event.id } })}
          />
        </Suspense>
      )}
    </Page>
  );
}
