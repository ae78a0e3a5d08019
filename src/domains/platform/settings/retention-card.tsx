import { useQuery } from '@tanstack/react-query';
import { sealQuery } from '#src/domains/platform/logs/queries.ts';
import { RetentionSelect } from '#src/domains/platform/logs/retention-select.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';

/** How long what is not needed any more is kept. */
export function RetentionCard() {
  const query = useQuery(sealQuery);
  return (
    <Card
      title="Retention"
      lead="Deleted events, organizations, photos and images can be restored for 30 days. You can keep an event longer in Event Management."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load log retention"
        skeleton={
          <Loading label="Loading log retention">
            <Skeleton className="h-20 rounded-md" />
          </Loading>
        }
      >
        {(seal) => <RetentionSelect seal={seal} />}
      </QueryState>
    </Card>
  );
}
