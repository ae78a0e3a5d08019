// This browser as a screen at the venue: the code to pair it, then the wall of its event.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ownScreenQuery, type ScreenWall } from '#src/domains/sharing/screens/queries.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Images } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { acquireWakeLock } from '#src/ui/wake-lock.ts';
import { followScreen, screenSource } from './wall-source.ts';
import { Wall } from './wall.tsx';

const QrCode = lazy(() => import('#src/ui/qr-code.tsx'));

export function ScreenPage() {
  const query = useQuery(ownScreenQuery);
  useDocumentTitle('Live wall');
  return (
    <main id="main" tabIndex={-1} className="venue grid h-dvh grid-cols-[minmax(0,1fr)] outline-none">
      <QueryState query={query} as="page" failed="Couldn’t open the screen" skeleton={<Waiting code={null} expiresAt={null} />}>
        {({ code, code_expires_at: expiresAt, wall }) =>
          wall === null ? <Waiting code={code} expiresAt={expiresAt} /> : <PairedWall wall={wall} />
        }
      </QueryState>
    </main>
  );
}

/** Reads the screen again, as its stream tells. */
function useOwnScreen() {
  const client = useQueryClient();
  const [own] = useState(() => ({
    onChanged: () => void client.invalidateQueries({ queryKey: ownScreenQuery.queryKey }),
    probe: () => client.fetchQuery({ ...ownScreenQuery, staleTime: 0 }),
  }));
  return own;
}

/** Without a wall: told when one comes. */
function useFollowedScreen(): void {
  const own = useOwnScreen();
  useEffect(() => {
    let opened = 0;
    // It may have been paired between two connections.
    return followScreen({ ...own, onLive: (live) => void (live && (opened += 1) > 1 && own.onChanged()) });
  }, [own]);
}

/** A code is renewed on the screen a moment after it has expired. */
const RENEW_AFTER_MS = 1_000;

function Waiting({ code, expiresAt }: { code: string | null; expiresAt: string | null }) {
  return code === null || expiresAt === null ? <Code code={null} /> : <OpenCode code={code} expiresAt={expiresAt} />;
}

function OpenCode({ code, expiresAt }: { code: string; expiresAt: string }) {
  useFollowedScreen();
  useEffect(acquireWakeLock, []);
  const { onChanged } = useOwnScreen();
  useEffect(() => {
    const timer = setTimeout(onChanged, Math.max(RENEW_AFTER_MS, Date.parse(expiresAt) - Date.now() + RENEW_AFTER_MS));
    return () => clearTimeout(timer);
  }, [expiresAt, onChanged]);
  return <Code code={code} />;
}

function Code({ code }: { code: string | null }) {
  const address = `${location.origin}/organization/events`;
  return (
    <div className="grid content-center justify-items-center gap-[max(1.5rem,3vmin)] overflow-y-auto p-6 text-center">
      <h1 className="text-[max(1.5rem,4vmin)] font-semibold text-balance">Show an event’s photos on this screen</h1>
      {code === null ? (
        <Skeleton className="h-[max(4rem,18vmin)] w-[min(90vw,80vmin)]" />
      ) : (
        <p
          aria-label={`Code ${code.split('').join(' ')}`}
          className="font-mono text-[min(17vw,18vmin)] leading-none font-semibold tabular-nums"
        >
          {code.slice(0, 3)} {code.slice(3)}
        </p>
      )}
      <p className="max-w-[36em] text-[max(1rem,2.4vmin)] text-balance text-ink-muted">
        Open your event at <span className="text-ink wrap-anywhere">{address.replace(/^https?:\/\//, '')}</span> on a phone or computer,
        then Screens, and enter this code.
      </p>
      <div className="size-[max(9rem,22vmin)] overflow-hidden rounded-md bg-white">
        <Suspense fallback={<Skeleton className="size-full !rounded-none" />}>
          <QrCode text={address} label="QR code of the page where the code is entered" className="size-full" />
        </Suspense>
      </div>
    </div>
  );
}

function PairedWall({ wall }: { wall: ScreenWall }) {
  return wall.state === 'open' && wall.event !== null ? <OpenWall wall={wall} eventName={wall.event.name} /> : <ClosedWall wall={wall} />;
}

function OpenWall({ wall, eventName }: { wall: ScreenWall; eventName: string }) {
  const own = useOwnScreen();
  const [source] = useState(() => screenSource(own));
  return (
    <Wall
      source={source}
      eventName={eventName}
      seconds={wall.seconds}
      showsPhotographer={wall.shows_photographer}
      joinAddress={wall.join_code === null ? null : `${location.origin}/join/${encodeURIComponent(wall.join_code)}`}
      onLeave={null}
    />
  );
}

function ClosedWall({ wall }: { wall: ScreenWall }) {
  useFollowedScreen();
  return (
    <div className="grid content-center">
      <EmptyState as="page" icon={<Images />} title={wall.event?.name ?? wall.screen_name}>
        The gallery isn’t open. Photos appear here when the organization opens it.
      </EmptyState>
    </div>
  );
}
