import { useEventZone } from '#src/domains/photos/event-zone.ts';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import { describePhoto, describeWaiting, moderationLabel, waitingState } from '#src/domains/photos/labels.ts';
import { useUploadProgress } from '#src/domains/photos/progress.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount, formatDateTime } from '#src/lib/format.ts';
import { effectiveTakenAt } from '#src/outbox/effective-taken-at.ts';

interface HeadlineProps {
  item: FeedItem;
  /** Its place in the gallery, from 1. */
  number: number;
  of: number;
}

/** Whose photo this is and when it was taken; read out as one sentence when another is looked at. */
export function Headline({ item, number, of }: HeadlineProps) {
  const zone = useEventZone();
  const progress = useUploadProgress(item.id);
  const who = item.kind === 'stored' ? item.photo.uploader.name : `Your photo, saved on this ${deviceLabel}`;
  const state = item.kind === 'waiting' ? waitingState(item.record, progress) : null;
  // Who decides is told beside the buttons.
  const verdict = item.kind === 'stored' && !item.photo.can.moderate ? moderationLabel(item.photo) : null;
  const at = item.kind === 'stored' ? Date.parse(item.photo.taken_at) : effectiveTakenAt(item.record);
  const reason = state?.kind === 'parked' && item.kind === 'waiting' ? item.record.lastError?.message : null;
  return (
    <div className="grid min-w-0 flex-1 text-sm">
      <p className="sr-only" aria-live="polite">
        {item.kind === 'stored' ? describePhoto(item.photo, zone) : describeWaiting(item.record, null, zone)}
      </p>
      <p aria-hidden className="truncate font-medium">
        {who}
      </p>
      <p aria-hidden className="truncate text-ink-muted tabular-nums">
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, zone)}</time>
        {state && ` · ${state.label}`}
        {of > 1 && ` · ${formatCount(number)} of ${formatCount(of)}`}
      </p>
      {verdict && (
        <p aria-hidden className="text-ink-muted">
          {verdict}
        </p>
      )}
      {reason && <p className="text-ink-muted">{reason}</p>}
    </div>
  );
}
