import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pluralize, formatFullDate } from '#src/lib/format.ts';
import { PersonLines } from '#src/shell/person-lines.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ShieldCheck, UserMinus, UserPlus } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import {
  organizationMemberKey,
  organizationMemberOverlay,
  type PlatformOrganization,
  type PlatformOrganizationDetails,
  type PlatformOrganizationMember,
} from './queries.ts';
import { useOrganizationAdmins, type OrganizationAdminActions } from './use-organization-admins.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const AppointForm = lazyPart(() => import('./appoint-form.tsx'), { name: 'Naming an admin', close });

interface OrganizationMembersProps extends Pick<PlatformOrganizationDetails, 'members'> {
  row: PlatformOrganization;
  /** Why nothing can be decided now. */
  disabledReason: string | null;
}

/** Members, admins first, with links to their profiles and admin appointments. */
export function OrganizationMembers({ row, members: { total, items }, disabledReason }: OrganizationMembersProps) {
  const asChanged = organizationMemberOverlay.usePatched();
  const { organization, deleted_at: deletedAt } = row;
  const { setAdmin, takeBack } = useOrganizationAdmins(organization.id);
  const [isNaming, setIsNaming] = useState(false);
  const whyNone = disabledReason ?? (deletedAt === null ? null : 'Restore the organization first.');
  const people = items.flatMap((member) => asChanged(organizationMemberKey(organization.id, member.user_id), member) ?? []);
  const isOnly = people.filter(({ role, status }) => role === 'organization' && status === 'active').length === 1;
  return (
    <section aria-label="Members" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Members</h3>
        <Button size="sm" icon={<UserPlus aria-hidden className="size-4" />} disabledReason={whyNone} onClick={() => setIsNaming(true)}>
          Add admin
        </Button>
      </div>
      {people.length === 0 && <p className="text-ink-muted">No members</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {people.map((member) => (
          <Member
            key={member.user_id}
            member={member}
            disabledReason={
              whyNone ??
              (isOnly && member.role === 'organization' && member.status === 'active'
                ? 'This is the only admin. Make someone else an admin first.'
                : null)
            }
            setAdmin={setAdmin}
          />
        ))}
      </ul>
      {total > items.length && (
        <p className="text-sm text-ink-muted">And {pluralize(total - items.length, 'other member', 'other members')}</p>
      )}
      {isNaming && <AppointForm organization={organization} takeBack={takeBack} onClose={() => setIsNaming(false)} />}
    </section>
  );
}

interface MemberProps extends Pick<OrganizationAdminActions, 'setAdmin'> {
  member: PlatformOrganizationMember;
  disabledReason: string | null;
}

function Member({ member, disabledReason, setAdmin }: MemberProps) {
  const { user_id: id, email, avatar_url: url, role, status, joined_at: since } = member;
  const name = member.name || email;
  const isAdmin = role === 'organization';
  const Icon = isAdmin ? UserMinus : ShieldCheck;
  const change = isAdmin ? 'Make member' : 'Make admin';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <PersonLines
          name={name}
          url={url}
          note={email}
          link={
            <Link to="/super-admin/users" search={{ user: id }} className="hover:underline">
              {name}
            </Link>
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 md:justify-end">
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {status !== 'active' && <Badge tone="warning">{status === 'invited' ? 'Invited' : 'Suspended'}</Badge>}
          {isAdmin ? 'Admin' : 'Member'}, joined {formatFullDate(since)}
        </span>
        <Button
          size="sm"
          aria-label={`${change}: ${name}`}
          icon={<Icon aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => setAdmin({ member, role: isAdmin ? 'member' : 'organization' })}
        >
          {change}
        </Button>
      </div>
    </li>
  );
}
