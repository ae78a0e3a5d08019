import type { FastifyRequest } from 'fastify';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { ticketOpenEmail } from '#server/support/emails.ts';

/** @param messageId of what the person wrote: the request itself, or a reply */
export async function notifyOpenTicket(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  messageId: string,
  request: FastifyRequest,
): Promise<void> {
  const isReply = messageId !== id;
  const asked = {
    kind: 'support_requests' as const,
    key: `ticket-waits:${messageId}`,
    link: `/super-admin/users?tab=tickets&ticket=${id}`,
    body: isReply ? 'The person replied.' : 'Read and answer it.',
    email: (url: string) => ticketOpenEmail(isReply, url),
    askedBy: userId,
  };
  await notifySuperAdmins(deps, tx, asked, request);
}
