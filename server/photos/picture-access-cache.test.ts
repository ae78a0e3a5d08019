// Cached rights are invalidated by every change that a topic announces, from any process.
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Tx } from '#server/db/types.ts';
import { recordChange, recordJoin } from '#server/events/changes-repository.ts';
import { addParticipant, markParticipantRemoved } from '#server/events/participants-repository.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';
import { requireKnownPicture } from '#server/photos/operations/authorize.ts';
import { createPictureAccessCache, type PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, createUser, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let rights: PictureAccessCache;
let scene: EventWithMembers;
let path: { id: string; photoId: string };
beforeAll(async () => void (deps = await openTestDeps()), 60_000);
afterAll(() => deps.dispose());
beforeEach(async () => {
  rights?.close();
  rights = createPictureAccessCache(deps);
  scene = await eventWithMembers(deps, { type: 'private' });
  const photo = await createPhoto(deps, scene.eventId, scene.owner.userId);
  path = { id: scene.eventId, photoId: photo.id };
});

const see = (who: Viewer) => outcome(requireKnownPicture(rights, path, who));
/** A change by another process, announced by the topic only. */
const change = (work: (tx: Tx) => Promise<unknown>) => deps.db.transaction(work);

describe('a cached right', () => {
  it('costs no query', async () => {
    expect(await see(scene.guest)).toBe('done');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect(await see(scene.guest)).toBe('done');
    expect(
      await outcome(requireKnownPicture(rights, { id: path.id.toUpperCase(), photoId: path.photoId.toUpperCase() }, scene.guest)),
    ).toBe('done');
    expect(query).not.toHaveBeenCalled();
  });

  it('survives that others like and join', async () => {
    expect(await see(scene.guest)).toBe('done');
    const other = await createUser(deps);
    await change(async (tx) => {
      await addParticipant(tx, scene.eventId, other, 'photographer');
      await recordChange(tx, scene.eventId, 'likes', path.photoId);
      await recordJoin(tx, scene.eventId, other);
    });
    await settle();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect(await see(scene.guest)).toBe('done');
    expect(query).not.toHaveBeenCalled();
  });

  it('is read again after a gap in the notifications', async () => {
    let gap = (_topic: string | null, _scope: string) => {};
    const hub = { ...deps.hub, subscribeToAll: (onChange: typeof gap) => ((gap = onChange), () => undefined) };
    rights.close();
    rights = createPictureAccessCache({ db: deps.db, hub });
    expect(await see(scene.guest)).toBe('done');
    await change((tx) => markParticipantRemoved(tx, scene.eventId, scene.guest.userId));
    expect(await see(scene.guest)).toBe('done');
    gap(null, '');
    expect(await see(scene.guest)).toBe('not_found');
  });

  it('is read again for a person who joins', async () => {
    const late = viewer(await createUser(deps));
    expect(await see(late)).toBe('not_found');
    await change(async (tx) => {
      await addParticipant(tx, scene.eventId, late.userId, 'photographer');
      await recordJoin(tx, scene.eventId, late.userId);
    });
    await expect.poll(() => see(late)).toBe('done');
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'a guest who is removed',
      async (tx) => {
        await markParticipantRemoved(tx, scene.eventId, scene.guest.userId);
        await recordChange(tx, scene.eventId, 'event', null, { attendees: -1 });
      },
    ],
    [
      'a photo that is rejected',
      async (tx) => {
        await tx.update(photos).set({ status: 'rejected' }).where(eq(photos.id, path.photoId));
        await recordChange(tx, scene.eventId, 'removed', path.photoId);
      },
    ],
    [
      'a gallery that is closed',
      async (tx) => {
        await tx.update(events).set({ autoGallery: false, publishedAt: null }).where(eq(events.id, scene.eventId));
        await recordChange(tx, scene.eventId, 'reset', null);
      },
    ],
    [
      'an event that is deleted',
      async (tx) => {
        await tx.update(events).set({ deletedAt: new Date() }).where(eq(events.id, scene.eventId));
        await recordChange(tx, scene.eventId, 'event', null);
      },
    ],
  ])('is lost by %s', async (_what, work) => {
    expect(await see(scene.guest)).toBe('done');
    await change(work);
    await expect.poll(() => see(scene.guest), { interval: 5 }).toBe('not_found');
  });

  it('is read again at once when this process invalidates it', async () => {
    expect(await see(scene.guest)).toBe('done');
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.id, path.photoId));
    expect(await see(scene.guest)).toBe('done');
    rights.invalidate();
    expect(await see(scene.guest)).toBe('not_found');
  });
});

/** Notifications arrive in order: once this one is heard, the others were. */
async function settle(): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const unsubscribe = deps.hub.subscribe('end-of-test', () => {
      unsubscribe();
      resolve();
    });
  });
  await notifyTopic(deps.db, 'end-of-test', 0);
  await heard;
}
