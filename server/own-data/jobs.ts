import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { listPhotosToDelete } from '#server/own-data/own-data-repository.ts';
import { deleteEventPhotos } from '#server/photos/operations/deletion.ts';

const AT_ONCE = 200;

export function ownDataJobs({ db }: Pick<Deps, 'db'>): JobHandlers<'delete-own-photos'> {
  return {
    async 'delete-own-photos'({ userId, request }, signal) {
      const list = () => listPhotosToDelete(db, userId, AT_ONCE);
      for (let left = await list(); left && !signal.aborted; left = await list()) {
        const { event, ids } = left;
        await db.transaction((tx) => deleteEventPhotos(tx, event, ids, { userId, request }));
      }
      signal.throwIfAborted();
    },
  };
}
