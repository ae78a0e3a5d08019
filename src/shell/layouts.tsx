// The layouts of screens. The event area has its own (src/routes/_venue.tsx), because the camera must not load these.
import { Link } from '@tanstack/react-router';
import { atom, useAtomValue } from 'jotai';
import { useSyncExternalStore, type ReactNode } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { formatCount, pluralize } from '#src/lib/format.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import { approved } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { AppLogo } from '#src/ui/app-logo.tsx';
import { CloudUpload } from '#src/ui/icons.ts';
import { platformName } from '#src/ui/use-document-title.ts';
import { OfflineIndicator } from './offline-indicator.tsx';
import { SidebarSlot, SkipLink } from './sidebar/sidebar-slot.tsx';
import { SidebarToggle, useSidebarCovers } from './sidebar/sidebar-toggle.tsx';

/** The notification bell in the app's header. src/background-services.ts fills it after the screen has loaded. */
export const bellAtom = atom<ReactNode>(null);

/** The app's layout: sidebar, a slim header with its toggle, the page. */
export function AppLayout({ children }: { children: ReactNode }) {
  const covered = useSidebarCovers('app');
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <SidebarSlot area="app" />
      <div inert={covered} className="flex min-w-0 flex-1 flex-col">
        <header
          data-app-header
          className="sticky top-0 z-20 flex h-[calc(3.5rem+var(--safe-top))] items-end justify-between gap-3 bg-canvas px-2 pt-(--safe-top) sm:px-4"
        >
          <div className="flex h-14 items-center">
            <SidebarToggle area="app" />
          </div>
          <div className="flex h-14 items-center gap-2">
            <WaitingChip />
            <OfflineIndicator />
            {useAtomValue(bellAtom)}
          </div>
        </header>
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col pb-(--safe-bottom)">
          {children}
        </main>
      </div>
    </div>
  );
}

/** The frame without a sidebar. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}

function PublicHeader() {
  return (
    <header className="safe-x mx-auto flex h-[calc(4rem+var(--safe-top))] w-full max-w-6xl items-center justify-between gap-4 pt-(--safe-top) sm:px-8">
      <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-md font-semibold tracking-tight">
        <AppLogo className="size-7" />
        {platformName}
      </Link>
      <span className="flex items-center gap-2">
        <WaitingChip />
        <OfflineIndicator />
      </span>
    </header>
  );
}

/** The layout of pages open to anyone: with the sidebar for approved users, without it for others (docs/product.md, Routes and menus). */
export function OpenLayout({ children }: { children: ReactNode }) {
  const Frame = approved(useSession(), { href: '' }) === null ? AppLayout : PublicLayout;
  return <Frame>{children}</Frame>;
}

/** The number of undelivered photos on this device, over all events, with a link to the queue of the latest. Renders nothing if there are none. */
function WaitingChip() {
  const reading = pendingPhotos(useSession()?.user.id ?? null);
  const photos = useSyncExternalStore(reading.subscribe, reading.read).data ?? [];
  const last = photos.at(-1);
  if (!last) return null;
  return (
    <Link
      to="/event/$id"
      params={{ id: last.eventId }}
      search={{ queue: 'open' }}
      aria-label={`${pluralize(photos.length, 'photo', 'photos')} waiting on this ${deviceLabel}. Open queue.`}
      className="inline-flex min-h-11 items-center"
    >
      <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-1 text-xs font-medium text-warning tabular-nums">
        <CloudUpload aria-hidden className="size-3.5" />
        {formatCount(photos.length)} waiting
      </span>
    </Link>
  );
}
