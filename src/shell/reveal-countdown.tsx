// Counts down to the time at which a gallery opens, and asks for it then. Loaded on demand: without a connection nothing opens.
import { useEffect, useEffectEvent, useState } from 'react';
import { countDown } from '#src/lib/countdown.ts';
import { formatWeekdayDateTime, pluralize, type TimeZone } from '#src/lib/format.ts';
import { zoneNameIfDifferent } from '#src/lib/time-zone.ts';
import { cn } from '#src/ui/cn.ts';
import { Hourglass } from '#src/ui/icons.ts';
import { ScreenState } from '#src/ui/screen-state.tsx';

export interface RevealCountdownProps {
  /** When it opens, by the server's clock. */
  at: string;
  /** Of the event. */
  zone: TimeZone;
  /** Asks whether it is open. Called at its time, and again while it is not: this device's clock may be ahead. */
  onDue: () => void;
}

/** Phones that count to the same moment ask one after the other. */
const JITTER_MS = 1500;
const RETRY_MS = 4000;

export default function RevealCountdown(props: RevealCountdownProps) {
  return (
    <ScreenState icon={<Hourglass />} title="The gallery opens soon">
      <Countdown {...props} timer="text-2xl" />
    </ScreenState>
  );
}

/** The time that is left, and the time of the reveal. @param timer the size of the former */
export function Countdown({ at, zone, onDue, timer }: RevealCountdownProps & { timer: string }) {
  const moment = Date.parse(at);
  const left = useCountdown(moment, onDue);
  const parts = [
    left.days > 0 && pluralize(left.days, 'day', 'days'),
    (left.days > 0 || left.hours > 0) && `${left.hours} h`,
    `${left.minutes} min`,
    left.days === 0 && `${left.seconds} s`,
  ].filter(Boolean);
  const zoneName = zoneNameIfDifferent(moment, zone);
  return (
    <>
      <span role="timer" className={cn('block font-semibold text-ink tabular-nums', timer)}>
        {left.isOver ? 'Opening…' : parts.join(' ')}
      </span>
      <span className="mt-2 block">
        <time dateTime={at}>{formatWeekdayDateTime(at, zone)}</time>
        {zoneName && ` (${zoneName})`}. This page then shows the photos by itself.
      </span>
    </>
  );
}

/** Follows the clock of the device, also after it slept. */
function useCountdown(moment: number, onDue: () => void) {
  const [now, setNow] = useState(Date.now);
  const due = useEffectEvent(onDue);
  const left = countDown(moment, now);
  const { isOver } = left;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), countDown(moment, now).nextIn);
    return () => clearTimeout(timer);
  }, [isOver, moment, now]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && setNow(Date.now());
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  useEffect(() => {
    if (!isOver) return undefined;
    const first = setTimeout(() => due(), Math.random() * JITTER_MS);
    const again = setInterval(() => due(), RETRY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [isOver]);
  return left;
}
