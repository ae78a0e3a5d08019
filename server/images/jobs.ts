import type { Deps } from '#server/deps.ts';
import { removeCollectionsDeletedBefore } from '#server/images/collection-repository.ts';
import { RESTORABLE_COLLECTION_DAYS } from '#server/images/policy.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

const DAY_MS = 24 * 3600 * 1000;

export const imageJobs = ({ db }: Deps): JobHandlers<'sweep-collections'> => ({
  // One day longer than they can be restored, so that an Undo at the last moment still succeeds.
  'sweep-collections': () => removeCollectionsDeletedBefore(db, new Date(Date.now() - (RESTORABLE_COLLECTION_DAYS + 1) * DAY_MS)),
});
