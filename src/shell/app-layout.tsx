import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { bellAtom } from './notices/bell-slot.ts';
import { OfflineIndicator } from './offline-indicator.tsx';
import { SidebarSlot } from './sidebar/sidebar-slot.tsx';
import { SidebarToggle } from './sidebar/sidebar-toggle.tsx';
import { useSidebarCovers } from './sidebar/use-covers.ts';
import { SkipLink } from './skip-link.tsx';
import { WaitingChip } from './waiting-chip.tsx';

/** The frame of the app: sidebar, a slim bar with its toggle, the page. */
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
