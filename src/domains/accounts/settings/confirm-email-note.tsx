import { useMutation, useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import type { components } from '#openapi/api.ts';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { forceRefresh } from '#src/session/actions.ts';
import type { Snapshot } from '#src/session/store.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MAIL_SETUP_MESSAGE, useNoMailMessage, useSetsUpMail } from '#src/shell/no-mail-message.ts';
import { platformInfoQuery } from '#src/shell/sends-mail.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** Accounts that dismissed the note on this device. */
const dismissedAtom = storedAtom<readonly string[]>('accounts.confirm-email-asked', []);

export interface ConfirmEmailNoteProps {
  user: Pick<Snapshot['user'], 'id' | 'email' | 'is_verified'>;
  /** Allows dismissing it permanently on this device. */
  canDismiss?: boolean;
  /** The reason to confirm, instead of the default one. */
  then?: string;
}

/** Asks to confirm the email address. Never covers the screen's content. */
export function ConfirmEmailNote({ user: { id, email, is_verified: isVerified }, canDismiss = false, then }: ConfirmEmailNoteProps) {
  const [dismissed, setDismissed] = useAtom(dismissedAtom);
  const isOnline = useConnection() === 'online';
  const send = useResendVerification();
  const sendsMail = useQuery(platformInfoQuery).data?.sends_mail;
  const setsUpMail = useSetsUpMail();
  const noMail = useNoMailMessage();
  if (email === null || isVerified || (canDismiss && dismissed.includes(id))) return null;
  const dismiss = canDismiss && { onDismiss: () => setDismissed([...dismissed, id]) };
  if (send.data)
    return (
      <Banner tone="success" title={send.data.delivery === 'smtp' ? 'A new link is on its way' : 'A new link was created'} {...dismiss}>
        {send.data.delivery === 'file' ? noMail : `Open the link in the message to ${email}. It works for a week.`}
      </Banner>
    );
  return (
    <Banner
      tone="info"
      title="Confirm your email address"
      {...dismiss}
      actions={
        // Of a message that wasn't sent, there is nothing to send again.
        sendsMail === false && !setsUpMail ? undefined : (
          <Button size="sm" loading={send.isPending} disabledReason={!isOnline && NEEDS_CONNECTION} onClick={() => send.mutate()}>
            Resend link
          </Button>
        )
      }
    >
      {sendsMail ? `Open the link in the message to ${email}.` : setsUpMail ? MAIL_SETUP_MESSAGE : 'Ask an administrator to confirm it.'}{' '}
      {then ?? (sendsMail && 'This lets you reset your password by email.')}
      {send.error && (
        <span role="alert" className="mt-1 block text-danger">
          {describeFailure(send.error).detail}
        </span>
      )}
    </Banner>
  );
}

async function resendVerification(): Promise<components['schemas']['MailQueued'] | null> {
  try {
    return unwrap(await api.POST('/api/v1/auth/verify-email/resend'));
  } catch (error) {
    // Another device has confirmed the address: refresh the session.
    if (!(error instanceof ApiError && error.code === 'already_verified')) throw error;
    await forceRefresh();
    return null;
  }
}

/** Sends a new confirmation link. Null if the address is already confirmed. */
export const useResendVerification = () => useMutation({ mutationFn: resendVerification });
