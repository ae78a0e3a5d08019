import { useEffect, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { formatTime } from '#src/lib/format.ts';
import { Banner } from '#src/ui/banner.tsx';

/** Why nothing can be changed now, and until when. It goes by itself at its time. */
export function MaintenanceBanner({ message, until }: components['schemas']['MaintenanceNotice']) {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    // A timer takes no more than this, which is longer than a page stands.
    const timer = setTimeout(() => setOver(until), Math.min(2 ** 31 - 1, Math.max(0, Date.parse(until) - Date.now())));
    return () => clearTimeout(timer);
  }, [until]);
  if (until !== null && over === until) return null;
  return (
    <Banner tone="warning" title="Under maintenance: nothing can be changed now">
      {message && <p>{message}</p>}
      {until !== null && <p>It is to end {formatTime(until)}.</p>}
      <p>Photos are still taken: they wait on the devices and are sent afterwards.</p>
    </Banner>
  );
}
