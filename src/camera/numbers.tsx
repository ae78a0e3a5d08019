import { formatCount } from '#src/lib/format.ts';
import { useEffect, useState } from 'react';

export interface CaptureCounts {
  shot: number;
  waiting: number;
  stored: number;
  parked: number;
}

interface NumbersProps {
  /** Undefined while they are being read. */
  counts: CaptureCounts | undefined;
  onOpen: () => void;
}

/** Always in sight: what was shot, what only this phone has, what the server has. Opens the queue. */
export function Numbers({ counts, onOpen }: NumbersProps) {
  const parked = counts?.parked ?? 0;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={counts ? `${sentence(counts)} Open the queue.` : 'Open the queue'}
      className="flex min-h-12 items-center rounded-lg bg-black/55 px-1 py-1.5 text-white backdrop-blur-md transition hover:bg-black/70"
    >
      <Figure value={counts?.shot} label="Shot" />
      <Figure value={counts?.waiting} label="Waiting on this phone" mark={parked > 0 ? `${formatCount(parked)} stuck` : null} />
      <Figure value={counts?.stored} label="Stored on the server" />
    </button>
  );
}

function Figure({ value, label, mark }: { value: number | undefined; label: string; mark?: string | null }) {
  return (
    <span className="grid min-w-16 justify-items-center gap-0.5 border-white/20 px-2.5 not-first:border-l">
      <span className="text-base leading-5 font-semibold tabular-nums">
        {value === undefined ? '–' : formatCount(value)}
        {mark && <span className="ml-1.5 text-xs font-medium text-warning">{mark}</span>}
      </span>
      <span className="text-center text-xs leading-4 whitespace-nowrap text-white/85 max-[389px]:max-w-22 max-[389px]:leading-3.5 max-[389px]:whitespace-normal">
        {label}
      </span>
    </span>
  );
}

const sentence = ({ shot, waiting, stored, parked }: CaptureCounts) =>
  `${shot} shot, ${waiting} waiting on this phone${parked > 0 ? ` of which ${parked} stuck` : ''}, ${stored} stored on the server.`;

/** A screen reader hears the numbers when they have come to rest, not each of a burst. */
const restMs = 1_200;

export function NumbersAnnouncement({ counts }: { counts: CaptureCounts | undefined }) {
  const words = counts ? sentence(counts) : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), restMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
