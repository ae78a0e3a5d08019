import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingGenerations, lostPhotos, readForExport } from '#src/outbox/queue-management.ts';
import { listPendingPhotos, retryAll } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { logout } from '#src/session/actions.ts';
import { isGuest, accountLabel } from '#src/session/display-name.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CloudUpload, LogOut, UserPlus } from '#src/ui/icons.ts';
import PhotoExport from '#src/ui/photo-export.tsx';
import { offlineTitle, useConnection } from './connection.ts';
import { deliverNow } from './outbox-driver.ts';

const waitingKey = (account: string) => ['logout', 'waiting', account];
const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
const requestsNote = (count: number) =>
  count === 0 ? '' : ` ${count === 1 ? '1 image request is' : `${count} image requests are`} waiting on this ${deviceLabel}.`;

interface UnsentItems {
  waiting: PhotoRecord[];
  /** The number of this account's photos that the server has lost. */
  lost: number;
  /** The number of this account's generation requests that are not on the server. */
  requests: number;
}

async function readUnsentItems(account: string): Promise<UnsentItems> {
  const [waiting, events, requests] = await Promise.all([listPendingPhotos(account), lostPhotos(account), listPendingGenerations(account)]);
  return { waiting, requests: requests.length, lost: events.reduce((sum, { photos: named, unnamed }) => sum + named.length + unnamed, 0) };
}

/** The account's waiting and lost photos, updated while the dialog is open. */
function useUnsentItems(account: string) {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribeOutbox(({ type }) => {
        if (type === 'changed' || type === 'delivered' || type === 'generations-changed')
          void client.invalidateQueries({ queryKey: waitingKey(account) });
      }),
    [client, account],
  );
  return useQuery({ queryKey: waitingKey(account), queryFn: () => readUnsentItems(account), staleTime: 0, gcTime: 0 });
}

const UNREADABLE = `Couldn’t read the photos waiting on this ${deviceLabel}. Logging out keeps them here, locked until you log in again.`;

function describeUnsentItems({ waiting: { length: count }, lost }: UnsentItems, label: string): string {
  const isLost =
    lost === 0
      ? ''
      : ` The server lost ${photos(lost)} of yours, and this ${deviceLabel} no longer has ${lost === 1 ? 'it' : 'them'}. See the event’s queue.`;
  if (count === 0) return `You’re logged in as ${label}.${isLost || ` No photos of yours are waiting on this ${deviceLabel}.`}`;
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${count} of your photos ${are} only on this ${deviceLabel}. Logging out keeps ${them} here, locked until ${label} logs in again.${isLost}`;
}

interface LogoutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the logout, instead of opening the login. */
  onLeft?: () => void;
}

/**
 * Logging out never deletes unsent photos: the dialog counts them and offers to upload, export or lock them (docs/outbox.md, Sessions and
 * accounts).
 */
export default function LogoutDialog(props: LogoutDialogProps) {
  const session = useSession();
  if (!session) return null;
  const { user } = session;
  return <ConfirmLogout account={user.id} label={accountLabel(user)} isGuest={isGuest(user)} {...props} />;
}

interface ConfirmLogoutProps extends LogoutDialogProps {
  account: string;
  label: string;
  isGuest: boolean;
}

function ConfirmLogout({ account, label, isGuest: guest, open, onOpenChange, onLeft }: ConfirmLogoutProps) {
  const { data: unsent, isError } = useUnsentItems(account);
  const connection = useConnection();
  const [sending, setSending] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const waiting = unsent?.waiting ?? [];
  const count = waiting.length;
  const parked = waiting.filter(({ state }) => state === 'parked').length;

  const send = async () => {
    setSending(true);
    // Includes photos that the server asked to delay: the person asked explicitly.
    await retryAll(account);
    deliverNow();
  };
  const leave = async () => {
    setLeaving(true);
    await logout();
    onLeft?.();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Log out?"
      description={
        (unsent
          ? describeUnsentItems(unsent, label)
          : `You’re logged in as ${label}. ${isError ? UNREADABLE : `Checking for photos waiting on this ${deviceLabel}…`}`) +
        requestsNote(unsent?.requests ?? 0) +
        (connection === 'online' ? '' : ' Logging in again needs a connection: until then you can’t take photos here.')
      }
      footer={
        <>
          {/* Offline there is no way back in. */}
          <Button variant={connection === 'online' ? undefined : 'primary'} onClick={() => onOpenChange(false)}>
            Stay logged in
          </Button>
          <Button
            variant={connection === 'online' ? 'primary' : undefined}
            loading={leaving}
            icon={<LogOut aria-hidden className="size-4" />}
            disabledReason={!unsent && !isError ? 'Checking for waiting photos' : exporting && 'Photos are being saved'}
            onClick={() => void leave()}
          >
            {!unsent && isError ? 'Log out anyway' : count === 0 ? 'Log out' : 'Log out and keep photos locked'}
          </Button>
        </>
      }
    >
      {guest && (
        <div className="grid gap-3">
          <p className="text-sm">
            You’re using the app without an account, so your photos are linked to this {deviceLabel} only. You can continue here later,
            unless this browser’s data is cleared. With an account, your photos and events are available everywhere.
          </p>
          <Link to="/register" onClick={() => onOpenChange(false)} className={buttonClass({ className: 'w-full' })}>
            <UserPlus aria-hidden className="size-4" />
            Create an account first
          </Link>
        </div>
      )}
      {count > 0 && (
        <div className="grid gap-2">
          <Button
            className="w-full"
            icon={<CloudUpload aria-hidden className="size-4" />}
            loading={sending && connection === 'online' && parked < count}
            disabledReason={connection === 'online' ? null : offlineTitle(connection)}
            onClick={() => void send()}
          >
            {sending ? `Uploading · ${photos(count)} left` : 'Upload now'}
          </Button>
          {connection !== 'online' && (
            <p className="text-sm text-ink-muted">
              {offlineTitle(connection)}. You can upload {connection === 'offline' ? 'once you’re back online' : 'once the server responds'}
              .
            </p>
          )}
          <PhotoExport photos={waiting} read={readForExport} onRunning={setExporting} />
          {parked > 0 && <p className="text-sm text-ink-muted">{photos(parked)} couldn’t be uploaded. See the event’s queue.</p>}
        </div>
      )}
    </Dialog>
  );
}
