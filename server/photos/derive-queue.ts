import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

/** Who has so many in the queue waits behind everybody else in any case. */
const COUNTED = 1000;

/**
 * Queues the making of a photo's derivatives, in the caller's transaction and fairly: a person's photo comes after as many rounds as they have
 * photos waiting, so a handful goes before the rest of somebody's thousand; and one organization's photos never take every worker.
 */
export async function queueDerivation(
  tx: Queryable,
  jobs: Jobs,
  photo: { id: string; uploaderId: string; organizationId: string },
): Promise<void> {
  const waiting = tx
    .select({ one: sql`1` })
    .from(photos)
    .where(
      and(
        isNull(photos.deletedAt),
        // As the index of waiting photos says it.
        sql`photos.state = 'processing'`,
        gt(photos.uploadedAt, sql`now() - interval '1 day'`),
        eq(photos.uploaderId, photo.uploaderId),
      ),
    )
    .limit(COUNTED)
    .as('waiting');
  const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(waiting);
  await jobs.add(
    tx,
    'derive-photo',
    { photoId: photo.id },
    { key: `derive-photo:${photo.id}`, owner: photo.organizationId, rank: counted?.count ?? 0 },
  );
}
