// Reads the list again whenever entries were added, for as long as somebody looks.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepStream } from '#src/session/keep-stream.ts';
import { logsAreStale, sealQuery } from './queries.ts';

export function useLiveLogs(isFollowing: boolean, onLive: (live: boolean) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const stream = keepStream('/api/v1/platform/logs/stream', {
      kinds: ['news'],
      after: () => null,
      told: () => void logsAreStale(client),
      onLive,
      probe: () => client.fetchQuery(sealQuery),
    });
    return () => stream.end();
  }, [client, isFollowing, onLive]);
}
