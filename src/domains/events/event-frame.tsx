// The frame of one event: header on top, navigation within thumb reach at the bottom, and in the header on desktop.
import { useEffect, type ReactNode } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { forgetLastEvent, readLastEvent, rememberLastEvent } from '#src/shell/last-event.ts';
import { OfflineIndicator } from '#src/shell/offline-indicator.tsx';
import { SidebarToggle } from '#src/shell/sidebar/sidebar-toggle.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { cn } from '#src/ui/cn.ts';
import { EventNav } from './event-nav.tsx';
import type { Event } from './event.ts';

interface EventFrameProps {
  event: Event;
  /** Uses the dark theme and exactly the height of the screen. */
  camera: boolean;
  /** Photos of this account and event that exist only on this phone. */
  waiting: number;
  queueOpen: boolean;
  children: ReactNode;
}

export function EventFrame({ event, camera, waiting, queueOpen, children }: EventFrameProps) {
  useRememberedEvent(event);
  const ways = <EventNav event={event} waiting={waiting} queueOpen={queueOpen} />;
  return (
    <div className={cn('flex flex-1 flex-col', camera ? 'venue h-dvh min-h-0 overflow-hidden' : 'min-h-dvh')}>
      <header className="event-header">
        <SidebarToggle area="venue" />
        <div className="event-title">
          {event.branding.logo_url && (
            // Not a component, to keep the initial load of the camera small.
            <img
              src={apiUrl(event.branding.logo_url)}
              alt=""
              onError={({ currentTarget }) => (currentTarget.hidden = true)}
              className="h-8 max-w-24 object-contain"
            />
          )}
          <div className="min-w-0">
            <p className="text-sm leading-tight font-semibold" title={event.name}>
              {event.name}
            </p>
            <p className="text-xs text-ink-muted">{event.organization_name}</p>
          </div>
        </div>
        <OfflineIndicator className="shrink-0" />
        <nav aria-label="Event" className="hidden gap-1 md:flex">
          {ways}
        </nav>
      </header>
      <div className={cn('flex flex-1 flex-col', camera && 'min-h-0')}>{children}</div>
      <nav data-bottom-bar aria-label="Event" className="event-bar">
        {ways}
      </nav>
    </div>
  );
}

/** Remembers the event while its camera is open to this person. The start page links back to it. */
function useRememberedEvent({ id, name, can }: Event): void {
  const account = useSession()?.user.id;
  useEffect(() => {
    if (account === undefined) return;
    if (can.capture) rememberLastEvent({ account, id, name });
    else if (readLastEvent(account)?.id === id) forgetLastEvent();
  }, [account, id, name, can.capture]);
}
