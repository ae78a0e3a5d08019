// The frame of one event: whose it is above, the ways through it at thumb reach below - on a desktop above as well.
import { formatCount } from '#src/lib/format.ts';
import { Link } from '@tanstack/react-router';
import { Camera, Images, ListChecks } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { forgetLastEvent, readLastEvent, rememberLastEvent } from '#src/shell/last-event.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { SidebarToggle } from '#src/shell/sidebar/sidebar-toggle.tsx';
import { apiUrl } from '#src/transport/base.ts';
import { cn } from '#src/ui/cn.ts';
import type { Event } from './event.ts';

interface EventFrameProps {
  event: Event;
  /** Near-black and exactly as high as the screen: the camera. */
  camera: boolean;
  /** Photos of this account and event that only this phone has. */
  waiting: number;
  queueOpen: boolean;
  children: ReactNode;
}

export function EventFrame({ event, camera, waiting, queueOpen, children }: EventFrameProps) {
  useRememberedEvent(event);
  const ways = <Ways id={event.id} waiting={waiting} queueOpen={queueOpen} />;
  return (
    <div className={cn('flex flex-1 flex-col', camera ? 'venue h-dvh min-h-0 overflow-hidden' : 'min-h-dvh')}>
      <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-[color-mix(in_oklab,var(--canvas)_88%,transparent)] px-2 pt-(--safe-top) pr-[max(--spacing(2),var(--safe-right))] pl-[max(--spacing(2),var(--safe-left))] backdrop-blur-md">
        <SidebarToggle area="venue" />
        <div className="flex h-14 min-w-0 flex-1 items-center gap-3">
          {event.branding.logo_url && <img src={apiUrl(event.branding.logo_url)} alt="" className="h-8 max-w-24 object-contain" />}
          <div className="min-w-0">
            <p className="truncate text-sm leading-tight font-semibold">{event.name}</p>
            <p className="truncate text-xs text-ink-muted">{event.organization_name}</p>
          </div>
        </div>
        <OfflineIndicator className="shrink-0" />
        <nav aria-label="Event" className="hidden gap-1 md:flex">
          {ways}
        </nav>
      </header>
      <div className={cn('flex flex-1 flex-col', camera && 'min-h-0')}>{children}</div>
      <nav
        data-bottom-bar
        aria-label="Event"
        className="sticky bottom-0 z-20 grid grid-cols-3 border-t border-line bg-[color-mix(in_oklab,var(--canvas)_92%,transparent)] pr-(--safe-right) pb-(--safe-bottom) pl-(--safe-left) backdrop-blur-md md:hidden"
      >
        {ways}
      </nav>
    </div>
  );
}

/** Remembers the event while its camera is open to this person: the start leads back to it. */
function useRememberedEvent({ id, name, can }: Event): void {
  const account = useSession()?.user.id;
  useEffect(() => {
    if (account === undefined) return;
    if (can.capture) rememberLastEvent({ account, id, name });
    else if (readLastEvent(account)?.id === id) forgetLastEvent();
  }, [account, id, name, can.capture]);
}

const WAY =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-muted transition-colors hover:text-ink md:min-h-10 md:flex-row md:gap-2 md:rounded-md md:px-3 md:text-sm md:hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-6 md:[&_svg]:size-4';
const HERE = '!text-accent-text md:bg-accent-soft';

function Ways({ id, waiting, queueOpen }: { id: string; waiting: number; queueOpen: boolean }) {
  const here = { activeOptions: { exact: true, includeSearch: false }, activeProps: { className: HERE }, params: { id } };
  return (
    <>
      <Link to="/event/$id" {...here} className={WAY}>
        <Camera aria-hidden />
        Camera
      </Link>
      <Link to="/event/$id/gallery" {...here} className={WAY}>
        <Images aria-hidden />
        Gallery
      </Link>
      <Link
        to="."
        search={(now) => ({ ...now, queue: 'open' as const })}
        resetScroll={false}
        aria-haspopup="dialog"
        aria-expanded={queueOpen}
        activeProps={{}}
        className={cn(WAY, queueOpen && HERE)}
      >
        <ListChecks aria-hidden />
        <span>
          Queue
          {waiting > 0 && (
            <span className="absolute top-1 left-1/2 ml-2 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums md:static md:ml-2 md:inline-block">
              {formatCount(waiting)}
              <span className="sr-only"> waiting on this phone</span>
            </span>
          )}
        </span>
      </Link>
    </>
  );
}
