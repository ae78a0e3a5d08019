import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppLogo } from '#src/ui/app-logo.tsx';
import { platformName } from '#src/ui/use-document-title.ts';
import { OfflineIndicator } from './offline-indicator.tsx';
import { WaitingChip } from './waiting-chip.tsx';

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
