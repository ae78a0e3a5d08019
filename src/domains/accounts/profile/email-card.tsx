import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { emailChangeQuery } from '#src/domains/accounts/queries.ts';
import { formatTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { NO_MAIL_MESSAGE } from '#src/shell/sends-mail.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { toast } from '#src/ui/toast.ts';

const ChangeEmail = lazyPart(() => import('./change-email-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** The address that one logs in by, and the change of it that waits. */
export function EmailCard({ email }: { email: string }) {
  const query = useQuery(emailChangeQuery);
  useRefetchOnReconnect(query);
  const [changing, setChanging] = useState(false);
  const [delivery, setDelivery] = useState<components['schemas']['MailQueued']['delivery'] | null>(null);
  const isOnline = useConnection() === 'online';
  const pending = query.data?.pending;
  return (
    <Card
      title="Email"
      lead={<span className="wrap-anywhere">{email}</span>}
      actions={
        <Button disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => setChanging(true)}>
          Change email
        </Button>
      }
    >
      {query.data && <DataAge at={query.dataUpdatedAt} />}
      {pending && <Pending {...pending} email={email} isInFiles={delivery === 'file'} onSent={setDelivery} />}
      {changing && (
        <ChangeEmail
          onDone={(sent) => {
            setDelivery(sent.delivery);
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  );
}

interface PendingProps {
  email: string;
  /** The mails were not sent, but written on the server. */
  isInFiles: boolean;
  onSent: (delivery: components['schemas']['MailQueued']['delivery']) => void;
}

function Pending({ email, isInFiles, onSent, ...change }: components['schemas']['EmailChange'] & PendingProps) {
  const client = useQueryClient();
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const settled = () => client.invalidateQueries(emailChangeQuery);
  const failed = (title: string) => (error: unknown) => toast.error(title, { detail: describeFailure(error).detail });
  const resend = useMutation({
    mutationFn: async () => unwrap(await api.POST('/api/v1/auth/email-change/resend')),
    onSuccess: (sent) => {
      onSent(sent.delivery);
      toast.success(sent.delivery === 'smtp' ? 'New links are on their way' : 'New links were created');
    },
    onError: failed('Couldn’t send the links'),
    onSettled: settled,
  });
  const cancel = useMutation({
    mutationFn: async () => unwrap(await api.DELETE('/api/v1/auth/email-change')),
    onSuccess: () => toast.success('Email change canceled'),
    onError: failed('Couldn’t cancel the change'),
    onSettled: settled,
  });
  const missing = [!change.new_confirmed && change.new_email, !change.old_confirmed && email].filter(Boolean);
  return (
    <div className="grid gap-3">
      <Banner tone="info" title={`Not confirmed yet: ${change.new_email}`}>
        <p className="wrap-anywhere">
          To change your email address, open the link {isInFiles ? 'for' : 'we sent to'} {missing.join(' and the one for ')}. The links work
          until {formatTime(change.expires_at)}.
        </p>
        {isInFiles && <p className="mt-2">{NO_MAIL_MESSAGE}</p>}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button loading={resend.isPending} disabledReason={disabledReason} onClick={() => resend.mutate()}>
          Resend links
        </Button>
        <Button loading={cancel.isPending} disabledReason={disabledReason} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      </div>
    </div>
  );
}
