// The platform's daily limit of images by models that cost it money: enforced with the reservation, and announced to super admins before it is reached.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { countPaidToday, lockPaidToday } from '#server/generation/model-repository.ts';
import { Problem } from '#server/http/problem.ts';
import type { EmailContent } from '#server/mail/email-content.ts';
import { notifySuperAdmins } from '#server/notifications/notify-super-admins.ts';
import { listRateLimited, listSuperAdmins } from '#server/notifications/repository.ts';
import { readSettings } from '#server/settings/repository.ts';

interface PaidLimits {
  perDay: number;
  /** Null: no limit of each person. */
  perPerson: number | null;
}

async function readPaidLimits(db: Queryable, { generation }: Deps['config']): Promise<PaidLimits> {
  const { per_day: perDay, per_person: perPerson } = (await readSettings(db)).paid_images;
  return { perDay: perDay ?? generation.paidImagesPerDay, perPerson };
}

const DAY_MS = 24 * 3600 * 1000;
const midnight = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
const nextMidnight = (now: Date): Date => new Date(midnight(now).getTime() + DAY_MS);

export async function readPaidToday(
  db: Queryable,
  config: Deps['config'],
  now = new Date(),
): Promise<components['schemas']['PaidImagesToday']> {
  const { perDay, perPerson } = await readPaidLimits(db, config);
  return {
    used: await countPaidToday(db, midnight(now)),
    limit: perDay,
    per_person: perPerson,
    resets_at: nextMidnight(now).toISOString(),
  };
}

/** Images that a person may still request today with models that cost money. */
export async function readPaidLeft(db: Queryable, config: Deps['config'], userId: string, now = new Date()): Promise<number> {
  const { perDay, perPerson } = await readPaidLimits(db, config);
  const since = midnight(now);
  const own = perPerson === null ? perDay : perPerson - (await countPaidToday(db, since, userId));
  return Math.max(0, Math.min(perDay - (await countPaidToday(db, since)), own));
}

/** The share of the day's images from which super admins are warned, in percent. */
const WARNING = 80;
const REACHED = 100;

/** The day's images for all are used up, so nothing was reserved. */
class PaidImagesUsedUp extends Problem {}

/**
 * Counts images toward the limits of the day. Until the transaction ends, others wait, so that parallel requests can't exceed them.
 * @throws {Problem} 429 `model_daily_limit`
 */
export async function requirePaidImages(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  { userId, count, request }: { userId: string; count: number; request: FastifyRequest },
  now = new Date(),
): Promise<void> {
  await lockPaidToday(tx);
  const { perDay, perPerson } = await readPaidLimits(tx, deps.config);
  const since = midnight(now);
  const used = await countPaidToday(tx, since);
  const seconds = Math.ceil((nextMidnight(now).getTime() - now.getTime()) / 1000);
  const refusal = {
    errors: [{ field: 'body.model', message: 'has reached its limit for today' }],
    headers: { 'retry-after': String(seconds) },
  };
  const then = 'Nothing was charged. It resets at midnight UTC. Choose a model that doesn’t count, or try again then.';
  if (used + count > perDay) {
    const room = used >= perDay ? 'is used up' : `leaves ${imagesOf(perDay - used)}`;
    const detail =
      perDay === 0
        ? 'Models that cost money are turned off on this platform. Choose another model.'
        : `Today’s limit for models that cost money ${room}. ${then}`;
    throw new PaidImagesUsedUp(429, 'model_daily_limit', detail, refusal);
  }
  if (perPerson !== null) {
    const left = Math.max(0, perPerson - (await countPaidToday(tx, since, userId)));
    const room = left === 0 ? 'It’s used up' : `${imagesOf(left)} ${left === 1 ? 'is' : 'are'} left`;
    if (count > left)
      throw new Problem(
        429,
        'model_daily_limit',
        `You can create ${imagesOf(perPerson)} a day with models that cost money. ${room}. ${then}`,
        refusal,
      );
  }
  const share = (images: number) => (images / perDay) * 100;
  if (share(used + count) >= REACHED) await warnSuperAdmins(deps, tx, REACHED, request, now);
  else if (share(used + count) >= WARNING) await warnSuperAdmins(deps, tx, WARNING, request, now);
}

const imagesOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'image' : 'images'}`;

/** Once a day each, even if requests are canceled in between. */
async function warnSuperAdmins(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Tx,
  percent: number,
  request: FastifyRequest,
  now = new Date(),
): Promise<void> {
  const kind = 'paid_images';
  const isReached = percent === REACHED;
  // Each warning leads to what can be done about it, and is recognized by that.
  const link = isReached ? '/super-admin/settings?tab=limits' : '/super-admin/models';
  const ids = (await listSuperAdmins(tx, kind)).map(({ userId }) => userId);
  if ((await listRateLimited(tx, ids, kind, midnight(now), 1, link)).size > 0) return;
  const key = `paid-images:${midnight(now).toISOString().slice(0, 10)}:${percent}`;
  const body = isReached
    ? 'Until midnight UTC, models that cost money refuse further requests. Other models keep working.'
    : `${WARNING}% of today’s images by models that cost money are used. At 100%, these models refuse further requests until midnight UTC.`;
  await notifySuperAdmins(deps, tx, { kind, key, link, body, email: (url) => warningEmail(isReached, body, url) }, request);
}

const warningEmail = (isReached: boolean, body: string, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: isReached ? 'Today’s paid images are used up' : 'Most of today’s paid images are used',
  paragraphs: [body],
  button: { label: isReached ? 'Change the limit' : 'View the models', url },
});

/** For a request that was refused at the limit: its transaction, which could have warned, was rolled back. */
export async function announcingLimit<Result>(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  request: FastifyRequest,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PaidImagesUsedUp)
      await deps.db.transaction(async (tx) => {
        await lockPaidToday(tx);
        await warnSuperAdmins(deps, tx, REACHED, request);
      });
    throw error;
  }
}
