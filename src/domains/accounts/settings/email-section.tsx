import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { NO_MAIL_MESSAGE, useSendsMail } from '#src/shell/sends-mail.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useResendVerification } from './use-resend-verification.ts';

interface EmailSectionProps {
  email: string;
  isVerified: boolean;
}

/** Whether the address is known to be theirs, and the link that confirms it once more. */
export function EmailSection({ email, isVerified }: EmailSectionProps) {
  const isOnline = useConnection() === 'online';
  const send = useResendVerification();
  const sendsMail = useSendsMail();
  return (
    <Card
      title="Email"
      lead={<span className="wrap-anywhere">{email}</span>}
      actions={<Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? 'Confirmed' : 'Not confirmed'}</Badge>}
    >
      {!isVerified && (
        <>
          <p className="text-sm text-ink-muted">
            {sendsMail
              ? 'Open the link in the message we sent to this address. This lets you reset your password by email.'
              : NO_MAIL_MESSAGE}
          </p>
          <Button
            className="justify-self-start"
            loading={send.isPending}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onClick={() => send.mutate()}
          >
            Resend link
          </Button>
          {send.data && (
            <Banner tone="success" title={send.data.delivery === 'smtp' ? 'A new link is on its way' : 'A new link was created'}>
              <p>It works for a week.</p>
              {send.data.delivery === 'file' && <p>{NO_MAIL_MESSAGE}</p>}
            </Banner>
          )}
          {send.error && (
            <p role="alert" className="text-sm text-danger">
              {describeFailure(send.error).detail}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
