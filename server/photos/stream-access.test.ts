// Changes that each reader of a live gallery gets during moderation: all about visible photos, none about photos they never saw.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rolePermissions } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import type { NewPhoto } from '#server/photos/photos-repository.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createUser,
  type EventWithMembers,
  eventWithMembers,
  insertPhoto,
  photoRow,
  viewer,
} from '#tests/support/factories/database.ts';
import { callOf } from '#tests/support/operations.ts';
import { openStreamReaders, type ReceivedChanges, type StreamReaders } from '#tests/support/stream-readers.ts';

let deps: TestDeps;
let readers: StreamReaders;
beforeAll(async () => {
  deps = await openTestDeps();
  readers = await openStreamReaders(deps);
}, 120_000);
afterEach(() => readers.closeStreams());
afterAll(async () => {
  await readers.close();
  await deps.dispose();
}, 60_000);

interface Night {
  scene: EventWithMembers;
  /** Everyone with access: the organization, a photographer, another guest, and a visitor. */
  people: Record<'owner' | 'author' | 'guest' | 'visitor', Viewer>;
  heard: Record<'owner' | 'author' | 'guest' | 'visitor', ReceivedChanges>;
}

async function night(changes: Partial<typeof events.$inferInsert> = {}): Promise<Night> {
  const scene = await eventWithMembers(deps, { type: 'public', requireApproval: true, ...changes });
  const guest = viewer(await createUser(deps, { firstName: 'Gil' }));
  await createParticipant(deps, scene.eventId, { userId: guest.userId });
  await deps.db.insert(rolePermissions).values({ role: 'user', flag: 'view_events' }).onConflictDoNothing();
  const visitor = viewer(await createUser(deps, { firstName: 'Vic' }), { permissions: { view_events: true } });
  const people = { owner: scene.owner, author: scene.guest, guest, visitor };
  for (const who of Object.values(people)) await readers.signIn(who);
  const heard = {
    owner: await readers.listen(scene, people.owner),
    author: await readers.listen(scene, people.author),
    guest: await readers.listen(scene, people.guest),
    visitor: await readers.listen(scene, people.visitor),
  };
  return { scene, people, heard };
}

async function add({ scene }: Night, changes: Partial<NewPhoto> = {}): Promise<string> {
  const photo = photoRow(scene.eventId, scene.guest.userId, { status: 'pending', ...changes });
  await deps.db.transaction(async (tx) => {
    await insertPhoto(tx, photo);
    await recordChange(tx, scene.eventId, 'added', photo.id, { photos: 1, bytes: photo.bytes });
  });
  return photo.id;
}
const moderate = ({ scene, people }: Night, photoId: string, status: 'approved' | 'rejected' | 'pending') =>
  moderationCalls(deps).moderatePhotos(
    callOf<'moderatePhotos'>(people.owner, { id: scene.eventId }, { body: { ids: [photoId], status, reason: 'Dark.' } }),
  );
const remove = ({ scene, people }: Night, photoId: string) =>
  deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(people.owner, { id: scene.eventId, photoId }));
/** The changes of one photo that a reader got: kind and status. */
const of = (heard: ReceivedChanges, photoId: string) =>
  heard.changes.filter((change) => change.photo_id === photoId).map(({ kind, photo }) => (photo ? `${kind} ${photo.status}` : kind));
/** Everybody has heard all changes up to now: each hears that the event changed. */
async function settle({ scene, heard }: Night): Promise<void> {
  const seq = await deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'event', null));
  for (const one of Object.values(heard)) await expect.poll(() => one.changes.at(-1)?.seq).toBe(seq);
}
const whatEachHeard = ({ heard }: Night, photoId: string) => ({
  owner: of(heard.owner, photoId),
  author: of(heard.author, photoId),
  guest: of(heard.guest, photoId),
  visitor: of(heard.visitor, photoId),
});

describe('a live gallery', () => {
  it('gets a photo with its approval, and loses it when it is taken down', async () => {
    const made = await night();
    const id = await add(made);
    await settle(made);
    await moderate(made, id, 'approved');
    await settle(made);
    await moderate(made, id, 'rejected');
    await settle(made);
    await moderate(made, id, 'pending');
    await settle(made);
    const all = ['added pending', 'changed approved', 'changed rejected', 'changed pending'];
    const others = ['changed approved', 'removed'];
    expect(whatEachHeard(made, id)).toEqual({ owner: all, author: all, guest: others, visitor: others });
    const told = made.heard.author.changes.find((change) => change.photo?.status === 'rejected')?.photo;
    expect(told).toMatchObject({ rejection_reason: 'Dark.', moderated_by: null });
    expect(made.heard.owner.changes.find((change) => change.photo?.status === 'rejected')?.photo?.moderated_by).toBe('Olga Test');
  });

  it('sends others no change of a photo that they never saw: derivation, rejection or deletion', async () => {
    const made = await night();
    const [id, unreadable] = [await add(made), await add(made)];
    await settle(made);
    await moderate(made, id, 'rejected');
    await deps.db.transaction(async (tx) => {
      await tx.update(photos).set({ state: 'unreadable' }).where(eq(photos.id, unreadable));
    });
    await moderate(made, unreadable, 'approved');
    await settle(made);
    await moderate(made, id, 'pending');
    await remove(made, id);
    await moderate(made, unreadable, 'rejected');
    await remove(made, unreadable);
    await settle(made);
    expect(of(made.heard.owner, id).at(-1)).toBe('removed');
    expect(of(made.heard.author, unreadable).at(-1)).toBe('removed');
    for (const heard of [made.heard.guest, made.heard.visitor]) {
      expect(heard.changes.filter((change) => change.photo_id !== null)).toEqual([]);
    }
  });

  it('loses photos that were rejected and then deleted, also for a reader who reconnects', async () => {
    const made = await night();
    const id = await add(made, { status: 'approved' });
    await settle(made);
    const position = made.heard.guest.changes.at(-1)?.seq ?? 0;
    await moderate(made, id, 'rejected');
    await remove(made, id);
    await settle(made);
    expect(of(made.heard.guest, id)).toEqual(['added approved', 'removed']);
    const late = await readers.listen(made.scene, made.people.guest, { after: position });
    await expect.poll(() => of(late, id)).toEqual(['removed']);
    const own = await readers.listen(made.scene, made.people.author, { after: position });
    await expect.poll(() => of(own, id).at(-1)).toBe('removed');
  });

  it('that is closed sends guests their own photos only; when it opens they reload it and get no earlier changes', async () => {
    const made = await night({ autoGallery: false });
    const [kept, gone] = [await add(made, { status: 'approved' }), await add(made, { status: 'approved' })];
    await settle(made);
    await moderate(made, gone, 'rejected');
    await settle(made);
    expect(whatEachHeard(made, gone)).toMatchObject({ guest: [], visitor: [], author: ['added approved', 'changed rejected'] });
    await deps.db.transaction(async (tx) => {
      await tx.update(events).set({ publishedAt: new Date() }).where(eq(events.id, made.scene.eventId));
      await recordChange(tx, made.scene.eventId, 'reset', null);
    });
    await settle(made);
    for (const heard of Object.values(made.heard)) expect(heard.changes.filter((change) => change.kind === 'reset')).toHaveLength(1);
    expect(made.heard.guest.changes.filter((change) => change.photo_id !== null)).toEqual([]);
    // A reader who reconnects reloads the gallery, and gets no id of a photo they never saw.
    const late = await readers.listen(made.scene, made.people.guest, { after: 0 });
    await expect.poll(() => late.changes.map((change) => change.kind)).toEqual(['reset', 'event']);
    await moderate(made, kept, 'rejected');
    await expect.poll(() => of(late, kept)).toEqual(['removed']);
  });

  it('loses a photo that is rejected in the middle of a burst', async () => {
    const made = await night();
    const burst = await Promise.all(Array.from({ length: 30 }, () => add(made, { status: 'approved' })));
    for (const id of burst.slice(0, 10)) {
      await add(made, { status: 'approved' });
      await moderate(made, id, 'rejected');
      await expect.poll(() => of(made.heard.guest, id).at(-1)).toBe('removed');
    }
  });
});

describe('a reader who was removed from the event', () => {
  it('hears nothing any more', async () => {
    const made = await night({ type: 'private' });
    await deps.db.update(eventParticipants).set({ removedAt: new Date() }).where(eq(eventParticipants.userId, made.people.guest.userId));
    await add(made, { status: 'approved' });
    await expect.poll(() => made.heard.guest.ended).toBe(true);
    expect(made.heard.guest.changes).toEqual([]);
  });
});
