// Notifies super admins of requests that wait for a decision: by a notice, and by email unless they turned that off.
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
/** Of each kind, for each of them: accounts and organizations can be made and deleted again and again. Their dashboard counts all that waits. */
const MAX_PER_HOUR = 20;

interface PlatformRequest {
  kind: RequestKind;
  /** Says what it is about: told twice it is mailed once. */
  key: string;
  /** Where it is answered: a path of the web app. */
  link: string;
  /** Behind the bell, below the letter's subject. */
  body: string;
  email: (url: string) => EmailContent;
  /** Who asked: they need not be told. */
  askedBy: string;
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
  const told = people.filter(({ userId }) => userId !== askedBy && !flooded.has(userId));
  if (told.length === 0) return;
  const content = write(appLink(deps.config, link, ownPort(request, deps)));
  const rows = told.map(({ userId }) => ({ id: uuid7(), userId, kind, title: content.subject, body, link }));
  await insertNotices(tx, rows);
  await notifyUsers(
    tx,
    told.map(({ userId }) => userId),
  );
  const mails = told.flatMap(({ userId, email }) => (email === null ? [] : [{ key: `${key}:${userId}`, to: email, content }]));
  await queueMails(deps, tx, mails, queueing);
}
