import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { healthStates } from '#src/domains/platform/dashboard/health-list.tsx';
import { platformHealthQuery } from '#src/domains/platform/dashboard/queries.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { formatDateTime, pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { MAIL_SETUP_MESSAGE } from '#src/shell/no-mail-message.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Send } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { type PlatformStatus, platformStatusQuery } from './queries.ts';
import { services } from './services.ts';

/** The server's configuration from environment variables, read-only. */
export function StatusCards() {
  const query = useQuery(platformStatusQuery);
  useRefetchOnReconnect(query);
  return (
    <QueryState
      query={query}
      failed="Couldn’t load the status"
      offline="It’ll load once the server responds."
      skeleton={
        <Loading label="Loading the status" className="grid gap-6">
          <Skeleton className="h-64 rounded-lg" />
          <Skeleton className="h-80 rounded-lg" />
        </Loading>
      }
    >
      {(status) => (
        <>
          <DataAge at={query.dataUpdatedAt} />
          <Server {...status} />
          <Services services={status.services} />
          <Backup lastAt={status.last_backup_at} />
        </>
      )}
    </QueryState>
  );
}

function Server({ mail, push, storage, database }: PlatformStatus) {
  const isShort = storage.free_bytes < storage.total_bytes / 10;
  return (
    <Card title="Server" lead="Set by environment variables. Changes need a restart.">
      <Lines>
        <Line name="Email" state={mail.delivery === 'smtp' ? <MailState /> : <Badge tone="warning">Saved to files</Badge>}>
          {mail.delivery === 'smtp' ? `Through ${mail.host}, from ${mail.from}.` : MAIL_SETUP_MESSAGE}{' '}
          {mail.waiting > 0 && `${pluralize(mail.waiting, 'email', 'emails')} waiting.`}
        </Line>
        {mail.refused.length > 0 && (
          <Line name="Refused in the last 24 hours" state={<Badge tone="warning">Not delivered</Badge>}>
            <ul className="grid gap-2 pt-1">
              {mail.refused.map(({ id, to, subject, reason, at }) => (
                <li key={id}>
                  {formatDateTime(at)}, to {to}: “{subject}”. {reason}
                </li>
              ))}
            </ul>
          </Line>
        )}
        <Line name="Test">
          <TestMail />
        </Line>
        <Line name="Push" state={push.failed_today > 0 && <Badge tone="warning">Some failed</Badge>}>
          {pushSummary(push)}
        </Line>
        <Line name="Storage" state={isShort && <Badge tone="warning">Nearly full</Badge>}>
          {formatBytes(storage.photos_bytes)} of photos, {formatBytes(storage.free_bytes)} of {formatBytes(storage.total_bytes)} free.
        </Line>
        <Line name="Database">
          PostgreSQL {database.version}, {database.embedded ? 'embedded' : 'external (DATABASE_URL)'}, {formatBytes(database.bytes)}.
        </Line>
      </Lines>
    </Card>
  );
}

/** Being configured doesn't mean that email works, so this shows the measured health. */
function MailState() {
  const parts = useQuery(platformHealthQuery).data?.parts;
  const state = parts?.find(({ part }) => part === 'mail')?.state;
  const trouble = (state === 'degraded' || state === 'down') && healthStates[state];
  return trouble ? <Badge tone={trouble.tone}>{trouble.words}</Badge> : <Badge tone="success">Configured</Badge>;
}

/** "2 devices subscribed. 1 notification waiting. Contact: ops@example.org." */
export function pushSummary({ devices, waiting, failed_today: failed, contact }: PlatformStatus['push']): string {
  return [
    devices === 0 ? 'No devices subscribed yet.' : `${pluralize(devices, 'device', 'devices')} subscribed.`,
    waiting > 0 && `${pluralize(waiting, 'notification', 'notifications')} waiting.`,
    failed > 0 && `${pluralize(failed, 'notification', 'notifications')} failed in the last 24 hours.`,
    `Contact for push services: ${contact.replace(/^mailto:/, '')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Services({ services: list }: Pick<PlatformStatus, 'services'>) {
  return (
    <Card
      title="Other services"
      lead="Keys are never shown. Those of image providers can also be set in Model Management. The built-in models need none."
    >
      <Lines>
        {list.map(({ id, configured }) => (
          <Line
            key={id}
            name={services[id].name}
            state={<Badge tone={configured ? 'success' : 'neutral'}>{configured ? 'Configured' : 'Not configured'}</Badge>}
          >
            <code className="font-mono text-xs wrap-anywhere">{services[id].variable}</code>
          </Line>
        ))}
      </Lines>
    </Card>
  );
}

const commands = [
  { command: 'npm run backup -- FILE', help: 'Works while the server is running.' },
  { command: 'npm run restore -- FILE', help: 'Restores into an empty data folder and database.' },
];

function Backup({ lastAt }: { lastAt: string | null }) {
  return (
    <Card title="Backup" lead={lastAt === null ? 'No backups yet.' : `Last backup ${formatDateTime(lastAt)}.`}>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {commands.map(({ command, help }) => (
          <li key={command} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <code className="font-mono text-sm wrap-anywhere">{command}</code>
              <p className="text-sm text-ink-muted">{help}</p>
            </div>
            <CopyButton compact size="sm" label={`Copy ${command}`} text={command} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const Lines = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">{children}</dl>
);

function Line({ name, state, children }: { name: string; state?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3 last:pb-0">
      <dt className="text-sm font-medium">{name}</dt>
      <dd className="col-start-1 text-sm wrap-anywhere text-ink-muted">{children}</dd>
      {state && <dd className="col-start-2 row-span-2 row-start-1">{state}</dd>}
    </div>
  );
}

/** Sends a test email, and shows the mail server's error if it fails. */
function TestMail() {
  const isOnline = useConnection() === 'online';
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => unwrap(await api.POST('/api/v1/platform/test-mail')),
    // The error is shown below instead.
    retry: false,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Send aria-hidden className="size-4" />}
        loading={isPending}
        disabledReason={isOnline ? null : NEEDS_CONNECTION}
        onClick={() => mutate()}
      >
        Send test email
      </Button>
      {!isPending && error && <Banner tone="danger" title={describeFailure(error).detail} />}
      {!isPending && data && !data.is_sent && (
        <Banner tone="danger" title={data.host === null ? 'Couldn’t save the email' : `${data.host} rejected the email`}>
          {data.answer}
        </Banner>
      )}
      {!isPending && data?.is_sent && data.delivery === 'smtp' && (
        <Banner tone="success" title={`Sent to ${data.to}`}>
          {data.host} accepted it. If it doesn’t arrive within minutes, check the spam folder and the mail server’s logs.
        </Banner>
      )}
      {!isPending && data?.is_sent && data.delivery === 'file' && (
        <Banner tone="warning" title="Saved to a file, not sent">
          It’s in the server’s data folder, under “mail”.
        </Banner>
      )}
    </div>
  );
}
