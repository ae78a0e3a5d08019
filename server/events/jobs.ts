import type { Deps } from '#server/deps.ts';
import { recordEventChange } from '#server/events/changes-repository.ts';
import { changeEvent, findEvent, listDueToEnd, lockEvent } from '#server/events/events-repository.ts';
import { isDueToEnd } from '#server/events/policy.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';

const AT_ONCE = 100;

export function eventJobs({ db }: Pick<Deps, 'db'>): JobHandlers<'end-events'> {
  /** Rereads the event under lock: it may have been ended or extended since it was listed. */
  const end = (id: string, now: Date): Promise<boolean> =>
    db.transaction(async (tx) => {
      await lockEvent(tx, id, 'change');
      const event = await findEvent(tx, id, null);
      if (!event || event.deletedAt || !event.endsAutomatically || !isDueToEnd(event, now)) return false;
      await changeEvent(tx, id, { status: 'ended' });
      const detail = { changed: ['status'], status: { from: event.status, to: 'ended' } };
      await recordEventChange(tx, { action: 'event.end_automatically', event, by: null, detail });
      return true;
    });

  return {
    async 'end-events'(_payload, signal) {
      const now = new Date();
      const list = () => listDueToEnd(db, now, AT_ONCE);
      for (let ids = await list(); ids.length > 0 && !signal.aborted; ids = await list()) {
        let ended = 0;
        for (const id of ids) ended += Number(await end(id, now));
        // Avoids an endless loop over events that are listed but can't be ended.
        if (ended === 0) return;
      }
    },
  };
}
