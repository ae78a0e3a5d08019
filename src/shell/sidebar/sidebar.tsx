import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isGuest } from '#src/session/person-words.ts';
import { useSession } from '#src/session/use-session.ts';
import { useLastEvent } from '#src/shell/go-on.tsx';
import { cn } from '#src/ui/cn.ts';
import { LogOut, UserPlus } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Mark } from '#src/ui/mark.tsx';
import { AccountNote } from './account-note.tsx';
import { menuFor, type Entry } from './menus.ts';
import { railRow } from './rail-row.ts';
import { SidebarToggle } from './sidebar-toggle.tsx';
import type { Area } from './state.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const LogoutDialog = lazyPart(() => import('#src/shell/logout-dialog.tsx'), {
  name: 'Logging out',
  close: ({ onOpenChange }) => onOpenChange(false),
});

const line = cn(
  railRow,
  'text-left text-sm font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink md:rounded-md [&_svg]:size-5 [&_svg]:shrink-0',
);

interface SidebarProps {
  area: Area;
  /** Lies over the content, which is inert meanwhile: its own toggle leads back. */
  covers: boolean;
  onNavigate: () => void;
}

/** On a phone a rail of icons and, from behind it, the sheet with their labels; from 768 px one panel. */
export default function Sidebar({ area, covers, onNavigate }: SidebarProps) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const last = useLastEvent();
  if (!session) return null;
  const menu = menuFor(session, last !== null);
  return (
    <aside
      id="sidebar"
      aria-label={menu.title}
      className="flex h-full flex-col gap-1 overflow-y-auto pt-[max(--spacing(3),var(--safe-top))] pb-[max(--spacing(3),var(--safe-bottom))] max-md:w-[min(calc(var(--sidebar-rail)+14rem),calc(100vw-3.5rem))] max-md:bg-[linear-gradient(to_right,var(--color-surface)_var(--sidebar-rail),var(--color-raised)_0)] max-md:shadow-3 md:px-3"
    >
      <div className={cn(railRow, 'mb-3')}>
        {covers ? <SidebarToggle area={area} takesFocus /> : <Mark className="size-7 shrink-0" />}
        <p className="w-full truncate text-sm font-semibold max-md:pr-4">{menu.title}</p>
      </div>
      <nav aria-label={menu.title} className="grid gap-1">
        <Ways entries={menu.entries} onNavigate={onNavigate} />
        {menu.shooting.length > 0 && (
          <div className="mt-1 grid gap-1 border-t border-line pt-2">
            <Ways entries={menu.shooting} onNavigate={onNavigate} />
          </div>
        )}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3">
        {session.user.maintenance && (
          <p
            role="status"
            className="bg-warning-soft py-2 text-xs font-medium text-warning max-md:pl-(--sidebar-rail) md:rounded-md md:px-3"
          >
            {session.user.role === 'super_admin'
              ? 'Maintenance mode is on: only super admins can change anything.'
              : 'Under maintenance: nothing can be changed now.'}
            {session.user.maintenance.message && <span className="block">{session.user.maintenance.message}</span>}
          </p>
        )}
        {menu.pending && (
          <p className="bg-warning-soft py-2 text-xs font-medium text-warning max-md:pl-(--sidebar-rail) md:rounded-md md:px-3">
            Pending Approval
          </p>
        )}
        <ThemeSwitch className={line} />
        <AccountNote user={session.user} role={menu.role} onNavigate={onNavigate} />
        {isGuest(session.user) && (
          <Link to="/register" onClick={onNavigate} className={line}>
            <UserPlus aria-hidden />
            Create account
          </Link>
        )}
        <button type="button" className={line} onClick={() => setLeaving(true)}>
          <LogOut aria-hidden />
          Log out
        </button>
      </div>
      {leaving && <LogoutDialog open onOpenChange={setLeaving} />}
    </aside>
  );
}

function Ways({ entries, onNavigate }: { entries: readonly Entry[]; onNavigate: () => void }) {
  return entries.map(({ icon: Icon, label, ...to }) => (
    <Link
      key={label}
      {...to}
      onClick={onNavigate}
      className={line}
      activeProps={{ className: '!bg-accent-soft !text-accent-text', 'aria-current': 'page' }}
    >
      <Icon aria-hidden />
      <span className="w-full truncate max-md:pr-4">{label}</span>
    </Link>
  ));
}
