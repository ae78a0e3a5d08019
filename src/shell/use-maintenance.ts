import { useEffect, useState } from 'react';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';

export type MaintenanceNotice = NonNullable<Snapshot['user']['maintenance']>;

/** The maintenance notice from the session, which updates within seconds; null otherwise. Ends by itself at its time. */
export function useMaintenance(): MaintenanceNotice | null {
  const notice = useSession()?.user.maintenance ?? null;
  const until = notice?.until ?? null;
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    // The maximum of a timer, longer than any page stays open.
    const timer = setTimeout(() => setOver(until), Math.min(2 ** 31 - 1, Math.max(0, Date.parse(until) - Date.now())));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until ? null : notice;
}
