import { useMutation } from '@tanstack/react-query';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Send } from '#src/ui/icons.ts';

/** Whether mail leaves the server, and what the mail server says if not. */
export function TestMail() {
  const isOnline = useConnection() === 'online';
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => unwrap(await api.POST('/api/v1/platform/test-mail')),
    // Told below, and not tried again by itself.
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
