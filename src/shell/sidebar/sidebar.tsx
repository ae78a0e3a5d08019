import { Link } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { useState } from 'react';
import type { Theme } from '#src/lib/theme.ts';
import { fullName, isGuest } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { useLastEvent } from '#src/shell/continue-to-event.tsx';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { themeAtom, themeNames } from '#src/shell/theme-atom.ts';
import { AppLogo } from '#src/ui/app-logo.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { cn } from '#src/ui/cn.ts';
import { LogOut, SunMoon, UserPlus } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { type Entry, menuFor } from './menus.ts';
import { type Area, SidebarToggle } from './sidebar-toggle.tsx';

/**
 * A row of the sidebar. On a phone, where the sidebar is a rail 20 units wide (docs/product.md, Routes and menus), the label is below its
 * icon; from 768 px beside it.
 */
const railRow =
  'flex min-h-11 w-full shrink-0 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-[0.6875rem] leading-tight md:flex-row md:justify-start md:gap-3 md:px-3 md:py-0 md:text-left md:text-sm';

const LogoutDialog = lazyPart(() => import('#src/shell/logout-dialog.tsx'), {
  name: 'Logging out',
  close: ({ onOpenChange }) => onOpenChange(false),
});

const entryClass = cn(
  railRow,
  'font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink md:rounded-md [&_svg]:size-5 [&_svg]:shrink-0',
);

const noteClass =
  'bg-warning-soft px-1 py-2 text-center text-[0.6875rem] leading-tight font-medium text-warning md:rounded-md md:px-3 md:text-left md:text-xs';

interface SidebarProps {
  area: Area;
  /** Covers the content, which is inert; the sidebar then has its own toggle. */
  covers: boolean;
  onNavigate: () => void;
}

/** On a phone a rail of icons with labels below; from 768 px a panel. */
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
      className="flex h-full flex-col gap-1 overflow-x-hidden overflow-y-auto pt-[max(--spacing(3),var(--safe-top))] pb-[max(--spacing(3),var(--safe-bottom))] [scrollbar-width:none] md:px-3 md:[scrollbar-width:auto]"
    >
      <div className={cn(railRow, 'max-md:px-0 md:mb-3')}>
        {covers ? <SidebarToggle area={area} takesFocus /> : <AppLogo className="size-7 shrink-0" />}
        <p className="w-full font-semibold tracking-tight md:truncate md:tracking-normal">{menu.title}</p>
      </div>
      <nav aria-label={menu.title} className="grid gap-1">
        <MenuEntries entries={menu.entries} onNavigate={onNavigate} />
        {menu.beside.length > 0 && (
          <div className="mt-1 grid gap-1 border-t border-line pt-2">
            <MenuEntries entries={menu.beside} onNavigate={onNavigate} />
          </div>
        )}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-3">
        {/* On a phone the header shows it. */}
        {session.user.maintenance && (
          <p role="status" className={cn(noteClass, 'hidden md:block')}>
            {session.user.role === 'super_admin'
              ? 'Maintenance mode is on. Only super admins can make changes.'
              : 'Under maintenance. Changes are disabled.'}
            {session.user.maintenance.message && <span className="block">{session.user.maintenance.message}</span>}
          </p>
        )}
        {menu.pending && <p className={noteClass}>Pending Approval</p>}
        <ThemeSwitch className={entryClass} />
        <AccountNote user={session.user} role={menu.role} onNavigate={onNavigate} />
        {isGuest(session.user) && (
          <Link to="/register" onClick={onNavigate} className={entryClass}>
            <UserPlus aria-hidden />
            Create account
          </Link>
        )}
        <button type="button" className={entryClass} onClick={() => setLeaving(true)}>
          <LogOut aria-hidden />
          Log out
        </button>
      </div>
      {leaving && <LogoutDialog open onOpenChange={setLeaving} />}
    </aside>
  );
}

function MenuEntries({ entries, onNavigate }: { entries: readonly Entry[]; onNavigate: () => void }) {
  return entries.map(({ icon: Icon, label, ...to }) => (
    <Link
      key={label}
      {...to}
      onClick={onNavigate}
      className={entryClass}
      activeProps={{ className: '!bg-accent-soft !text-accent-text', 'aria-current': 'page' }}
    >
      <Icon aria-hidden />
      <span className="w-full wrap-break-word md:truncate">{label}</span>
    </Link>
  ));
}

/** Light, dark, or the device's setting. The camera and the viewer are always near-black. */
function ThemeSwitch({ className }: { className: string }) {
  const [theme, setTheme] = useAtom(themeAtom);
  return (
    <label className={className}>
      <SunMoon aria-hidden />
      <span className="flex w-full min-w-0 flex-col items-center justify-between md:flex-row md:gap-3">
        Theme
        <select
          value={theme}
          onChange={(event) => setTheme(event.currentTarget.value as Theme)}
          className="min-h-9 max-w-full cursor-pointer rounded-md bg-transparent text-center text-ink md:text-right [&>option]:bg-raised"
        >
          {(Object.keys(themeNames) as Theme[]).map((value) => (
            <option key={value} value={value}>
              {themeNames[value]}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

interface AccountNoteProps {
  user: Snapshot['user'];
  /** "Organization Admin" or "Organization Member". */
  role: string | null;
  onNavigate: () => void;
}

/** The account and role. Links to the profile, which not every menu includes. */
function AccountNote({ user, role, onNavigate }: AccountNoteProps) {
  const name = fullName(user);
  return (
    <Link
      to="/dashboard/profile"
      onClick={onNavigate}
      title="Your profile"
      className={cn(railRow, 'transition-colors hover:bg-hover md:rounded-md md:py-1')}
    >
      <OwnAvatar user={user} />
      <div className="w-full min-w-0">
        {name && <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{name}</p>}
        {/* The rail of a phone is too narrow for an address: truncated it reads better than wrapped. */}
        <p
          className={cn('max-md:truncate md:line-clamp-3 md:[overflow-wrap:anywhere]', name && 'text-ink-muted md:text-xs')}
          title={user.email ?? undefined}
        >
          <Breakable>{user.email ?? 'No account'}</Breakable>
        </p>
        {role && <p className="text-ink-muted md:text-xs">Role: {role}</p>}
      </div>
    </Link>
  );
}
