// Photos in sections of an audience `organization`, as SQL. `isShown` in photos/policy.ts decides on them.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { eventSections } from '#server/db/schema/events.ts';

/** Condition on `event_sections`. */
export const isHiddenSection = and(eq(eventSections.audience, 'organization'), isNull(eventSections.deletedAt));

const isHidden = sql`s.audience = 'organization' and s.deleted_at is null`;

/** The section of a photo while it is not deleted. @param sectionId a column */
export const liveSection = (sectionId: SQL): SQL<string | null> =>
  sql<string | null>`(select s.id from ${eventSections} s where s.id = ${sectionId} and s.deleted_at is null)`;

/** Whether a photo with this section is hidden from guests. @param sectionId a column */
export const isInHiddenSection = (sectionId: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${eventSections} s where s.id = ${sectionId} and ${isHidden})`;

/** The hidden sections of an event, as an array that is read once for a whole statement. */
export const hiddenSectionsOf = (eventId: string): SQL =>
  sql`array(select s.id from ${eventSections} s where s.event_id = ${eventId}::uuid and ${isHidden})`;
