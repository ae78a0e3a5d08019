import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { deleteAllPictures } from '#server/organizations/pictures.ts';
import { RESTORABLE_ORGANIZATION_DAYS } from '#server/organizations/policy.ts';
import { listPurgeable, listStillPaying, purgeOrganization } from '#server/organizations/repository.ts';

const DAY_MS = 24 * 3600 * 1000;
/** One day longer than an organization can be restored, so that a last-minute restore can complete. */
const RETENTION_MS = (RESTORABLE_ORGANIZATION_DAYS + 1) * DAY_MS;

export function organizationJobs({
  db,
  storage,
  config,
  log,
}: Pick<Deps, 'db' | 'storage' | 'config' | 'log'>): JobHandlers<'sweep-deleted-organizations'> {
  return {
    // Deletes the row last because it lists the files, also for a later run if this one is interrupted. Members keep their accounts,
    // and the platform keeps the invoices.
    async 'sweep-deleted-organizations'(_payload, signal) {
      const before = new Date(Date.now() - RETENTION_MS);
      const evenPaying = config.stripe === null;
      const organizationIds = evenPaying ? [] : await listStillPaying(db, before);
      if (organizationIds.length > 0) log.warn({ organizationIds }, 'deleted organizations stay until their subscription is canceled');
      for (const organization of await listPurgeable(db, before, evenPaying)) {
        if (signal.aborted) return;
        const { id, name } = organization;
        await deleteAllPictures({ storage }, organization);
        await db.transaction(async (tx) => {
          if (!(await purgeOrganization(tx, id, before))) return;
          const subject = { subjectType: 'organization', subjectId: id, organizationId: id };
          await audit(tx, { action: 'organization.purge', ...subject, actorId: null, detail: { name } });
        });
      }
    },
  };
}
