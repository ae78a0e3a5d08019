import { useEffect, useState } from 'react';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';

export type MaintenanceNotice = NonNullable<Snapshot['user']['maintenance']>;

/** What holds while the platform is maintained, from the session, which learns of it within seconds; null otherwise. It ends by itself at its time. */
export function useMaintenance(): MaintenanceNotice | null {
  const notice = useSession()?.user.maintenance ?? null;
  const until = notice?.until ?? null;
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    // A timer takes no more than this, which is longer than a page stands.
    const timer = setTimeout(() => setOver(until), Math.min(2 ** 31 - 1, Math.max(0, Date.parse(until) - Date.now())));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until ? null : notice;
}
