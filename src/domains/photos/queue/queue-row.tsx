import { type ReactNode, useEffect, useState } from 'react';
import { cacheThumb, localThumbUrl } from '#src/domains/photos/local-pictures.ts';
import { useUploadProgress } from '#src/domains/photos/progress.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatTime, formatTimeWithSeconds, pluralize } from '#src/lib/format.ts';
import { discard } from '#src/outbox/queue-management.ts';
import { readForExport } from '#src/outbox/queue-management.ts';
import { retry } from '#src/outbox/queue.ts';
import { effectiveTakenAt, type PhotoRecord } from '#src/outbox/record.ts';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { COPIES_PLACE, exportPhoto } from '#src/ui/export-photos.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CircleAlert, CloudUpload, Download, Ellipsis, RotateCw, Trash2 } from '#src/ui/icons.ts';
import { Progress } from '#src/ui/progress.tsx';
import { toast } from '#src/ui/toast.ts';
import { failureMessage } from './failures.ts';

interface QueueRowProps {
  record: PhotoRecord;
  /** Shows the event's name if the photo is from another event. */
  otherEvent: boolean;
}

/** A photo that exists only on this phone: its name, state and actions. */
export function QueueRow({ record, otherEvent }: QueueRowProps) {
  const progress = useUploadProgress(record.id);
  const parked = record.state === 'parked';
  const reason = record.lastError && failureMessage(record.lastError, record.state);
  const name = photoName(record);
  const facts = [
    record.fileName !== null && formatTime(effectiveTakenAt(record), record.eventZone),
    formatBytes(record.bytes),
    otherEvent && record.eventName,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="flex gap-3 py-3">
      <Thumb record={record} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{name}</p>
            <p className="truncate text-xs text-ink-muted tabular-nums">{facts}</p>
          </div>
          <RowMenu record={record} name={name} />
        </div>
        {parked ? (
          <Stuck record={record} name={name} words={reason ? `${reason.what} ${reason.todo ?? ''}` : 'Couldn’t upload.'} />
        ) : progress === null ? (
          <p className="text-sm text-ink-muted">{waitingMessage(record)}</p>
        ) : (
          <Sending progress={progress} name={name} />
        )}
      </div>
    </div>
  );
}

const unreachableCodes = new Set(['unreachable', 'timeout']);

/** Connection problems are shown once above the list, not on each photo. */
function waitingMessage({ lastError, state }: PhotoRecord): string {
  if (!lastError || unreachableCodes.has(lastError.code)) return `Saved on this ${deviceLabel}. Waiting to upload.`;
  const { what, todo } = failureMessage(lastError, state);
  return `Saved on this ${deviceLabel}. ${what} ${todo ?? ''}`;
}

function Sending({ progress, name }: { progress: number; name: string }) {
  const percent = Math.floor(progress * 100);
  return (
    <div className="flex items-center gap-2 text-sm text-ink-muted">
      <CloudUpload aria-hidden className="size-4 shrink-0 text-accent-text" />
      <Progress label={`Uploading ${name}`} value={progress} className="flex-1" />
      <span className="w-11 text-right whitespace-nowrap tabular-nums">{percent}%</span>
    </div>
  );
}

/** The photo's bytes are missing: it cannot be uploaded or exported. */
export const isMissingBytes = ({ state, lastError }: PhotoRecord): boolean => state === 'parked' && lastError?.code === 'bytes_missing';

function Stuck({ record, name, words }: { record: PhotoRecord; name: string; words: string }) {
  return (
    <>
      <p className="flex gap-1.5 text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <span>{words}</span>
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {!isMissingBytes(record) && (
          <>
            <Button size="sm" icon={icons.retry} aria-label={`Retry ${name}`} onClick={() => void retry(record.id)}>
              Retry
            </Button>
            <Button size="sm" icon={icons.export} aria-label={`Save a copy of ${name}`} onClick={() => void exportRecord(record)}>
              Save a copy
            </Button>
          </>
        )}
        <Button size="sm" icon={icons.discard} aria-label={`Discard ${name}`} onClick={() => discardWithUndo(record)}>
          Discard
        </Button>
      </div>
    </>
  );
}

const icons: Record<'retry' | 'export' | 'discard', ReactNode> = {
  retry: <RotateCw aria-hidden className="size-4" />,
  export: <Download aria-hidden className="size-4" />,
  discard: <Trash2 aria-hidden className="size-4" />,
};

/** Remains mounted in every state of the photo, so that a click on the menu cannot hit "Discard" instead. */
function RowMenu({ record, name }: { record: PhotoRecord; name: string }) {
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`More for ${name}`} size="sm" icon={<Ellipsis aria-hidden className="size-5" />} className="-mt-2 -mr-2" />
      }
    >
      {!isMissingBytes(record) && (
        <>
          <MenuItem icon={icons.retry} onSelect={() => void retry(record.id)}>
            Upload now
          </MenuItem>
          <MenuItem icon={icons.export} onSelect={() => void exportRecord(record)}>
            Save a copy to {COPIES_PLACE}
          </MenuItem>
        </>
      )}
      <MenuItem icon={icons.discard} danger onSelect={() => discardWithUndo(record)}>
        Discard
      </MenuItem>
    </DropdownMenu>
  );
}

async function exportRecord(record: PhotoRecord) {
  const outcome = await exportPhoto(record, readForExport);
  if (outcome === 'exported') toast.success(`1 photo saved to ${COPIES_PLACE}`, { detail: 'It also stays in the queue.' });
  if (outcome === 'gone') toast.info('Nothing to save', { detail: 'The photo was just stored on the server.' });
  if (outcome === 'unreadable') toast.error('Couldn’t save a copy', { detail: `${photoName(record)} couldn’t be read. Try again.` });
}

/** The thumbnail, or the file type if this browser cannot decode it. */
function Thumb({ record }: { record: PhotoRecord }) {
  const [url, setUrl] = useState(() => localThumbUrl(record.id));
  useEffect(() => {
    if (url) return;
    let gone = false;
    void cacheThumb(record.id).then(() => {
      if (!gone) setUrl(localThumbUrl(record.id));
    });
    return () => {
      gone = true;
    };
    // A new record may mean that the thumbnail was created since.
  }, [record, url]);
  return url ? (
    <img src={url} alt="" className="size-16 shrink-0 rounded-md bg-hover object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-16 shrink-0 place-items-center rounded-md bg-hover text-xs font-semibold text-ink-muted uppercase"
    >
      {record.contentType.replace('image/', '')}
    </span>
  );
}

// Photos about to be discarded. There is no undo afterwards, so this waits with a countdown. Outside React: closing the sheet does not
// cancel it. An unloading page discards nothing, because no other copy may exist.
let discardingIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function update(next: ReadonlySet<string>) {
  discardingIds = next;
  for (const listener of listeners) listener();
}
const idsWithout = (id: string) => new Set([...discardingIds].filter((each) => each !== id));

export const discards = {
  read: () => discardingIds,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

const timeOf = (record: PhotoRecord) => formatTimeWithSeconds(effectiveTakenAt(record), record.eventZone);

const photoName = (record: PhotoRecord) => record.fileName ?? `Photo taken ${timeOf(record)}`;

const WAIT_MS = 5000;

/** Hides the photo and discards it when the toast closes without "Undo". */
function discardWithUndo(record: PhotoRecord): void {
  const { id } = record;
  update(new Set([...discardingIds, id]));
  toast.show(`Discarding ${record.fileName ?? `photo from ${timeOf(record)}`}`, {
    duration: WAIT_MS,
    counted: (seconds) => `Deleted for good in ${pluralize(seconds, 'second', 'seconds')}.`,
    action: { label: 'Undo', onClick: () => update(idsWithout(id)) },
    onClosed: () => {
      discard(id).then(
        (outcome) => {
          update(idsWithout(id));
          if (outcome === 'delivered') toast.info('The photo is already in the gallery', { detail: 'You can delete it there.' });
        },
        () => {
          update(idsWithout(id));
          toast.error('Couldn’t discard the photo', { detail: 'It’s back in the queue.' });
        },
      );
    },
  });
}
