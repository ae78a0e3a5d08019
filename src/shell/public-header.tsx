import { Link } from '@tanstack/react-router';
import { Mark } from '#src/ui/mark.tsx';
import { OfflineIndicator } from './offline-indicator.tsx';

export function PublicHeader() {
  return (
    <header className="safe-x flex h-[calc(4rem+var(--safe-top))] items-center justify-between gap-4 pt-(--safe-top) sm:px-8">
      <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-md font-semibold tracking-tight">
        <Mark className="size-7" />
        AI Image Suite
      </Link>
      <OfflineIndicator />
    </header>
  );
}
