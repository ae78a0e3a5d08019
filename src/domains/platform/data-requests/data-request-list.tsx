// Requests for data exports and account deletion, by due date.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { daysUntil, formatDaysLeft } from '#src/lib/days-left.ts';
import { formatDateTime, formatFullDate, pluralize } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { dataRequestKindLabels, dataRequestStatusLabels } from '#src/shell/data-request-labels.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { EllipsisVertical, Plus, ShieldCheck, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { type DataRequest, dataRequests, type DataRequestSearch, requesterName } from './queries.ts';

interface PartProps {
  request: DataRequest;
  onClose: () => void;
}
const close = ({ onClose }: { onClose: () => void }) => onClose();
const parts = {
  send: lazyPart<PartProps>(async () => ({ default: (await import('./request-forms.tsx')).SendExport }), { name: 'the form', close }),
  delete: lazyPart<PartProps>(async () => ({ default: (await import('./request-forms.tsx')).DeleteAccountForm }), {
    name: 'the form',
    close,
  }),
  decline: lazyPart<PartProps>(async () => ({ default: (await import('./request-forms.tsx')).DeclineForm }), { name: 'the form', close }),
};
const RecordForm = lazyPart(() => import('./record-form.tsx'), { name: 'the form', close });

interface DataRequestListProps {
  search: DataRequestSearch;
  onSearch: (change: Partial<DataRequestSearch>) => void;
}

export function DataRequestList({ search, onSearch }: DataRequestListProps) {
  const list = useResourceList(dataRequests, { search, onSearch });
  const { disabledReason } = list;
  const [open, setOpen] = useState<{ action: DataRequestAction; request: DataRequest } | null>(null);
  const [isRecording, setRecording] = useState(false);
  const Part = open && parts[open.action];
  const record = (
    <Button icon={<Plus aria-hidden className="size-4" />} disabledReason={disabledReason} onClick={() => setRecording(true)}>
      Record request
    </Button>
  );
  return (
    <>
      <ResourceList
        list={list}
        label="Data requests"
        nouns={['request', 'requests']}
        failed="Couldn’t load the requests"
        offline="You need a connection to answer requests."
        columns={dataRequestColumns({ disabledReason, onAct: (action, request) => setOpen({ action, request }) })}
        tableFrom="lg"
        filters={[
          { name: 'q', label: 'Search data requests', placeholder: 'Search name, email or note' },
          { name: 'status', label: 'Status', unset: 'Any status', options: dataRequestStatusLabels },
          { name: 'kind', label: 'Kind', unset: 'Any kind', options: dataRequestKindLabels },
          {
            name: 'sort',
            label: 'Order',
            options: { waiting: 'Due soonest', '-asked_at': 'Newest first', asked_at: 'Oldest first' },
          },
        ]}
        empty={{
          icon: <ShieldCheck />,
          title: 'No requests yet',
          filtered: 'No matching requests',
          actions: record,
          children: 'People can download their data and delete their account in settings. If they can’t, their requests appear here.',
        }}
      >
        {record}
      </ResourceList>
      {Part && <Part request={open.request} onClose={() => setOpen(null)} />}
      {isRecording && <RecordForm onClose={() => setRecording(false)} />}
    </>
  );
}

type DataRequestSort = NonNullable<DataRequestSearch['sort']>;
type DataRequestAction = 'send' | 'delete' | 'decline';

interface DataRequestColumnOptions {
  /** Why nothing can be answered now. */
  disabledReason: string | null;
  onAct: (action: DataRequestAction, request: DataRequest) => void;
}

const dataRequestColumns = (options: DataRequestColumnOptions): Column<DataRequest, DataRequestSort>[] => [
  { head: 'Person', part: 'title', cell: (request) => <Person request={request} />, className: 'max-w-0 min-w-56' },
  { head: 'Request', part: 'fact', cell: (request) => <RequestedAction request={request} /> },
  { head: 'Status', part: 'fact', cell: (request) => <Status request={request} /> },
  {
    head: 'Received',
    part: 'fact',
    cell: (request) => <ReceivedDate request={request} />,
    onCard: (request) => <ReceivedDate request={request} word="Received " />,
    sort: ['-asked_at', 'asked_at'],
  },
  { head: 'Due', part: 'fact', cell: (request) => <Due request={request} />, onCard: (request) => <Due request={request} word="Due " /> },
  {
    head: 'Actions',
    part: 'action',
    cell: (request) => <Actions request={request} {...options} />,
    below: ({ status }) => status === 'open',
  },
];

function Person({ request: { person, reply_to: replyTo, note } }: { request: DataRequest }) {
  const { id, name, email, state } = person;
  const address = state === 'deleted' ? 'No longer known' : (email ?? `No account · ${replyTo ?? 'no address'}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="line-clamp-2 min-w-0 wrap-anywhere" title={name}>
          {state === 'deleted' ? (
            'Deleted account'
          ) : (
            <Link to="/super-admin/users" search={{ user: id }} className="hover:underline">
              {nameOrEmail(person)}
            </Link>
          )}
        </span>
        {state === 'suspended' && <Badge tone="warning">Suspended</Badge>}
      </p>
      <p className="line-clamp-2 font-normal wrap-anywhere text-ink-muted max-md:text-sm" title={address}>
        <Breakable>{address}</Breakable>
      </p>
      {note !== '' && (
        <p className="line-clamp-3 text-sm font-normal wrap-anywhere whitespace-pre-line" title={note}>
          {note}
        </p>
      )}
    </div>
  );
}

const photosLabels = { keep: 'Keep photos', delete: 'Delete photos too' };

function RequestedAction({ request: { kind, photos } }: { request: DataRequest }) {
  return (
    <span className="flex flex-wrap gap-x-3 lg:grid">
      {dataRequestKindLabels[kind]}
      {photos && <span className="text-sm text-ink-muted">{photosLabels[photos]}</span>}
    </span>
  );
}

function Status({ request: { status, answer, link, settled_by: by } }: { request: DataRequest }) {
  const { name, tone } = dataRequestStatusLabels[status];
  const more = answer || (link && linkStatus(link)) || '';
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1 py-1 lg:min-w-36">
      <Badge tone={tone}>{name}</Badge>
      {by !== null && <span className="block max-w-full truncate text-sm text-ink-muted lg:w-36">By {by}</span>}
      {more !== '' && (
        <span className="line-clamp-2 text-sm wrap-anywhere whitespace-normal text-ink-muted lg:w-36" title={more}>
          {more}
        </span>
      )}
    </span>
  );
}

function linkStatus({ downloaded_at: downloadedAt, expires_at: expiresAt }: NonNullable<DataRequest['link']>): string {
  if (downloadedAt !== null) return `Downloaded ${formatDateTime(downloadedAt)}`;
  return Date.parse(expiresAt) < Date.now() ? 'Link expired unused' : `Link valid until ${formatFullDate(expiresAt)}`;
}

interface DatedProps {
  request: DataRequest;
  /** Label before the date, for cards without column heads. */
  word?: string;
}

function ReceivedDate({ request: { asked_at: at, by_letter: byLetter, recorded_by: by }, word = '' }: DatedProps) {
  return (
    <span className="flex flex-wrap gap-x-3 lg:grid">
      <time dateTime={at} title={formatDateTime(at)}>
        {word}
        {formatFullDate(at)}
      </time>
      <span className="text-sm text-ink-muted" title={by === null ? undefined : `Recorded by ${by}`}>
        {byLetter ? 'By letter' : 'In the app'}
      </span>
    </span>
  );
}

const SOON_DAYS = 7;

/** The legal deadline, until the request is settled. */
function Due({ request: { status, due_at: dueAt, settled_at: settledAt }, word = '' }: DatedProps) {
  const now = useNow();
  if (status !== 'open') return settledAt && <time dateTime={settledAt}>Settled {formatFullDate(settledAt)}</time>;
  const days = daysUntil(Date.parse(dueAt), now);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:grid lg:justify-items-start">
      <time dateTime={dueAt} title={formatDateTime(dueAt)}>
        {word}
        {formatFullDate(dueAt)}
      </time>
      <Badge tone={days < 0 ? 'danger' : days < SOON_DAYS ? 'warning' : 'neutral'}>
        {days < 0 ? `${pluralize(-days, 'day', 'days')} overdue` : days === 0 ? 'Due today' : formatDaysLeft(Date.parse(dueAt), now)}
      </Badge>
    </span>
  );
}

function Actions({ request, disabledReason, onAct }: DataRequestColumnOptions & { request: DataRequest }) {
  if (request.status !== 'open') return null;
  const name = requesterName(request.person);
  const reason = request.can.answer ? disabledReason : 'Another super admin has to answer your request.';
  return (
    <span className="flex items-center justify-end gap-1">
      {request.kind === 'export' ? (
        <Button
          size="sm"
          variant="primary"
          aria-label={`Send data to ${name}`}
          disabledReason={reason}
          onClick={() => onAct('send', request)}
        >
          Send data
        </Button>
      ) : (
        <Button size="sm" aria-label={`Delete account for ${name}`} disabledReason={reason} onClick={() => onAct('delete', request)}>
          Delete account
        </Button>
      )}
      <DropdownMenu
        trigger={<IconButton label={`More for ${name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
      >
        <MenuItem icon={<X aria-hidden />} disabledReason={reason} onSelect={() => onAct('decline', request)}>
          Decline with a reason
        </MenuItem>
      </DropdownMenu>
    </span>
  );
}
