import { useMutation } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { forceRefresh } from '#src/session/actions.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';

async function resendVerification(): Promise<components['schemas']['MailQueued'] | null> {
  try {
    return unwrap(await api.POST('/api/v1/auth/verify-email/resend'));
  } catch (error) {
    // Confirmed meanwhile, by another device: the session learns it here.
    if (!(error instanceof ApiError && error.code === 'already_verified')) throw error;
    await forceRefresh();
    return null;
  }
}

/** Mails the link once more that confirms the own address. */
export const useResendVerification = () => useMutation({ mutationFn: resendVerification });
