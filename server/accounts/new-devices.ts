// Who logs in on a device where they never were is told by mail: it may have been somebody else.
import { createHash } from 'node:crypto';
import { and, eq, gt, like, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Devices } from '#server/accounts/devices.ts';
import { newDeviceLetter } from '#server/accounts/letters.ts';
import { findSecret } from '#server/accounts/own-account.ts';
import { deviceOf } from '#server/accounts/user-agent.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/outgoing.ts';

/** Of one account: whoever has its password could else fill the mailbox, until nobody reads these any more. */
const MOST_A_DAY = 5;
const DAY_MS = 24 * 3_600_000;

export interface NewSession {
  userId: string;
  userAgent: string;
  /** As http/address.ts counts it. */
  address: string;
}

/** Called before the session is written. */
export type NewDeviceNotice = (tx: Queryable, session: NewSession, request: FastifyRequest) => Promise<void>;

/**
 * A device is known by the cookie of whoever stays logged in on it, else by its kind and where it is, for as long as there is a session of it.
 * Guests have no mailbox.
 */
export function newDeviceNotice(deps: Pick<Deps, 'config' | 'jobs'>, devices: Pick<Devices, 'knows'>): NewDeviceNotice {
  return async (tx, { userId, userAgent, address }, request) => {
    const owner = await findSecret(tx, userId);
    if (!owner || devices.knows(request, owner)) return;
    const device = deviceOf(userAgent);
    const there = await tx
      .selectDistinct({ userAgent: sessions.userAgent })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.address, address)));
    if (there.some((before) => deviceOf(before.userAgent) === device)) return;
    const at = new Date();
    const ofAccount = `new-device:${userId}:`;
    const told = await tx.$count(
      mails,
      and(like(mails.key, `${ofAccount}%`), gt(mails.createdAt, sql`${new Date(at.getTime() - DAY_MS)}`)),
    );
    if (told >= MOST_A_DAY) return;
    const link = appLink(deps.config, '/dashboard/settings?tab=security', ownPort(request, deps));
    await queueMail(deps, tx, {
      // The same one twice on a day is told once.
      key: `${ofAccount}${createHash('sha256').update(`${device} ${address}`).digest('base64url')}:${at.toISOString().slice(0, 10)}`,
      to: owner.email,
      letter: newDeviceLetter(link, { device, at, address: request.ip, isLast: told === MOST_A_DAY - 1 }),
    });
  };
}
