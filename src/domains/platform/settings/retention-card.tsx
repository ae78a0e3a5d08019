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
      lead="Events, organizations, photos and images that people delete can be restored for 30 days. A single event can be kept longer: in Event Management."
    >
      <QueryState
        query={query}
        as="part"
        failed="How long the logs are kept could not be loaded"
        skeleton={
          <Loading label="Loading how long the logs are kept">
            <Skeleton className="h-20 rounded-md" />
          </Loading>
        }
      >
        {(seal) => <RetentionSelect seal={seal} />}
      </QueryState>
    </Card>
  );
}
