// A query on a screen, in its five states: loading, failed, offline, empty, filled. The screen provides the texts and the skeleton.
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NetworkError } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { FailedState, OfflineState } from '#src/ui/screen-state.tsx';
import { offlineTitle as titleOf, useConnection } from './connection.ts';
import { describeFailure } from './failure.ts';

export interface QueryStateMessages {
  /** The failure: "Couldn’t load the events". */
  failed: string;
  /** The title of the offline state, if "You’re offline" is not specific enough. */
  offlineTitle?: string;
  /** How the screen can be used offline. */
  offline?: ReactNode;
  as?: 'page' | 'part';
}

interface QueryFailureProps extends QueryStateMessages {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** No data was loaded or stored: because of the network, or because the server or the app failed. */
export function QueryFailure({ error, failed, offlineTitle, offline, onRetry, retrying, as }: QueryFailureProps) {
  const { kind, detail, requestId } = describeFailure(error);
  const connection = useConnection();
  const again = { onRetry, retrying, as };
  // The title already contains it.
  const isSaid = offlineTitle === undefined && offline !== undefined && error instanceof NetworkError && error.reason === 'unreachable';
  return kind === 'offline' ? (
    <OfflineState title={offlineTitle ?? titleOf(connection)} {...again}>
      {!isSaid && detail} {offline}
    </OfflineState>
  ) : (
    <FailedState title={failed} detail={detail} requestId={requestId} {...again} />
  );
}

interface QueryStateProps<Data> extends QueryStateMessages {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;
  /** In the shape of the content. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The previous answer stays during a refetch, also if it fails: `DataAge` shows its age. */
export function QueryState<Data>({ query, skeleton, children, ...words }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return skeleton;
  return <QueryFailure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} {...words} />;
}

interface LoadMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'>;
}

/** Loads the next page of an infinite list, and shows failures. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(query.error).detail}
        </p>
      )}
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
