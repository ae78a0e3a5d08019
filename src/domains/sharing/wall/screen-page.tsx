// This browser as a screen at the venue: the code to pair it, then the wall of its event.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ownScreenQuery, type ScreenWall } from '#src/domains/sharing/screens/queries.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Countdown } from '#src/shell/reveal-countdown.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { acquireWakeLock } from '#src/ui/wake-lock.ts';
import { followScreen, screenSource } from './wall-source.ts';
import { JoinQrCode, Wall } from './wall.tsx';

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
      joinAddress={joinAddressOf(wall)}
      onLeave={null}
    />
  );
}

const joinAddressOf = ({ join_code: code }: ScreenWall) => code && `${location.origin}/join/${encodeURIComponent(code)}`;

/** Read from across a room. */
function ClosedWall({ wall }: { wall: ScreenWall }) {
  useFollowedScreen();
  useEffect(acquireWakeLock, []);
  const { onChanged } = useOwnScreen();
  const { event, reveals_at: at } = wall;
  const name = event?.name ?? wall.screen_name;
  const joinAddress = joinAddressOf(wall);
  return (
    <div className="grid content-center justify-items-center gap-[max(1.5rem,4vmin)] overflow-y-auto p-6 text-center">
      <h1 className="text-[max(1.5rem,6vmin)] leading-tight font-semibold text-balance wrap-anywhere">{name}</h1>
      <div className="text-[max(1.125rem,3.2vmin)] text-balance text-ink-muted">
        {event !== null && at !== null ? (
          <>
            <p className="mb-[1vmin]">The gallery opens in</p>
            <Countdown at={at} zone={event.time_zone} onDue={onChanged} timer="text-[max(2.5rem,12vmin)] leading-none" />
          </>
        ) : (
          <p>The gallery isn’t open. Photos appear here when the organization opens it.</p>
        )}
      </div>
      {joinAddress !== null && (
        <JoinQrCode address={joinAddress} eventName={name} className="w-[max(10rem,32vmin)] text-[max(1rem,2.6vmin)]" />
      )}
    </div>
  );
}
