import type { Queryable } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

/** Has an organization's payments read anew, once for all that asks for it until then. A provider that hangs holds up payments alone. */
export const queueSync = (jobs: Jobs, tx: Queryable, organizationId: string): Promise<void> =>
  jobs.add(tx, 'sync-payments', { organizationId }, { key: `sync-payments:${organizationId}`, owner: 'payments' });
