import type { Deps } from '#server/deps.ts';
import { requireVisibleEvent } from '#server/events/operations/authorize.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { countPhotographers, galleryParts } from '#server/photos/gallery-repository.ts';
import { readFilters } from '#server/photos/operations/filters.ts';
import { galleryScope } from '#server/photos/policy.ts';
import { presentPhotographer, presentTimeline } from '#server/photos/presenter.ts';
import { createTimelineCache } from '#server/photos/timeline-cache.ts';
import { countByTime, countFewByTime } from '#server/photos/timeline-repository.ts';
import { joinPhotoCounts } from '#server/photos/timeline.ts';

const MOST_PHOTOGRAPHERS = 500;
/** The parts are counted one after the other; where a change fell in between, the older is counted again, so often at most. */
const MOST_TRIES = 3;

export function timelineCalls({ db }: Deps) {
  const cache = createTimelineCache();

  return {
    async getTimeline({ viewer, path, query }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const scope = galleryScope({ userId: viewer.userId, relation }, event);
      const filters = readFilters(query);
      const { shared, mine } = galleryParts({ eventId: event.id, userId: viewer.userId, scope, filters });
      const key = JSON.stringify([event.id, scope, filters]);
      const countShared = (since: number) => (shared ? cache.get(key, since, () => countByTime(db, event.id, shared)) : null);
      const countMine = () => (mine ? countFewByTime(db, event.id, mine) : null);

      let [all, own] = await Promise.all([countShared(event.changeSeq), countMine()]);
      for (let tries = 1; tries < MOST_TRIES && all && own && all.position !== own.position; tries++) {
        if (all.position < own.position) all = await countShared(own.position);
        else own = await countMine();
      }
      const counted = all && own ? joinPhotoCounts(all, own) : (all ?? own);
      const position = Math.min(...[all, own].map((part) => part?.position ?? Infinity), counted ? Infinity : event.changeSeq);
      return { status: 200, body: presentTimeline(counted, position) };
    },

    async listPhotographers({ viewer, path }) {
      const { event, relation } = await requireVisibleEvent(db, path.id, viewer);
      const scope = galleryScope({ userId: viewer.userId, relation }, event);
      const found = await countPhotographers(db, { eventId: event.id, userId: viewer.userId, scope }, MOST_PHOTOGRAPHERS);
      return { status: 200, body: { items: found.map(presentPhotographer) } };
    },
  } satisfies Partial<OperationsOf<'photos'>>;
}
