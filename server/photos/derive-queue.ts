import { sql, type SQL } from 'drizzle-orm';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

/** Who has so many in the queue waits behind everybody else in any case. */
const COUNTED = 1000;

/**
 * Queues the making of a photo's derivatives, in the caller's transaction and fairly: a person's photo comes after as many rounds as they have
 * photos waiting, so a handful goes before the rest of somebody's thousand; and one organization's photos never take every worker.
 */
export const queueDerivation = async (tx: Queryable, jobs: Jobs, photo: Underived): Promise<void> => {
  await tx.execute(sql`select ${derivationJob(jobs, photo)}`);
};

/** The same as an expression, for a statement that writes the photo as well. */
export function derivationJob(jobs: Jobs, { id, uploaderId, organizationId }: Underived): SQL {
  // As the index of waiting photos says it.
  const waiting = sql`select from ${photos} waiting where waiting.deleted_at is null and waiting.state = 'processing'
    and waiting.uploaded_at > now() - interval '1 day' and waiting.uploader_id = ${uploaderId} limit ${COUNTED}`;
  const rank = sql`(select count(*) from (${waiting}) as counted)`;
  return jobs.sql('derive-photo', { photoId: id }, { key: `derive-photo:${id}`, owner: organizationId, rank });
}

interface Underived {
  id: string;
  uploaderId: string;
  organizationId: string;
}
