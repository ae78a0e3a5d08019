import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isBusy, subscribeBusy } from '#src/lib/busy.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount, formatTime } from '#src/lib/format.ts';
import type { CheckedCounts } from '#src/outbox/receipts.ts';
import { Check, CircleAlert, CloudUpload } from '#src/ui/icons.ts';
import type { RefusedReason, ShutterState } from './shutter.ts';

interface UploadStatusProps {
  /** Undefined while loading. */
  counts: CheckedCounts | undefined;
  /** A shot or an import is in progress and not counted yet. */
  saving: boolean;
  /** The storage failure; the counts may be unreadable as well. */
  refused: RefusedReason | null;
  /** There is a picture of the camera. */
  isLive: boolean;
  onOpen: () => void;
}

/** Always visible, readable at arm's length: the number of photos only on this device, or that all are stored. Opens the queue. */
export function UploadStatus({ counts, saving, refused, isLive, onOpen }: UploadStatusProps) {
  const sending = useSyncExternalStore(subscribeBusy, isSending);
  const { kind, words } = statusOf(counts, saving, refused, isLive, sending);
  const Icon = icons[kind];
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${kind === 'stored' ? `${words}, all stored` : words}. ${counts ? sentence(counts) : ''} Open queue.`}
      data-status={kind}
      className="camera-status"
    >
      {kind === 'stored' && words}
      {Icon && <Icon aria-hidden />}
      {kind === 'stored' ? 'all stored' : words}
    </button>
  );
}

const isSending = () => isBusy('sending');

type Kind = 'unknown' | 'none' | 'stuck' | 'waiting' | 'stored';

const icons: Record<Kind, typeof Check | null> = { unknown: null, none: null, stuck: CircleAlert, waiting: CloudUpload, stored: Check };

/**
 * "All stored" requires counts that are known and checked since the page was opened, with nothing waiting, in progress, lost or damaged.
 */
export function statusOf(
  counts: CheckedCounts | undefined,
  saving: boolean,
  refused: RefusedReason | null = null,
  isLive = true,
  sending = false,
): { kind: Kind; words: string } {
  if (!counts && refused) return { kind: 'stuck', words: refused === 'newer' ? 'Update needed' : 'Storage failed' };
  if (!counts) return { kind: 'unknown', words: 'Counting…' };
  const { shot, stored, waiting, parked, lost, damaged, undecoded, asOf, current } = counts;
  if (parked > 0) return { kind: 'stuck', words: pluralize(parked, 'needs attention', 'need attention') };
  if (waiting > 0) return { kind: 'waiting', words: sending ? `Sending, ${formatCount(waiting)} left` : `${formatCount(waiting)} waiting` };
  if (saving) return refused ? { kind: 'stuck', words: 'Not saved' } : { kind: 'unknown', words: 'Saving…' };
  if (lost > 0) return { kind: 'stuck', words: `${formatCount(lost)} lost by the server` };
  if (damaged > 0) return { kind: 'stuck', words: pluralize(damaged, 'damaged file', 'damaged files') };
  if (!current) return { kind: 'unknown', words: 'Checking…' };
  if (undecoded > 0) return { kind: 'unknown', words: 'Checking imports…' };
  if (asOf !== undefined && stored > 0) return { kind: 'unknown', words: asOf > 0 ? `Stored as of ${formatTime(asOf)}` : 'Checking…' };
  return shot === 0 ? { kind: 'none', words: isLive ? 'Ready to shoot' : 'No photos yet' } : { kind: 'stored', words: formatCount(stored) };
}

const sentence = ({ shot, imported, waiting, parked, stored, lost, damaged }: CheckedCounts) =>
  `${shot - imported} captured,${imported > 0 ? ` ${imported} imported,` : ''} ${waiting} waiting on this ${deviceLabel}${parked > 0 ? ` of which ${parked} need attention` : ''}, ${stored} stored on the server${lost > 0 ? `, ${lost} lost by the server` : ''}${damaged > 0 ? `, ${damaged} damaged` : ''}.`;

/** Announces settled counts to screen readers, and the size of a burst once it is over. */
const settleMs = 1_200;

export function UploadAnnouncement({ counts, burst }: Pick<UploadStatusProps, 'counts'> & Pick<ShutterState, 'burst'>) {
  const words = counts ? sentence(counts) : '';
  const [said, setSaid] = useState('');
  const told = useRef(burst);
  useEffect(() => {
    if (burst && !burst.over) return undefined;
    const timer = setTimeout(() => {
      setSaid(burst && told.current !== burst ? `Burst of ${pluralize(burst.count, 'photo', 'photos')}. ${words}` : words);
      told.current = burst;
    }, settleMs);
    return () => clearTimeout(timer);
  }, [words, burst]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
