import type { Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { recordChanges, recordEventChange } from '#server/events/changes-repository.ts';
import { changeEvent, findEvent, listDueToEnd, lockEvent } from '#server/events/events-repository.ts';
import { isDueToEnd, isGalleryOpen } from '#server/events/policy.ts';
import { endedEvent } from '#server/events/presenter.ts';
import { emitEvents } from '#server/integrations/emit.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';

const AT_ONCE = 100;

/** At that time, open pages hear that the gallery is open. A later change of the time replaces the job. */
export const queueReveal = (jobs: Jobs, tx: Tx, eventId: string, at: Date): Promise<void> =>
  jobs.add(tx, 'reveal-gallery', { eventId }, { key: `reveal-gallery:${eventId}`, runAt: at });

export function eventJobs(deps: Pick<Deps, 'db' | 'jobs'>): JobHandlers<'announce-guest-end' | 'end-events' | 'reveal-gallery'> {
  const { db, jobs } = deps;
  /** Rereads the event under lock: it may have been ended or extended since it was listed. */
  const end = (id: string, now: Date): Promise<boolean> =>
    db.transaction(async (tx) => {
      await lockEvent(tx, id, 'change');
      const event = await findEvent(tx, id, null);
      if (!event || event.deletedAt || !event.endsAutomatically || !isDueToEnd(event, now)) return false;
      await changeEvent(tx, id, { status: 'ended' });
      await emitEvents(deps, tx, event.organizationId, [endedEvent(event)]);
      const detail = { changed: ['status'], status: { from: event.status, to: 'ended' } };
      await recordEventChange(tx, { action: 'event.end_automatically', event, by: null, detail });
      return true;
    });

  return {
    async 'announce-guest-end'({ eventId }) {
      await db.transaction(async (tx) => {
        const event = await findEvent(tx, eventId, null);
        // The end was moved or removed since.
        if (!event?.isGuestTimeOver) return;
        const change = { photoId: null, wasShown: false };
        await recordChanges(tx, eventId, [
          { ...change, kind: 'event' },
          { ...change, kind: 'reset' },
        ]);
      });
    },

    'reveal-gallery': ({ eventId }) =>
      db.transaction(async (tx) => {
        await lockEvent(tx, eventId, 'change');
        const event = await findEvent(tx, eventId, null);
        if (!event || event.deletedAt || event.revealsAt === null) return;
        const now = new Date();
        // The clock of the database, which starts the job, may be ahead of the server's.
        if (event.revealsAt > now) return queueReveal(jobs, tx, eventId, event.revealsAt);
        await recordEventChange(tx, { action: 'event.reveal_gallery', event, by: null, galleryToggled: isGalleryOpen(event, now) });
      }),

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
