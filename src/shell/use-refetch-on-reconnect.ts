import { useEffect, useEffectEvent } from 'react';
import { useConnection } from './connection.ts';

/** Asks again for what could not be had, as soon as the server answers again. */
export function useRefetchOnReconnect({ error, refetch }: { error: Error | null; refetch: () => Promise<unknown> }): void {
  const connection = useConnection();
  // Only the return counts: a refusal while online is not repeated.
  const onReturn = useEffectEvent(() => {
    if (error) void refetch();
  });
  useEffect(() => {
    if (connection === 'online') onReturn();
  }, [connection]);
}
