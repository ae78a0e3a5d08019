// The session of whoever looks at this screen: it follows the event's stream, gives back what it holds when nobody works here, and says when the
// connection is gone.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { openEventStream } from '#src/domains/photos/event-stream.ts';
import { useConnection } from '#src/shell/connection.ts';
import { openModerationSession, type ModerationSession, type SessionView } from './moderation-session.ts';
import { moderationRequests, probeEvent, invalidateModerationLists, applyListChanges, cacheListedPhotos } from './queries.ts';

/** Without a movement for so long, nobody works here: others are given what was set aside. */
const IDLE_MS = 100_000;
const IDLE_CHECK_MS = 5_000;
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

export function useModerationSession(eventId: string, account: string): { session: ModerationSession; view: SessionView } {
  const client = useQueryClient();
  const [session] = useState(() =>
    openModerationSession({ ...moderationRequests(eventId, account), cachePhotos: (photos) => cacheListedPhotos(client, eventId, photos) }),
  );
  const view = useSyncExternalStore(session.subscribe, session.read);

  const connection = useConnection();
  useEffect(() => session.setOnline(connection === 'online'), [session, connection]);
  useEffect(() => pauseWhenIdle(session), [session]);
  useEffect(() => {
    let position: number | null = null;
    return openEventStream({
      eventId,
      position: () => (position ??= session.read().position),
      settled: () => true,
      takeIn: (changes) => {
        position = changes.at(-1)?.seq ?? position;
        applyListChanges(client, eventId, changes);
        session.change(changes);
      },
      readAgain: async () => {
        position = null;
        session.restartStream();
        await invalidateModerationLists(client, eventId);
      },
      probe: () => probeEvent(eventId),
    });
  }, [client, session, eventId]);

  return { session, view };
}

/** Works while the tab is seen and the person moves. Returns the end of it. */
function pauseWhenIdle(session: ModerationSession): () => void {
  let moved = Date.now();
  const sign = () => {
    moved = Date.now();
    if (!document.hidden) session.resume();
  };
  const look = setInterval(() => {
    if (Date.now() - moved > IDLE_MS) session.pause();
  }, IDLE_CHECK_MS);
  const onVisibility = () => (document.hidden ? session.pause() : sign());
  for (const type of ACTIVITY_EVENTS) window.addEventListener(type, sign, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', session.flush);
  if (!document.hidden) session.resume();
  return () => {
    clearInterval(look);
    for (const type of ACTIVITY_EVENTS) window.removeEventListener(type, sign, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
    session.close();
    // What still waits is told by the page, whichever of its screens is seen.
    const end = session.subscribe(forgetWhenSent);
    function forgetWhenSent() {
      if (session.read().unsent.length > 0) return;
      window.removeEventListener('pagehide', session.flush);
      end();
    }
    forgetWhenSent();
  };
}
