// An event that can't be loaded and isn't stored on this phone. The outbox may know it: its photos are named, and its camera works.
import { useCallback, useState } from 'react';
import { CaptureScreen } from '#src/camera/capture-screen.tsx';
import QueueSheet from '#src/domains/photos/queue/queue-sheet.tsx';
import { useCounts, useOutboxRead } from '#src/domains/photos/queue/use-outbox-read.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize } from '#src/lib/format.ts';
import { knownEvent } from '#src/outbox/known-event.ts';
import { accountLabel } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { SidebarToggle } from '#src/shell/sidebar/sidebar-toggle.tsx';
import { Button } from '#src/ui/button.tsx';

export interface UnstoredEventProps {
  id: string;
  /** Its camera is open. */
  shooting: boolean;
  onShoot: () => void;
}

export default function UnstoredEvent(props: UnstoredEventProps) {
  const session = useSession();
  return session && <OfAccount {...props} user={session.user} />;
}

function OfAccount({ id, shooting, onShoot, user }: UnstoredEventProps & { user: Snapshot['user'] }) {
  const account = user.id;
  const { data: known } = useOutboxRead(useCallback(() => knownEvent(account, id), [account, id]));
  const counts = useCounts(account, id);
  const [queue, setQueue] = useState(false);
  if (!known) return null;
  const { waiting, eventName } = known;
  if (!shooting)
    return (
      <span className="mt-4 grid justify-items-center gap-4">
        {waiting > 0 &&
          `${pluralize(waiting, 'photo', 'photos')} from ${eventName} ${waiting === 1 ? 'is' : 'are'} waiting on this ${deviceLabel}.`}
        <Button variant="primary" onClick={onShoot}>
          Open the camera
        </Button>
      </span>
    );
  const openQueue = () => setQueue(true);
  return (
    <div className="venue flex h-dvh flex-col overflow-hidden">
      <header className="event-header">
        <SidebarToggle area="venue" />
        <div className="event-title">
          <h1 className="truncate text-sm font-semibold">{eventName}</h1>
        </div>
        <OfflineIndicator className="shrink-0" />
      </header>
      <CaptureScreen
        target={{ ...known, accountEmail: accountLabel(user) }}
        counts={counts}
        closed={null}
        canImport
        notice={null}
        signIn={null}
        onOpenQueue={openQueue}
        onOpenGallery={openQueue}
        onOpenPhoto={openQueue}
      />
      {queue && <QueueSheet open onOpenChange={setQueue} account={account} eventId={id} venue />}
    </div>
  );
}
