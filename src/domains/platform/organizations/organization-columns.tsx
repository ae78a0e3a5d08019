import { Link } from '@tanstack/react-router';
import type { OrganizationsSearch } from '#src/domains/platform/users-search.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize, formatFullDate, formatDateTime } from '#src/lib/format.ts';
import { PersonLines } from '#src/shell/person-lines.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { rowLink, type Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, CircleCheck, EllipsisVertical, Undo2, X } from '#src/ui/icons.ts';
import { LongText } from '#src/ui/long-text.tsx';
import {
  contactLine,
  type OrganizationDecisions,
  type OrganizationSearch,
  organizationStateLabels,
  organizationStateOf,
  planNames,
  type PlatformOrganization,
} from './queries.ts';

type OrganizationSort = NonNullable<OrganizationSearch['sort']>;

export interface OrganizationColumnOptions {
  decisions: OrganizationDecisions;
  /** Why nothing can be decided now. */
  disabledReason: string | null;
  onReject: (row: PlatformOrganization) => void;
  /** Search parameters that open an organization; null if the reader has no access to its details. */
  opened: ((id: string) => OrganizationsSearch) | null;
}

export const organizationColumns = (options: OrganizationColumnOptions): Column<PlatformOrganization, OrganizationSort>[] => [
  {
    head: 'Organization',
    part: 'title',
    cell: ({ organization }) => <Applicant organization={organization} opened={options.opened} />,
    sort: ['name', '-name'],
    className: 'max-w-0 min-w-56',
  },
  { head: 'Status', part: 'fact', cell: (row) => <OrganizationStatus row={row} /> },
  { head: 'Admin', part: 'fact', cell: ({ admins }) => <Admins admins={admins} canOpen={options.opened !== null} /> },
  { head: 'Usage', part: 'fact', cell: (row) => <Uses row={row} /> },
  {
    head: 'Applied',
    part: 'fact',
    cell: ({ created_at: at }) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatFullDate(at)}
      </time>
    ),
    onCard: ({ created_at: at }) => (
      <>
        Applied <time dateTime={at}>{formatFullDate(at)}</time>
      </>
    ),
    sort: ['-created_at', 'created_at'],
  },
  {
    head: 'Actions',
    part: 'action',
    cell: (row) => <Actions row={row} {...options} />,
    below: ({ organization }) => organization.status === 'pending',
  },
];

/** The applicant's description of the organization, for the decision. */
function Applicant({ organization, opened }: Pick<PlatformOrganization, 'organization'> & Pick<OrganizationColumnOptions, 'opened'>) {
  const { name, avatar_url: url, description, status } = organization;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
      <PersonLines
        name={name}
        url={url}
        note={contactLine(organization)}
        link={
          opened && (
            <Link to="/super-admin/users" search={opened(organization.id)} resetScroll={false} className={rowLink}>
              {name}
            </Link>
          )
        }
      />
      {status === 'pending' && description && <LongText className="text-sm font-normal">{description}</LongText>}
    </div>
  );
}

export function OrganizationStatus({ row: { organization, deleted_at: deletedAt } }: { row: PlatformOrganization }) {
  if (deletedAt) return <Badge tone="danger">Deleted {formatFullDate(deletedAt)}</Badge>;
  const { name, tone } = organizationStateLabels[organizationStateOf(organization)];
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{name}</Badge>
      {organization.rejection_reason !== null && (
        <span className="line-clamp-2 text-sm wrap-anywhere whitespace-normal text-ink-muted lg:w-44" title={organization.rejection_reason}>
          {organization.rejection_reason}
        </span>
      )}
    </span>
  );
}

function Admins({ admins: [first, ...others], canOpen }: Pick<PlatformOrganization, 'admins'> & { canOpen: boolean }) {
  if (!first) return <span className="text-ink-muted">No admin</span>;
  return (
    <span className="flex flex-wrap gap-x-1 lg:grid">
      <span className="block truncate lg:w-36" title={`${first.name} · ${first.email}`}>
        {canOpen ? (
          <Link to="/super-admin/users" search={{ user: first.user_id }} className="relative hover:underline">
            {first.name || first.email}
          </Link>
        ) : (
          first.name || first.email
        )}
      </span>
      {others.length > 0 && <span className="text-sm text-ink-muted">and {pluralize(others.length, 'other', 'others')}</span>}
    </span>
  );
}

function Uses({ row: { plan, members, open_events: openEvents, storage_bytes: bytes } }: { row: PlatformOrganization }) {
  return (
    <span className="flex flex-wrap gap-x-4 lg:grid lg:py-1">
      <span>{planNames[plan]}</span>
      <span className="text-sm text-ink-muted">
        {pluralize(members, 'person', 'people')}
        {bytes > 0 && ` · ${formatBytes(bytes)}`}
      </span>
      {openEvents > 0 && <span className="text-sm text-ink-muted">{pluralize(openEvents, 'current event', 'current events')}</span>}
    </span>
  );
}

function Actions({ row, decisions, disabledReason, onReject }: OrganizationColumnOptions & { row: PlatformOrganization }) {
  const { organization } = row;
  if (row.deleted_at) {
    return (
      <Button
        size="sm"
        aria-label={`Restore ${organization.name}`}
        icon={<Undo2 aria-hidden className="size-4" />}
        disabledReason={disabledReason}
        onClick={() => decisions.restore({ row })}
      >
        Restore
      </Button>
    );
  }
  const isActive = organization.status === 'active';
  const isPending = organization.status === 'pending';
  return (
    <span className="flex items-center justify-end gap-1">
      {isPending && (
        <Button
          size="sm"
          variant="primary"
          aria-label={`Approve ${organization.name}`}
          disabledReason={disabledReason}
          onClick={() => decisions.approve({ row })}
        >
          Approve
        </Button>
      )}
      <DropdownMenu
        trigger={
          <IconButton label={`Actions for ${organization.name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />
        }
      >
        {isPending ? (
          <MenuItem icon={<X aria-hidden />} disabledReason={disabledReason} onSelect={() => onReject(row)}>
            Reject with a reason
          </MenuItem>
        ) : (
          <MenuItem
            icon={isActive ? <Ban aria-hidden /> : <CircleCheck aria-hidden />}
            danger={isActive}
            disabledReason={disabledReason}
            onSelect={() => (isActive ? decisions.suspend : decisions.reactivate)({ row })}
          >
            {isActive ? 'Suspend' : 'Reactivate'}
          </MenuItem>
        )}
      </DropdownMenu>
    </span>
  );
}
