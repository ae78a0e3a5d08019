import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createDataRequest,
  invalidateOwnDataRequests,
  ownDataQuery,
  type OwnDataRequest,
  ownDataRequestOverlay,
  ownDataRequestsQuery,
  withdrawDataRequest,
} from '#src/domains/accounts/queries.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatFullDate, pluralize } from '#src/lib/format.ts';
import { browserDownload } from '#src/shell/browser-download.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { dataRequestStatusLabels } from '#src/shell/data-request-labels.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Download } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';

const DataRequestForm = lazyPart(() => import('./data-request-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

const ROW = 'grid gap-1 border-t border-line py-3 first:border-t-0';

/** Requests to platform admins, for people who can't use the sections above. */
export function DataRequestsSection({ isGuest }: { isGuest: boolean }) {
  const query = useQuery(ownDataRequestsQuery);
  const [isAsking, setAsking] = useState(false);
  const disabledReason = useConnection() === 'online' ? null : NEEDS_CONNECTION;
  return (
    <Card
      title="Request help with your data"
      lead="You can download your data or delete your account yourself, above. If that doesn’t work, ask the platform’s admins. They answer within a month."
      actions={
        <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
          New request
        </Button>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your requests"
        offline="You need a connection to load your requests."
        skeleton={<RowsSkeleton label="Loading your requests" rows={1} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) =>
          items.length > 0 && (
            <ul aria-label="Your requests" className="grid grid-cols-[minmax(0,1fr)]">
              {items.map((request) => (
                <Request key={request.id} request={request} disabledReason={disabledReason} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {isAsking && <DataRequestForm isGuest={isGuest} onClose={() => setAsking(false)} />}
    </Card>
  );
}

const kindLabels: Record<OwnDataRequest['kind'], string> = { export: 'A copy of your data', deletion: 'Deletion of your account' };

function Request({ request: saved, disabledReason }: { request: OwnDataRequest; disabledReason: string | null }) {
  const client = useQueryClient();
  const request = ownDataRequestOverlay.usePatched()(saved.id, saved) ?? saved;
  const { id, kind, photos, note, status, answer, by_letter: byLetter, asked_at: askedAt, due_at: dueAt, settled_at: settledAt } = request;
  const withdraw = optimisticMutation<{ request: OwnDataRequest }>({
    item: () => `data-request:${id}`,
    apply: () => ownDataRequestOverlay.add(id, { status: 'withdrawn' }),
    send: () => withdrawDataRequest(id),
    // Undo creates a new request. Requests by letter can't be recreated here.
    ...(!byLetter && { revert: () => createDataRequest({ kind, ...(photos && { photos }), note }) }),
    done: () => 'Request withdrawn',
    failed: 'Couldn’t withdraw the request',
    settle: () => invalidateOwnDataRequests(client),
  });
  const { name, tone } = dataRequestStatusLabels[status];
  return (
    <li className={ROW}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {kindLabels[kind]} <Badge tone={tone}>{name}</Badge>
      </p>
      <p className="text-sm wrap-anywhere text-ink-muted">
        {byLetter ? 'Received by letter' : 'Requested'} on {formatFullDate(askedAt)}
        {status === 'open' && ` · we answer by ${formatFullDate(dueAt)}`}
        {status !== 'open' && settledAt !== null && ` · ${name.toLowerCase()} on ${formatFullDate(settledAt)}`}
      </p>
      {note !== '' && <p className="text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
      {answer !== '' && <p className="text-sm wrap-anywhere whitespace-pre-line">Our answer: {answer}</p>}
      {status === 'open' && (
        <Button
          size="sm"
          className="mt-1 justify-self-start"
          aria-label={`Withdraw: ${kindLabels[kind]}`}
          disabledReason={disabledReason}
          onClick={() => withdraw({ request })}
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}

async function download(): Promise<void> {
  unwrap(await api.GET('/api/v1/auth/account'));
  browserDownload(apiUrl('/api/v1/auth/account/export'));
}

export function ExportSection() {
  const { data, dataUpdatedAt } = useQuery(ownDataQuery);
  const isOnline = useConnection() === 'online';
  const start = useMutation({
    mutationFn: download,
    onSuccess: () => toast.success('Download started'),
    onError: (error) => toast.error('Couldn’t start the download', { detail: describeFailure(error).detail }),
  });
  return (
    <Card
      title="Download your data"
      lead="A ZIP file with your original photos and all other data we store about you. Photos still waiting on a device aren’t included."
    >
      {data && <DataAge at={dataUpdatedAt} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-sm text-ink-muted">{data && `${pluralize(data.photos, 'photo', 'photos')} · ${formatBytes(data.bytes)}`}</p>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          loading={start.isPending}
          disabledReason={!isOnline && NEEDS_CONNECTION}
          onClick={() => start.mutate()}
        >
          Download
        </Button>
      </div>
    </Card>
  );
}

const DeleteAccount = lazyPart(() => import('#src/domains/accounts/security/delete-account-form.tsx'), {
  name: 'the form',
  close: ({ onClose }) => onClose(),
});

interface DeleteAccountSectionProps {
  account: string;
  /** Guests have no password, so the form skips the proof. */
  isGuest: boolean;
}

export function DeleteAccountSection({ account, isGuest }: DeleteAccountSectionProps) {
  const { data } = useQuery(ownDataQuery);
  const [open, setOpen] = useState(false);
  const isOnline = useConnection() === 'online';
  const lastAdminOf = data?.last_admin_of ?? [];
  return (
    <Card title="Delete account" lead="Permanently delete your account. You choose what happens to your photos.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
          {lastAdminOf.length > 0 &&
            `You’re the only admin of ${lastAdminOf.join(', ')}. Make someone else an admin first, or delete the organization.`}
        </p>
        <Button
          variant="danger"
          disabledReason={isOnline ? lastAdminOf.length > 0 && 'An organization would be left without an admin.' : NEEDS_CONNECTION}
          onClick={() => setOpen(true)}
        >
          Delete account
        </Button>
      </div>
      {open && <DeleteAccount account={account} isGuest={isGuest} photos={data?.photos ?? null} onClose={() => setOpen(false)} />}
    </Card>
  );
}
