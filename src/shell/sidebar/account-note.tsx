import { Link } from '@tanstack/react-router';
import { fullName } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { OwnAvatar } from '#src/shell/person-avatar.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { cn } from '#src/ui/cn.ts';
import { railRow } from './rail-row.ts';

interface AccountNoteProps {
  user: Snapshot['user'];
  /** "Organization Admin" or "Organization Member". */
  role: string | null;
  onNavigate: () => void;
}

/** Who is logged in, and as what. Leads to their profile, which not every menu names. */
export function AccountNote({ user, role, onNavigate }: AccountNoteProps) {
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
        {/* The rail of a phone has no room for an address: one that is cut reads better than one in pieces. */}
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
