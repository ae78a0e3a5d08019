// Reads the list again whenever entries were added, for as long as somebody looks.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { invalidateLogs, sealQuery } from './queries.ts';

export function useLiveLogs(isFollowing: boolean, onLive: (live: boolean) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const stream = openReconnectingStream('/api/v1/platform/logs/stream', {
      kinds: ['news'],
      after: () => null,
      onMessage: () => void invalidateLogs(client),
      onLive,
      probe: () => client.fetchQuery(sealQuery),
    });
    return () => stream.end();
  }, [client, isFollowing, onLive]);
}
