import { useEffect, useState } from 'react';
import { fullTime } from '#src/domains/events/manage/local-time.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const MINUTE_MS = 60_000;

/** "just now", "5 min. ago", "yesterday". */
function agoWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}

/** How long ago something was, kept true while it is looked at; the moment itself as its hint. */
export function Moment({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  const moment = Date.parse(at);
  return (
    <time dateTime={at} title={fullTime(at)}>
      {agoWords(moment, Math.max(now, moment))}
    </time>
  );
}
