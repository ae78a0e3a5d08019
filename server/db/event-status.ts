// What an event shows as: its status, unless its time is over while it still takes photos.
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { events } from '#server/db/schema/events.ts';

/** When an event's time is over. */
export const endsAt = sql`(${events.startsAt} + ${events.durationHours} * interval '1 hour')`;

const takesPhotos = inArray(events.status, ['live', 'active']);

/** Condition for a shown status. The badge of the web app uses the same rule (`src/lib/event-status.ts`). */
export function showsAs(shown: components['schemas']['ShownEventStatus']): SQL | undefined {
  switch (shown) {
    case 'live':
    case 'active':
      return and(eq(events.status, shown), sql`${endsAt} > now()`);
    case 'ending':
    case 'overdue':
      return and(takesPhotos, eq(events.endsAutomatically, shown === 'ending'), sql`${endsAt} <= now()`);
    case 'draft':
    case 'ended':
    case 'archived':
      return eq(events.status, shown);
  }
}
