// An event that asks for approval, with two moderators and photos that wait, for unit tests of deciding on them.
import { eventCounters } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Deps } from '#server/deps.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { createUser } from '#tests/support/database.ts';
import { photoRow } from '#tests/support/photo-rows.ts';
import { eventWithMembers, viewer, type EventWithMembers } from '#tests/support/photo-world.ts';

export interface ModeratedEvent extends EventWithMembers {
  /** The organization's second moderator. */
  member: Viewer;
  /** Waiting, by the guest, the longest first. */
  waiting: string[];
}

export async function moderatedEvent(
  deps: Deps,
  count: number,
  changes: Partial<typeof photos.$inferInsert> = {},
): Promise<ModeratedEvent> {
  const scene = await eventWithMembers(deps, { requireApproval: true });
  const uploadedAt = (index: number) => new Date(Date.UTC(2026, 10, 20, 20) + index * 1000);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...photoRow(scene.eventId, scene.guest.userId, { status: 'pending', ...changes }),
    uploadedAt: uploadedAt(index),
  }));
  if (rows.length > 0) await deps.db.insert(photos).values(rows);
  const counter = { eventId: scene.eventId, photosCount: count };
  await deps.db.insert(eventCounters).values(counter).onConflictDoUpdate({ target: eventCounters.eventId, set: counter });
  return { ...scene, member: await createModerator(deps, scene, 'Mika'), waiting: rows.map((row) => row.id) };
}

export async function createModerator(deps: Deps, { organizationId }: EventWithMembers, firstName = 'Mo'): Promise<Viewer> {
  const userId = await createUser(deps, firstName);
  await deps.db.insert(memberships).values({ id: uuid7(), organizationId, userId, role: 'member' });
  return viewer(userId, { memberships: [{ organizationId, role: 'member', permissions: {} }] });
}
