import { CircleCheck, Inbox, Lock, RotateCw } from 'lucide-react';
import { useDeferredValue, useSyncExternalStore, type ReactNode } from 'react';
import { counted, formatCount } from '#src/lib/format.ts';
import { DiskFullError, personTries } from '#src/lib/disk.ts';
import { StoreNewerError } from '#src/outbox/db.ts';
import type { Counts } from '#src/outbox/ledger.ts';
import { retryAll } from '#src/outbox/queue.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { FailedState } from '#src/ui/failed-state.tsx';
import { ScreenState } from '#src/ui/screen-state.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { discards } from './discards.ts';
import { QueueList } from './queue-list.tsx';
import { StorageNote } from './storage-note.tsx';
import { useCounts } from './use-counts.ts';
import { useOtherAccounts, usePaused, useQueue } from './use-queue.ts';

interface QueueSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  account: string;
  eventId: string;
  /** The server cannot be reached now. */
  offline: boolean;
  /** The way to sign in again, when the session has ended. */
  signIn?: ReactNode;
  /** Near-black, over the camera. */
  venue: boolean;
}

/** Everything that only this phone has, why, and what can be done. Loaded when it is first opened. */
export default function QueueSheet({ open, onOpenChange, account, eventId, offline, signIn, venue }: QueueSheetProps) {
  const queue = useQueue(account);
  const counts = useCounts(account, eventId);
  const leaving = useSyncExternalStore(discards.subscribe, discards.read);
  const records = queue.data?.filter(({ id }) => !leaving.has(id));
  const count = records?.length ?? 0;
  const elsewhere = records?.filter((record) => record.eventId !== eventId).length ?? 0;

  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Queue"
      description={records && sentence(count, elsewhere)}
      className={venue ? 'venue !bg-raised' : undefined}
      actions={
        records?.some(({ lastError }) => lastError) && (
          <Button size="sm" icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void retryAll(account)}>
            Retry all
          </Button>
        )
      }
    >
      <div className="grid gap-4 pb-2">
        <State account={account} waiting={count} offline={offline} signIn={signIn} />
        {records && count > 0 && counts && <Tally counts={counts} />}
        {queue.error && !records ? (
          <FailedState
            title="The queue could not be read"
            detail={unreadable(queue.error)}
            onRetry={() => void personTries().then(queue.reload)}
          />
        ) : !records ? (
          <QueueSkeleton />
        ) : count === 0 ? (
          <AllStored counts={counts} />
        ) : (
          <Unhurried>
            <QueueList records={records} eventId={eventId} />
          </Unhurried>
        )}
        <OtherAccounts account={account} />
        <StorageNote />
      </div>
    </Sheet>
  );
}

/** The sheet stands at once; its rows cost more than a frame, and are made in pieces that let a press through. */
function Unhurried({ children }: { children: ReactNode }) {
  return useDeferredValue<ReactNode>(children, <QueueSkeleton />);
}

/** Why the queue cannot be read, and what helps. */
function unreadable(error: Error): string {
  const safe = 'Your photos are still on this phone.';
  if (error instanceof DiskFullError)
    return `This phone is full, so its storage is left alone. ${safe} Delete videos or other apps’ data, then try again.`;
  if (error instanceof StoreNewerError) return `${error.message} ${safe} Load the new version to see them.`;
  return `${error.message} ${safe} Try again; if that does not help, close the app and open it anew.`;
}

function sentence(count: number, elsewhere: number): string {
  if (count === 0) return 'Nothing to upload.';
  const all = `${counted(count, 'photo is', 'photos are')} only on this phone`;
  return elsewhere > 0 ? `${all}, ${formatCount(elsewhere)} of them from other events.` : `${all}.`;
}

function State({ account, waiting, offline, signIn }: { account: string; waiting: number; offline: boolean; signIn: ReactNode }) {
  const paused = usePaused(account);
  if (waiting === 0) return null;
  if (signIn) {
    return (
      <Banner tone="warning" title="Sign in to send them" actions={signIn}>
        Your session has ended. The photos stay on this phone until then.
      </Banner>
    );
  }
  if (paused === 'account') {
    return (
      <Banner tone="warning" title="Another account is signed in">
        These photos are sent when their own account is signed in again.
      </Banner>
    );
  }
  return offline ? (
    <Banner title="No connection to the server">
      Your photos are saved on this phone. They’ll upload automatically when you’re back online.
    </Banner>
  ) : null;
}

function Tally({ counts: { shot, waiting, stored } }: { counts: Counts }) {
  return (
    <dl aria-label="This event" className="grid grid-cols-3 rounded-lg bg-hover py-3 text-center">
      <Figure label="Shot" value={shot} />
      <Figure label="Waiting on this phone" value={waiting} />
      <Figure label="Stored on the server" value={stored} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5 border-line px-2 not-first:border-l">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}

/** The calm end of a day's work; before it, what this place is for. */
function AllStored({ counts }: { counts: Counts | undefined }) {
  if (!counts || counts.shot === 0) {
    return (
      <ScreenState icon={<Inbox />} title="No photos taken here yet" className="!py-6">
        Photos stay here until they’re safely on the server.
      </ScreenState>
    );
  }
  const { shot, stored, waiting } = counts;
  return (
    <ScreenState icon={<CircleCheck className="text-success" />} title="All photos are uploaded and verified" className="!py-6">
      <span className="tabular-nums">
        {formatCount(shot)} shot, {formatCount(stored)} stored, {formatCount(waiting)} waiting.
      </span>
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
            {counted(other.count, 'photo waits', 'photos wait')} for another account (
            <span className="font-medium wrap-anywhere">{other.email}</span>), locked until it signs in.
          </span>
        </li>
      ))}
    </ul>
  );
}

function QueueSkeleton() {
  return (
    <Loading label="Reading the queue" className="grid">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3 py-3">
          <Skeleton className="size-16 rounded-md" />
          <div className="grid flex-1 content-start gap-2 pt-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
