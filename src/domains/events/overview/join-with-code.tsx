import { useState } from 'react';
import type { Event } from '#src/domains/events/event.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { useLastEvent } from '#src/shell/continue-to-event.tsx';
import { Button } from '#src/ui/button.tsx';
import { Plus } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const JoinDialog = lazyPart(() => import('#src/domains/events/joining/join-dialog.tsx'), {
  name: 'Joining an event',
  close: ({ onClose }) => onClose(),
});

/** The primary action only if no event has been opened on this device. */
export function JoinWithCode({ onJoined }: { onJoined: (event: Event) => void }) {
  const [joining, setJoining] = useState(false);
  const last = useLastEvent();
  const isOnline = useConnection() === 'online';
  return (
    <>
      <Button
        variant={last ? 'secondary' : 'primary'}
        icon={<Plus aria-hidden className="size-4" />}
        disabledReason={!isOnline && NEEDS_CONNECTION}
        onClick={() => setJoining(true)}
      >
        Join with a code
      </Button>
      {joining && <JoinDialog onClose={() => setJoining(false)} onJoined={onJoined} />}
    </>
  );
}
