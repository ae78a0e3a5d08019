import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageStorage } from '#src/lib/page-storage.ts';
import { useSession } from '#src/session/use-session.ts';
import { useConnection } from '#src/shell/connection.ts';
import { waitingKeys } from './waiting-keys.ts';

function somethingWaits(account: string): boolean {
  const storage = pageStorage();
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index)).some((key) =>
    key?.startsWith(waitingKeys(account)),
  );
}

/** Sends what was asked for without a connection, on whatever screen one is when it is back. What sends it comes when it is needed. */
export function SendWaiting() {
  const client = useQueryClient();
  const account = useSession()?.user.id;
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    if (!isOnline || account === undefined || !somethingWaits(account)) return;
    import('./deliver.ts')
      .then(({ deliverWaiting }) => deliverWaiting(client, account))
      .catch((error: unknown) => console.warn('What was asked for offline could not be sent yet', error));
  }, [client, account, isOnline]);
  return null;
}
