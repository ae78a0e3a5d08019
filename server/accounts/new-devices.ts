// Who logs in on a device where they never were is told by mail: it may have been somebody else.
import { createHash } from 'node:crypto';
import { and, eq, gt, like, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { TrustedDevices } from '#server/accounts/devices.ts';
import { newDeviceEmail } from '#server/accounts/emails.ts';
import { findFullAccount } from '#server/accounts/own-account.ts';
import { deviceName } from '#server/accounts/user-agent.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';

/** Of one account: whoever has its password could else fill the mailbox, until nobody reads these any more. */
const MAX_PER_DAY = 5;
const DAY_MS = 24 * 3_600_000;

export interface NewSession {
  userId: string;
  userAgent: string;
  /** As http/address.ts counts it. */
  address: string;
}

/** Called before the session is written. */
export type NotifyNewDevice = (tx: Queryable, session: NewSession, request: FastifyRequest) => Promise<void>;

/**
 * A device is known by the cookie of whoever stays logged in on it, else by its kind and where it is, for as long as there is a session of it.
 * Guests have no mailbox.
 */
export function newDeviceNotifier(deps: Pick<Deps, 'config' | 'jobs'>, devices: Pick<TrustedDevices, 'isTrusted'>): NotifyNewDevice {
  return async (tx, { userId, userAgent, address }, request) => {
    const owner = await findFullAccount(tx, userId);
    if (!owner || devices.isTrusted(request, owner)) return;
    const device = deviceName(userAgent);
    const there = await tx
      .selectDistinct({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.address, address)));
    if (there.some((before) => deviceName(before.userAgent) === device)) return;
    const at = new Date();
    const ofAccount = `new-device:${userId}:`;
    const told = await tx.$count(
      mails,
      and(like(mails.key, `${ofAccount}%`), gt(mails.createdAt, sql`${new Date(at.getTime() - DAY_MS)}`)),
    );
    if (told >= MAX_PER_DAY) return;
    const link = appLink(deps.config, '/dashboard/settings?tab=security', ownPort(request, deps));
    await queueMail(deps, tx, {
      // The same one twice on a day is told once.
      key: `${ofAccount}${createHash('sha256').update(`${device} ${address}`).digest('base64url')}:${at.toISOString().slice(0, 10)}`,
      to: owner.email,
      content: newDeviceEmail(link, { device, at, address: request.ip, isLast: told === MAX_PER_DAY - 1 }),
    });
  };
}
