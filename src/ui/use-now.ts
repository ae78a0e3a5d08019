import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Now, kept true to the minute while it is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
