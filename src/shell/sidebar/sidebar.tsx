import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { cn } from '#src/ui/cn.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Mark } from '#src/ui/mark.tsx';
import { AccountNote } from './account-note.tsx';
import { menuFor } from './menus.ts';
import { SidebarToggle } from './sidebar-toggle.tsx';
import type { Area } from './state.ts';

const LogoutDialog = lazyPart(() => import('#src/shell/logout-dialog.tsx'), {
  name: 'Logging out',
  close: ({ onOpenChange }) => onOpenChange(false),
});

const line =
  'flex min-h-11 w-full items-center justify-center gap-3 rounded-md px-3 text-sm font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink md:justify-start [&_svg]:size-5 [&_svg]:shrink-0';

interface SidebarProps {
  area: Area;
  /** Lies over the content, which is inert meanwhile: its own toggle leads back. */
  covers: boolean;
  onNavigate: () => void;
}

/** On a phone a rail of icons with labels for screen readers; from 768 px with the labels beside them. */
export default function Sidebar({ area, covers, onNavigate }: SidebarProps) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  if (!session) return null;
  const menu = menuFor(session);
  return (
    <aside
      id="sidebar"
      aria-label={menu.title}
      className="flex h-full flex-col gap-1 overflow-y-auto px-3 pt-[max(--spacing(3),var(--safe-top))] pb-[max(--spacing(3),var(--safe-bottom))]"
    >
      <div className="mb-3 flex h-11 items-center justify-center gap-3 md:justify-start md:px-3">
        {covers ? <SidebarToggle area={area} takesFocus /> : <Mark className="size-7 shrink-0" />}
        <p className="hidden truncate text-sm font-semibold md:block">{menu.title}</p>
      </div>
      <nav aria-label={menu.title} className="grid gap-1">
        {menu.entries.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            onClick={onNavigate}
            className={line}
            activeProps={{ className: '!bg-accent-soft !text-accent-text', 'aria-current': 'page' }}
          >
            <Icon aria-hidden />
            <span className="sr-only md:not-sr-only md:truncate">{label}</span>
          </Link>
        ))}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3">
        {menu.pending && (
          <p className="rounded-md bg-warning-soft px-3 py-2 text-center text-xs font-medium text-warning md:text-left">Pending Approval</p>
        )}
        <AccountNote email={session.user.email} role={menu.role} />
        <button
          type="button"
          className={cn(line, 'max-md:flex-col max-md:gap-0.5 max-md:px-0 max-md:text-xs')}
          onClick={() => setLeaving(true)}
        >
          <LogOut aria-hidden />
          Log out
        </button>
      </div>
      {leaving && <LogoutDialog open onOpenChange={setLeaving} />}
    </aside>
  );
}
