import { type ReactNode, useDeferredValue, useState, useSyncExternalStore } from 'react';
import { countsByOrigin } from '#src/domains/photos/count-words.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { DiskFullError, retryDisk } from '#src/lib/disk.ts';
import { formatCount, formatTime, pluralize } from '#src/lib/format.ts';
import { NewerDatabaseError } from '#src/outbox/db.ts';
import { readForExport } from '#src/outbox/queue-management.ts';
import { retryAll } from '#src/outbox/queue.ts';
import type { CheckedCounts, UploadCounts } from '#src/outbox/receipts.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { type Connection, offlineTitle, useConnection } from '#src/shell/connection.ts';
import { OrphanedPhotos } from '#src/shell/orphaned-photos.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CircleCheck, Inbox, Lock, RotateCw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import PhotoExport from '#src/ui/photo-export.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { FailedState, ScreenState } from '#src/ui/screen-state.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { CardList } from './card-list.tsx';
import { DamagedPhotos, LostPhotos, NotImported } from './lost-photos.tsx';
import { discards, isMissingBytes, QueueRow } from './queue-row.tsx';
import { StorageNote } from './storage-note.tsx';
import { useCounts } from './use-outbox-read.ts';
import { useOtherAccounts, usePaused, useQueue, useWaitingCount } from './use-queue.ts';

const EarlierDevices = lazyPart<{ account: string; eventId: string }>(
  // Without a network it is missing, if it was not shown before.
  () => import('./earlier-devices.tsx').catch(() => ({ default: () => null })),
  { name: 'the other devices' },
);

interface QueueSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  account: string;
  eventId: string;
  /** A login link if the session has expired. */
  signIn?: ReactNode;
  /** Uses the dark theme, over the camera. */
  venue: boolean;
}

/** The queue: all photos that exist only on this phone. Loaded on demand. */
export default function QueueSheet({ open, onOpenChange, account, eventId, signIn, venue }: QueueSheetProps) {
  const queue = useQueue(account);
  const counts = useCounts(account, eventId);
  const connection = useConnection();
  const discarding = useSyncExternalStore(discards.subscribe, discards.read);
  const records = queue.data?.filter(({ id }) => !discarding.has(id));
  /** Photos that can be uploaded and exported. */
  const exportable = records?.filter((record) => !isMissingBytes(record)) ?? [];
  // Photos being discarded count until the countdown ends.
  const count = queue.data?.length ?? 0;
  const elsewhere = queue.data?.filter((record) => record.eventId !== eventId).length ?? 0;

  const retry = async () => {
    await retryAll(account);
    if (connection !== 'online') toast.info(offlineTitle(connection), { detail: 'We’ll keep trying.' });
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Queue"
      description={records && queueSummary(count, elsewhere)}
      className={venue ? 'venue !bg-raised' : undefined}
      actions={
        exportable.length > 0 &&
        !signIn && (
          <Button size="sm" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void retry()}>
            Retry all
          </Button>
        )
      }
    >
      <div className="grid gap-4 pb-2">
        <State account={account} waiting={count} connection={connection} signIn={signIn} />
        {counts && <Tally counts={counts} />}
        <EarlierDevices account={account} eventId={eventId} />
        <LostPhotos account={account} />
        <DamagedPhotos account={account} />
        <NotImported account={account} eventId={eventId} />
        {queue.error && !records ? (
          <FailedState
            title="Couldn’t load the queue"
            detail={readErrorMessage(queue.error)}
            onRetry={() => void retryDisk().then(queue.reload)}
          />
        ) : !records ? (
          <QueueSkeleton />
        ) : count === 0 ? (
          counts && <AllStored counts={counts} />
        ) : (
          <Deferred>
            <QueueList records={records} eventId={eventId} />
          </Deferred>
        )}
        {exportable.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <PhotoExport photos={exportable} read={readForExport} size="sm" />
          </div>
        )}
        {counts && <CardList account={account} eventId={eventId} counts={counts} />}
        <OrphanedPhotos />
        <OtherAccounts account={account} />
        <StorageNote />
      </div>
    </Sheet>
  );
}

/** Renders the rows deferred, so that the sheet opens at once and stays responsive. */
function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue<ReactNode>(children, <QueueSkeleton />);
}

/** Why the outbox cannot be read, and what to do. */
function readErrorMessage(error: Error): string {
  const safe = `Your photos are still on this ${deviceLabel}.`;
  if (error instanceof DiskFullError) return `This ${deviceLabel} is full. ${safe} Delete videos or other apps’ data, then try again.`;
  if (error instanceof NewerDatabaseError) return `${error.message} ${safe} Load the new version to see them.`;
  return `${error.message} ${safe} Try again. If that doesn’t help, close and reopen the app.`;
}

function queueSummary(count: number, elsewhere: number): string {
  if (count === 0) return 'Nothing to upload.';
  const all = `${pluralize(count, 'photo is', 'photos are')} only on this ${deviceLabel}`;
  return elsewhere > 0 ? `${all}, ${formatCount(elsewhere)} of them from other events.` : `${all}.`;
}

interface StateProps {
  account: string;
  waiting: number;
  connection: Connection;
  signIn: ReactNode;
}

function State({ account, waiting, connection, signIn }: StateProps) {
  const paused = usePaused(account);
  if (waiting === 0) return null;
  if (signIn) {
    return (
      <Banner tone="warning" title="Log in to upload" actions={signIn}>
        Your session has ended. The photos stay on this {deviceLabel} until then.
      </Banner>
    );
  }
  if (paused === 'account') {
    return (
      <Banner tone="warning" title="Another account is logged in">
        These photos upload when their own account logs in again.
      </Banner>
    );
  }
  if (connection === 'online') return null;
  return (
    <Banner title={offlineTitle(connection)}>
      Your photos are safe on this {deviceLabel}. They upload automatically{' '}
      {connection === 'offline' ? 'when you’re back online' : 'once the server responds'}.
    </Banner>
  );
}

/** The event's counts, with imports listed separately. */
function Tally({ counts: { shot, imported, waiting, stored, lost } }: { counts: UploadCounts }) {
  return (
    <dl aria-label="This event" className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-y-2 rounded-lg bg-hover py-3 text-center">
      <Figure
        label={imported > 0 ? 'Photos' : 'Captured'}
        value={shot}
        note={imported > 0 && countsByOrigin({ captured: shot, imported })}
      />
      <Figure label={`Waiting on this ${deviceLabel}`} value={waiting} />
      <Figure label="Stored on the server" value={stored} note={lost > 0 && `${formatCount(lost)} lost`} />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: number; note?: string | false }) {
  return (
    <div className="flex flex-col gap-0.5 border-line px-2 not-first:border-l">
      <dt className="order-1 text-xs text-ink-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{formatCount(value)}</dd>
      {note && <dd className="order-2 text-xs text-ink-muted tabular-nums">{note}</dd>}
    </div>
  );
}

/** The final state: everything is stored. Explains the queue if nothing was captured. */
function AllStored({ counts }: { counts: CheckedCounts }) {
  const waitingHere = useWaitingCount();
  const connection = useConnection();
  if (counts.shot === 0) {
    return (
      <ScreenState icon={<Inbox />} title={`No photos from this ${deviceLabel}`} className="!py-6">
        Photos that you take or import for this event on this {deviceLabel} stay here until they’re stored on the server.
      </ScreenState>
    );
  }
  // Unknown right after the last delivery, and while storage cannot be read.
  if (waitingHere === undefined || !counts.current || counts.waiting > 0 || counts.lost > 0 || counts.damaged > 0) return null;
  if (counts.undecoded > 0) {
    return (
      <ScreenState icon={<CircleCheck />} title="All photos are on the server" className="!py-6">
        The server is verifying {pluralize(counts.undecoded, 'imported file', 'imported files')}.
      </ScreenState>
    );
  }
  if (counts.asOf !== undefined) {
    const title = counts.asOf > 0 ? `All photos were on the server at ${formatTime(counts.asOf)}` : 'Checking…';
    return (
      <ScreenState icon={<CircleCheck />} title={title} className="!py-6">
        {connection === 'online' ? 'Checking again…' : 'We’ll check again once the server responds.'}
      </ScreenState>
    );
  }
  if (waitingHere > 0) return <ScreenState icon={<CircleCheck />} title="All your photos are uploaded and verified" className="!py-6" />;
  return (
    <ScreenState icon={<CircleCheck className="text-success" />} title="All photos are uploaded and verified" className="!py-6">
      Safe to close the app.
    </ScreenState>
  );
}

function OtherAccounts({ account }: { account: string }) {
  const others = useOtherAccounts(account);
  if (others.length === 0) return null;
  return (
    <ul aria-label="Other accounts" className="grid gap-2 rounded-lg bg-hover p-4 text-sm">
      {others.map((other) => (
        <li key={other.account} className="flex gap-2">
          <Lock aria-hidden className="size-5 shrink-0 text-ink-muted" />
          <span className="min-w-0">
            {pluralize(other.count, 'photo', 'photos')} from another account (
            <span className="font-medium wrap-anywhere">{other.email}</span>
            ), locked until that account logs in.
          </span>
        </li>
      ))}
    </ul>
  );
}

function QueueSkeleton() {
  return (
    <RowsSkeleton
      label="Loading the queue"
      rows={3}
      row="flex gap-3 py-3"
      picture="size-16 rounded-md"
      body="content-start gap-2 pt-1"
      lines={['h-4 w-2/5', 'h-3 w-3/5', 'h-3 w-4/5']}
    />
  );
}

/** The number of rows shown initially and added per click, because rows are expensive. */
const AT_ONCE = 50;

interface QueueListProps {
  records: readonly PhotoRecord[];
  eventId: string;
}

/** Parked photos first, the others by capture. */
function QueueList({ records, eventId }: QueueListProps) {
  const [limit, setLimit] = useState(AT_ONCE);
  const needsPerson = ({ state }: PhotoRecord) => state === 'parked';
  const sorted = [...records.filter(needsPerson), ...records.filter((record) => !needsPerson(record))];
  const left = records.length - limit;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul aria-label="Waiting photos" className="divide-y divide-line">
        {sorted.slice(0, limit).map((record, index) => (
          <li key={record.id} aria-setsize={records.length} aria-posinset={index + 1}>
            <QueueRow record={record} otherEvent={record.eventId !== eventId} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button className="justify-self-center" onClick={() => setLimit(limit + AT_ONCE)}>
          Show {formatCount(Math.min(AT_ONCE, left))} more of {formatCount(left)}
        </Button>
      )}
    </div>
  );
}
