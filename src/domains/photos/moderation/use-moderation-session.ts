// The desk of whoever looks at this screen: it follows the event's stream, gives back what it holds when nobody works here, and says when the
// connection is gone.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConnection } from '#src/shell/connection.ts';
import { openEventStream } from '#src/domains/photos/event-stream.ts';
import { moderationCalls, probeEvent, readListsAgain, takeInListChanges, takeInPhotos } from './queries.ts';
import { openDesk, type Desk, type DeskView } from './moderation-session.ts';

/** Without a movement for so long, nobody works here: others are given what was set aside. */
const IDLE_MS = 100_000;
const LOOK_MS = 5_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

export function useDesk(eventId: string, account: string): { desk: Desk; view: DeskView } {
  const client = useQueryClient();
  const [desk] = useState(() =>
    openDesk({ ...moderationCalls(eventId, account), takeIn: (photos) => takeInPhotos(client, eventId, photos) }),
  );
  const view = useSyncExternalStore(desk.subscribe, desk.read);

  const connection = useConnection();
  useEffect(() => desk.setOnline(connection === 'online'), [desk, connection]);
  useEffect(() => workWhileSeen(desk), [desk]);
  useEffect(() => {
    let position: number | null = null;
    return openEventStream({
      eventId,
      position: () => (position ??= desk.read().position),
      settled: () => true,
      takeIn: (changes) => {
        position = changes.at(-1)?.seq ?? position;
        takeInListChanges(client, eventId, changes);
        desk.change(changes);
      },
      readAgain: async () => {
        position = null;
        desk.startOver();
        await readListsAgain(client, eventId);
      },
      probe: () => probeEvent(eventId),
    });
  }, [client, desk, eventId]);

  return { desk, view };
}

/** Works while the tab is seen and the person moves. Returns the end of it. */
function workWhileSeen(desk: Desk): () => void {
  let moved = Date.now();
  const sign = () => {
    moved = Date.now();
    if (!document.hidden) desk.wake();
  };
  const look = setInterval(() => {
    if (Date.now() - moved > IDLE_MS) desk.rest();
  }, LOOK_MS);
  const onVisibility = () => (document.hidden ? desk.rest() : sign());
  for (const type of SIGNS_OF_LIFE) window.addEventListener(type, sign, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', desk.flush);
  if (!document.hidden) desk.wake();
  return () => {
    clearInterval(look);
    for (const type of SIGNS_OF_LIFE) window.removeEventListener(type, sign, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', desk.flush);
    desk.close();
  };
}
