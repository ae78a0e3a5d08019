// The queue of photos that wait: shared out among moderators, without stepping on each other.
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photos } from '#server/db/schema/photos.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createModerator, type EventWithMembers, moderatedEvent } from '#tests/support/factories/database.ts';
import { answerOf, callOf } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const night = (count: number) => moderatedEvent(deps, count);
const calls = () => moderationCalls(deps);
const take = async (who: Viewer, { eventId }: EventWithMembers, limit?: number) =>
  answerOf(await calls().takeModeration(callOf<'takeModeration'>(who, { id: eventId }, { body: limit === undefined ? {} : { limit } })));
const approve = (who: Viewer, { eventId }: EventWithMembers, photoId: string) =>
  calls().approvePhoto(callOf<'approvePhoto'>(who, { id: eventId, photoId }));
const ids = (items: { id: string }[]) => items.map((item) => item.id);

describe('the queue', () => {
  it('gives any number of moderators at once different photos, the longest waiting first', async () => {
    const scene = await night(60);
    const people = [scene.owner, scene.member, ...(await Promise.all(Array.from({ length: 3 }, () => createModerator(deps, scene))))];
    const batches = await Promise.all(people.map((who) => take(who, scene, 10)));
    const given = batches.flatMap((batch) => ids(batch.items));
    expect(new Set(given).size).toBe(50);
    expect([...given].sort()).toEqual(scene.waiting.slice(0, 50).sort());
    for (const batch of batches) {
      const places = ids(batch.items).map((id) => scene.waiting.indexOf(id));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
    expect(await take(scene.owner, scene, 10)).toMatchObject({ pending: 60, with_others: 40, moderators: 4 });
  });

  it('returns a moderator’s claimed photos first', async () => {
    const scene = await night(5);
    const first = await take(scene.owner, scene, 2);
    expect(ids(first.items)).toEqual(scene.waiting.slice(0, 2));
    const [longest] = scene.waiting;
    await approve(scene.owner, scene, longest ?? '');
    expect(ids((await take(scene.owner, scene, 3)).items)).toEqual(scene.waiting.slice(1, 4));
    expect(ids((await take(scene.member, scene)).items)).toEqual(scene.waiting.slice(4));
  });

  it('releases the claims of a moderator who left: at once on request, else after two minutes', async () => {
    const scene = await night(3);
    await take(scene.owner, scene);
    expect(await take(scene.member, scene)).toMatchObject({ items: [], pending: 3, with_others: 3, moderators: 1 });
    expect(await take(scene.owner, scene, 0)).toMatchObject({ items: [], pending: 3, with_others: 0, moderators: 0 });
    expect(ids((await take(scene.member, scene)).items)).toEqual(scene.waiting);
    const [held] = await deps.db.select().from(photos).where(inArray(photos.id, scene.waiting));
    const left = (held?.claimedUntil?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(100_000);
    expect(left).toBeLessThanOrEqual(120_000);
    await deps.db
      .update(photos)
      .set({ claimedUntil: new Date(Date.now() - 1) })
      .where(inArray(photos.id, scene.waiting));
    expect(ids((await take(scene.owner, scene)).items)).toEqual(scene.waiting);
  });

  it('excludes photos that are processing, decided or deleted', async () => {
    const scene = await night(4);
    const [processing = '', unreadable = '', deleted = '', rejected = ''] = scene.waiting;
    const set = (id: string, changes: Partial<typeof photos.$inferInsert>) => deps.db.update(photos).set(changes).where(eq(photos.id, id));
    await set(processing, { state: 'processing' });
    await set(unreadable, { state: 'unreadable' });
    await set(deleted, { deletedAt: new Date() });
    await set(rejected, { status: 'rejected' });
    const batch = await take(scene.owner, scene);
    expect(ids(batch.items)).toEqual([unreadable]);
    // Photos that are processing count as pending.
    expect(batch.pending).toBe(2);
  });
});
