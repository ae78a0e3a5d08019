// Notifies super admins of requests that wait for a decision, and of limits: by a notice, and by email unless they turned that off.
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMails, type QueueOptions } from '#server/mail/queue.ts';
import type { RequestKind } from '#server/notifications/policy.ts';
import { insertNotices, listRateLimited, listSuperAdmins, notifyUsers } from '#server/notifications/repository.ts';
import { uuid7 } from '#server/uuid.ts';

const HOUR_MS = 3600 * 1000;
/** Per kind and super admin: accounts and organizations can be created without limit. The dashboard counts all requests. */
const MAX_PER_HOUR = 20;

interface PlatformRequest {
  kind: RequestKind;
  /** Deduplicates the emails. */
  key: string;
  /** Path in the web app where the request is answered. */
  link: string;
  /** Text of the notice below its title. */
  body: string;
  email: (url: string) => EmailContent;
  /** The user who made the request, who gets no notification. Undefined: every super admin gets one. */
  askedBy?: string;
}

export async function notifySuperAdmins(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { kind, key, link, body, email: write, askedBy }: PlatformRequest,
  request: FastifyRequest,
  queueing?: QueueOptions,
): Promise<void> {
  const people = await listSuperAdmins(tx, kind);
  const ids = people.map(({ userId }) => userId);
  const flooded = await listRateLimited(tx, ids, kind, new Date(Date.now() - HOUR_MS), MAX_PER_HOUR);
  const recipients = people.filter(({ userId }) => userId !== askedBy && !flooded.has(userId));
  if (recipients.length === 0) return;
  const content = write(appLink(deps.config, link, ownPort(request, deps)));
  const rows = recipients.map(({ userId }) => ({ id: uuid7(), userId, kind, title: content.subject, body, link }));
  await insertNotices(tx, rows);
  await notifyUsers(
    tx,
    recipients.map(({ userId }) => userId),
  );
  const mails = recipients.flatMap(({ userId, email }) => (email === null ? [] : [{ key: `${key}:${userId}`, to: email, content }]));
  await queueMails(deps, tx, mails, queueing);
}
