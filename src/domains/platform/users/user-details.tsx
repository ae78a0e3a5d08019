import { useQuery } from '@tanstack/react-query';
import { counted, formatBytes, formatCount, formatMoment } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { platformUserQuery, type PlatformUser } from './queries.ts';
import { userName } from './user-words.ts';

interface UserDetailsProps {
  user: PlatformUser;
  onClose: () => void;
}

/** What the platform knows of a person. */
export default function UserDetails({ user, onClose }: UserDetailsProps) {
  const query = useQuery(platformUserQuery(user.id));
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={userName(user)} description={user.email ?? 'Guest, without an account'}>
      <QueryState
        query={query}
        as="part"
        failed="The person could not be loaded"
        skeleton={
          <Loading label="Loading the person" className="grid gap-3">
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-24 rounded-lg" />
          </Loading>
        }
      >
        {({ user: read, organizations, sessions, has_two_factor: hasTwoFactor, passkeys, photos, photos_bytes: bytes }) => (
          <div className="grid gap-6">
            <dl className="grid grid-cols-2 gap-3">
              <Figure name="Photos" value={formatCount(photos)} note={formatBytes(bytes)} />
              <Figure name="Devices logged in" value={formatCount(sessions)} />
              <Figure
                name="Two-factor authentication"
                value={hasTwoFactor ? 'On' : 'Off'}
                note={counted(passkeys, 'passkey', 'passkeys')}
              />
              <Figure name="Last seen" value={read.last_seen_at ? formatMoment(read.last_seen_at) : 'Never'} />
            </dl>
            <section aria-label="Organizations" className="grid gap-2">
              <h3 className="font-semibold">Organizations</h3>
              {organizations.length === 0 ? (
                <p className="text-ink-muted">None</p>
              ) : (
                <ul className="grid gap-2">
                  {organizations.map(({ id, organization_name: name, role, status }) => (
                    <li key={id} className="flex flex-wrap justify-between gap-x-4">
                      <span className="min-w-0 wrap-anywhere">{name}</span>
                      <span className="text-ink-muted">
                        {role === 'organization' ? 'Admin' : 'Member'}
                        {status !== 'active' && `, ${status}`}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}
