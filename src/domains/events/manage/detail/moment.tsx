import { formatAge, formatMoment } from '#src/lib/format.ts';
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** How long ago something was, kept true while it is looked at; the moment itself as its hint. */
export function Moment({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAge(moment, Math.max(now, moment))}
    </time>
  );
}
