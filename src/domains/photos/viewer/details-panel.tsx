import { type ReactNode, useEffect, useRef } from 'react';
import { describePhoto, describeWaiting, moderationLabel, useEventZone, waitingState } from '#src/domains/photos/labels.ts';
import type { FeedItem } from '#src/domains/photos/photo-list.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { useUploadProgress } from '#src/domains/photos/progress.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatCount } from '#src/lib/format.ts';
import { formatZonedDateTime } from '#src/lib/time-zone.ts';
import { uploadedPrefix } from '#src/lib/uploaded-prefix.ts';
import { effectiveTakenAt } from '#src/outbox/record.ts';
import { useConnection } from '#src/shell/connection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

interface DetailsPanelProps {
  item: FeedItem;
  onClose: () => void;
  /** The space it takes, CSS pixels: the photo moves aside. */
  onRoom: (room: { right: number; bottom: number }) => void;
}

/** Details of the current photo, beside it on desktop and below it on a phone. Navigation continues. */
export function DetailsPanel({ item, onClose, onRoom }: DetailsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const online = useConnection() === 'online';
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    element.focus({ preventScroll: true });
    // Measures the final position, not the animated one.
    const measure = () => {
      const { offsetParent: stage, offsetWidth: width, offsetTop: top } = element;
      const beside = stage !== null && width < stage.clientWidth;
      onRoom(beside ? { right: width, bottom: 0 } : { right: 0, bottom: (stage?.clientHeight ?? 0) - top });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Lets the panel scroll by wheel instead of zooming the photo.
    const keep = (event: Event) => event.stopPropagation();
    element.addEventListener('wheel', keep);
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', keep);
      onRoom({ right: 0, bottom: 0 });
    };
  }, [onRoom]);

  return (
    <aside ref={panel} id="photo-details" aria-labelledby="photo-details-title" tabIndex={-1} className="photo-stage-details">
      <div className="flex items-center justify-between pb-1 pl-5">
        <h2 id="photo-details-title" className="text-lg font-semibold">
          Details
        </h2>
        <IconButton size="lg" label="Close details" icon={<X aria-hidden className="size-5" />} onClick={onClose} />
      </div>
      <dl className="grid gap-4 px-5 pb-5 text-sm">
        {item.kind === 'stored' ? <Stored photo={item.photo} online={online} /> : <Waiting item={item} />}
      </dl>
      {online && item.kind === 'stored' && <ReportPhoto key={item.id} photo={item.photo} />}
    </aside>
  );
}

const AwaitedOriginal = lazyPart(() => import('./awaited-original.tsx'), { name: 'the note' });
const ReportPhoto = lazyPart(() => import('./report-dialog.tsx'), { name: 'the report' });

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** The time in the event's time zone, which is named if it differs from the device's. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatZonedDateTime(at, useEventZone())}</time>;
}

const kindOf = (contentType: string): string => contentType.replace('image/', '').toUpperCase();
const sources: Record<Photo['source'], string> = {
  camera: 'Taken with this app’s camera',
  import: 'Imported from files',
  share: 'Shared from another app',
  generated: 'Generated image',
};

const timeName = ({ source }: { source: Photo['source'] }) => (source === 'generated' ? 'Created' : 'Taken');

function Stored({ photo, online }: { photo: Photo; online: boolean }) {
  const { width, height } = photo;
  const zone = useEventZone();
  const isGenerated = photo.source === 'generated';
  return (
    <>
      {isGenerated && <Fact name="Source">{sources.generated}</Fact>}
      {/* Redundant on an approved photo, except for moderators. */}
      {(photo.status !== 'approved' || photo.can.moderate) && <Fact name="Status">{statusLabel(photo)}</Fact>}
      {photo.rejection_reason && <Fact name="Reason">{photo.rejection_reason}</Fact>}
      {photo.state === 'unreadable' && <Fact name="File">{photo.unreadable_reason ?? 'It can’t be shown.'}</Fact>}
      <Fact name={timeName(photo)}>
        {/* Photos persisted by an earlier release lack the field. */}
        {photo.taken_at_claimed ? (
          <>
            Unknown
            <span className="block text-ink-muted">
              The camera’s clock said {formatZonedDateTime(photo.taken_at_claimed, zone)}, which can’t be right for this event. The photo is
              sorted by upload time.
            </span>
          </>
        ) : (
          <Moment at={photo.taken_at} />
        )}
      </Fact>
      <Fact name={isGenerated ? 'Created by' : 'Photographer'}>{photo.uploader.name}</Fact>
      {!isGenerated && <Fact name="Camera">{photo.camera ?? 'Unknown'}</Fact>}
      {photo.file_name && <Fact name="File name">{photo.file_name}</Fact>}
      <Fact name="Original file">
        {photo.awaits_original ? (
          // Its size isn't known: that of the photo is the preview's.
          <>
            {photo.original_overdue ? 'Not received' : 'On its way'}
            <span className="block text-ink-muted">{online && <AwaitedOriginal isOverdue={photo.original_overdue} />}</span>
          </>
        ) : (
          <>
            {width !== null && height !== null && `${formatCount(width)} × ${formatCount(height)} pixels, `}
            {formatBytes(photo.bytes)} {kindOf(photo.content_type)}
          </>
        )}
        {photo.original_deleted_at && (
          <span className="block text-ink-muted">
            No longer kept since {formatZonedDateTime(photo.original_deleted_at, zone)}. Downloads are in web size.
          </span>
        )}
      </Fact>
      <Fact name={photo.awaits_original ? 'Preview received' : 'Stored on the server'}>
        <Moment at={photo.uploaded_at} />
      </Fact>
      {!isGenerated && <Fact name="Source">{sources[photo.source]}</Fact>}
    </>
  );
}

/** Moderators also see who decided. */
function statusLabel({ status, moderated_by: by, source }: Photo): string {
  const hidden = `. Only the ${source === 'generated' ? 'creator' : 'photographer'} and the organization can see it.`;
  if (status === 'pending') return `Pending approval${hidden}`;
  const verdict = status === 'approved' ? 'Approved' : 'Rejected';
  return `${verdict}${by ? ` by ${by}` : ''}${status === 'approved' ? '' : hidden}`;
}

function Waiting({ item: { id, record } }: { item: Extract<FeedItem, { kind: 'waiting' }> }) {
  const progress = useUploadProgress(id);
  return (
    <>
      <Fact name={`Saved on this ${deviceLabel}`}>{waitingState(record, progress).label}</Fact>
      {record.state === 'parked' && record.lastError && <Fact name="What happened">{record.lastError.message}</Fact>}
      {record.fileName && <Fact name="File name">{record.fileName}</Fact>}
      <Fact name={timeName(record)}>
        <Moment at={new Date(effectiveTakenAt(record)).toISOString()} />
      </Fact>
      <Fact name="Size">
        {formatBytes(record.bytes)} {kindOf(record.contentType)}
      </Fact>
    </>
  );
}

interface HeadlineProps {
  item: FeedItem;
  /** The position in the gallery, from 1. */
  number: number;
  of: number;
}

/** Photographer and time, announced as one sentence when the photo changes. */
export function Headline({ item, number, of }: HeadlineProps) {
  const zone = useEventZone();
  const progress = useUploadProgress(item.id);
  const isGenerated = (item.kind === 'stored' ? item.photo : item.record).source === 'generated';
  const who =
    item.kind === 'stored'
      ? `${isGenerated ? 'Generated by ' : ''}${item.photo.uploader.name}`
      : `${isGenerated ? 'Generated image' : 'Your photo'}, saved on this ${deviceLabel}`;
  const state = item.kind === 'waiting' ? waitingState(item.record, progress) : null;
  // Moderators see it beside the buttons.
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
        {item.kind === 'stored' && uploadedPrefix(item.photo)}
        <Moment at={new Date(at).toISOString()} />
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
