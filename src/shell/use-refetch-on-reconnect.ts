import { useEffect, useEffectEvent } from 'react';
import { useConnection } from './connection.ts';

/** Refetches a failed query as soon as the server answers again. */
export function useRefetchOnReconnect({ error, refetch }: { error: Error | null; refetch: () => Promise<unknown> }): void {
  const connection = useConnection();
  // Only on reconnects: a refusal while online is not repeated.
  const onReturn = useEffectEvent(() => {
    if (error) void refetch();
  });
  useEffect(() => {
    if (connection === 'online') onReturn();
  }, [connection]);
}
