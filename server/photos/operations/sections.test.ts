// What moving photos between sections, and hiding, deleting and restoring sections do to other readers.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { events, eventSections } from '#server/db/schema/events.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { recordChange } from '#server/events/changes-repository.ts';
import { eventCalls } from '#server/events/operations/events.ts';
import { libraryCalls } from '#server/images/operations/library.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { galleryCalls, timelineCalls } from '#server/photos/operations/gallery.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import { sectionCalls } from '#server/photos/operations/sections.ts';
import { findPhoto, setDerived } from '#server/photos/photos-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createPhoto,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  viewer,
} from '#tests/support/factories/database.ts';
import { answerOf, callOf, outcome, uncachedPictureAccess } from '#tests/support/operations.ts';
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
  /** Another guest than the author of the photos. */
  guest: Viewer;
  photoIds: string[];
}

/** Three photos of one guest, and another guest. */
async function night(changes: Partial<typeof events.$inferInsert> = {}): Promise<Night> {
  const scene = await eventWithMembers(deps, changes);
  const guest = viewer(await createUser(deps, { firstName: 'Gil' }));
  await createParticipant(deps, scene.eventId, { userId: guest.userId });
  const photoIds: string[] = [];
  for (let nr = 0; nr < 3; nr++) photoIds.push((await createPhoto(deps, scene.eventId, scene.guest.userId)).id);
  await deps.db.transaction((tx) => recordChange(tx, scene.eventId, 'event', null, { photos: photoIds.length }));
  return { scene, guest, photoIds };
}

const calls = () => sectionCalls(deps);
const at = ({ scene }: Pick<Night, 'scene'>, rest: Record<string, string> = {}) => ({ id: scene.eventId, ...rest });
const create = async (made: Night, name: string, audience: 'everyone' | 'organization' = 'everyone') =>
  answerOf(await calls().createSection(callOf<'createSection'>(made.scene.owner, at(made), { body: { name, audience } })));
const update = async (made: Night, sectionId: string, body: object) =>
  answerOf(await calls().updateSection(callOf<'updateSection'>(made.scene.owner, at(made, { sectionId }), { body })));
const remove = (made: Night, sectionId: string) =>
  calls().deleteSection(callOf<'deleteSection'>(made.scene.owner, at(made, { sectionId })));
const restore = (made: Night, sectionId: string) =>
  calls().restoreSection(callOf<'restoreSection'>(made.scene.owner, at(made, { sectionId })));
const move = async (made: Night, ids: readonly string[], sectionId: string | null, by = made.scene.owner) =>
  answerOf(
    await calls().movePhotosToSection(callOf<'movePhotosToSection'>(by, at(made), { body: { ids: [...ids], section_id: sectionId } })),
  );
const sectionsFor = async (made: Night, who: Viewer) =>
  answerOf(await calls().listSections(callOf<'listSections'>(who, at(made)))).items.map(({ name, photos_count: n }) => `${name} ${n}`);
const galleryOf = async (made: Night, who: Viewer, query: object = {}) => {
  const { listPhotos } = galleryCalls(deps, uncachedPictureAccess(deps));
  return answerOf(await listPhotos(callOf<'listPhotos'>(who, at(made), { query }))).items;
};
const idsFor = async (made: Night, who: Viewer, query: object = {}) => (await galleryOf(made, who, query)).map(({ id }) => id).sort();
const eventFor = async (made: Night, who: Viewer) => answerOf(await eventCalls(deps).getEvent(callOf<'getEvent'>(who, at(made))));

describe('sections', () => {
  it('are in an order, which a new position changes', async () => {
    const made = await night();
    const [, second] = [await create(made, 'Ceremony'), await create(made, 'Dinner'), await create(made, 'Party')];
    await update(made, second.id, { position: 0 });
    expect(await sectionsFor(made, made.scene.owner)).toEqual(['Dinner 0', 'Ceremony 0', 'Party 0']);
    await update(made, second.id, { position: 9, name: ' Supper ' });
    expect(await sectionsFor(made, made.scene.owner)).toEqual(['Ceremony 0', 'Party 0', 'Supper 0']);
  });

  it('are limited, also for one that is restored', async () => {
    const made = await night();
    const first = await create(made, 'First');
    await remove(made, first.id);
    await deps.db
      .insert(eventSections)
      .values(Array.from({ length: 50 }, (_, position) => ({ id: uuid7(), eventId: made.scene.eventId, name: 'One', position })));
    expect(await outcome(create(made, 'One more'))).toBe('too_many_sections');
    expect(await outcome(restore(made, first.id))).toBe('too_many_sections');
  });

  it('are managed by the organization only', async () => {
    const made = await night();
    const { id: sectionId } = await create(made, 'Party');
    const { guest } = made;
    expect(await outcome(move(made, made.photoIds, sectionId, guest))).toBe('forbidden');
    expect(await outcome(calls().deleteSection(callOf<'deleteSection'>(guest, at(made, { sectionId }))))).toBe('forbidden');
    const other = await night();
    expect(await outcome(move(other, other.photoIds, sectionId))).toBe('not_found');
    expect(await outcome(update(other, sectionId, { name: 'Ours' }))).toBe('not_found');
    expect((await move(made, other.photoIds, sectionId)).photos).toEqual([]);
  });

  it('that are hidden are told to the organization only; those for everyone while the gallery is open', async () => {
    const made = await night();
    const [party, couple] = [await create(made, 'Party'), await create(made, 'Couple only', 'organization')];
    await move(made, made.photoIds.slice(0, 2), party.id);
    await move(made, made.photoIds.slice(2), couple.id);
    expect(await sectionsFor(made, made.scene.owner)).toEqual(['Party 2', 'Couple only 1']);
    expect(await sectionsFor(made, made.guest)).toEqual(['Party 2']);
    expect(await sectionsFor(made, made.scene.guest)).toEqual(['Party 2']);
    // Of their own photo, the author does not hear where it was put.
    const own = (await galleryOf(made, made.scene.guest)).find(({ id }) => id === made.photoIds[2]);
    expect(own).toMatchObject({ section_id: null, can: { share: false } });
    await deps.db
      .update(events)
      .set({ revealsAt: new Date('2100-01-01') })
      .where(eq(events.id, made.scene.eventId));
    expect(await sectionsFor(made, made.guest)).toEqual([]);
  });
});

describe('photos in a hidden section', () => {
  it('are in the lists, counts, library and downloads of their author and the organization only', async () => {
    const made = await night({ type: 'public' });
    const { scene, guest, photoIds } = made;
    const [hidden = ''] = photoIds;
    const [couple] = [await create(made, 'Couple only', 'organization')];
    await deps.db.update(events).set({ coverPhotoId: hidden }).where(eq(events.id, scene.eventId));
    await deps.db.insert(photoLikes).values({ photoId: hidden, userId: guest.userId });
    expect(await eventFor(made, guest)).toMatchObject({ photos_count: 3, cover_photo_id: hidden });
    const moved = await move(made, [hidden], couple.id);
    expect(moved).toMatchObject({ photos: [{ id: hidden, section_id: couple.id }], previous: [{ section_id: null, ids: [hidden] }] });

    const all = [...photoIds].sort();
    const shown = photoIds.slice(1).sort();
    expect([await idsFor(made, scene.owner), await idsFor(made, scene.guest), await idsFor(made, guest)]).toEqual([all, all, shown]);
    expect(await idsFor(made, scene.owner, { section: couple.id })).toEqual([hidden]);
    expect(await idsFor(made, guest, { section: couple.id })).toEqual([]);
    expect(await idsFor(made, guest, { liked: true })).toEqual([]);
    expect(await eventFor(made, guest)).toMatchObject({ photos_count: 2, cover_photo_id: null });
    expect(await eventFor(made, scene.guest)).toMatchObject({ photos_count: 3, cover_photo_id: null });
    expect(await eventFor(made, scene.owner)).toMatchObject({ photos_count: 3, cover_photo_id: hidden });
    const { getTimeline, listPhotographers } = timelineCalls(deps);
    expect(answerOf(await getTimeline(callOf<'getTimeline'>(guest, at(made)))).total).toBe(2);
    const { items } = answerOf(await listPhotographers(callOf<'listPhotographers'>(guest, at(made))));
    expect(items.map(({ photos_count: count }) => count)).toEqual([2]);
    const library = answerOf(await libraryCalls(deps).listImages(callOf<'listImages'>(guest, {}, { query: { favorite: true } })));
    expect(library.items).toEqual([]);
    const cover = { body: { cover_photo_id: hidden } };
    await deps.db.update(events).set({ coverPhotoId: null }).where(eq(events.id, scene.eventId));
    expect(await outcome(eventCalls(deps).updateEvent(callOf<'updateEvent'>(scene.owner, at(made), cover)))).toBe('cover_not_usable');

    // The reverse call brings everything back.
    for (const { section_id: from, ids } of moved.previous) await move(made, ids, from);
    expect(await idsFor(made, guest)).toEqual(all);
    expect(await idsFor(made, guest, { liked: true })).toEqual([hidden]);
  });

  it('are in none while it is deleted, and in it again once it is restored, if they were not moved since', async () => {
    const made = await night();
    const [first = '', second = ''] = made.photoIds;
    const [couple, party] = [await create(made, 'Couple only', 'organization'), await create(made, 'Party')];
    await move(made, [first, second], couple.id);
    await update(made, couple.id, { audience: 'everyone' });
    await remove(made, couple.id);
    expect(await idsFor(made, made.guest)).toEqual([...made.photoIds].sort());
    expect((await galleryOf(made, made.scene.owner)).map(({ section_id: id }) => id)).toEqual([null, null, null]);
    await move(made, [second], party.id);
    await restore(made, couple.id);
    await update(made, couple.id, { audience: 'organization' });
    expect(await idsFor(made, made.scene.owner, { section: couple.id })).toEqual([first]);
    expect(await idsFor(made, made.scene.owner, { section: party.id })).toEqual([second]);
    expect(await idsFor(made, made.guest)).not.toContain(first);
    // Twice has no effect.
    await restore(made, couple.id);
    await remove(made, party.id);
    await remove(made, party.id);
  });

  it('stay the cover for the organization, which can remove it', async () => {
    const made = await night();
    const [hidden = ''] = made.photoIds;
    const couple = await create(made, 'Couple only', 'organization');
    await deps.db.update(events).set({ coverPhotoId: hidden }).where(eq(events.id, made.scene.eventId));
    await move(made, [hidden], couple.id);
    const { updateEvent } = eventCalls(deps);
    const set = async (body: object) => answerOf(await updateEvent(callOf<'updateEvent'>(made.scene.owner, at(made), { body })));
    expect(await set({ name: 'Renamed', cover_photo_id: hidden })).toMatchObject({ name: 'Renamed', cover_photo_id: hidden });
    expect(await set({ cover_photo_id: null })).toMatchObject({ cover_photo_id: null });
    await move(made, [hidden], null);
    expect(await eventFor(made, made.scene.owner)).toMatchObject({ cover_photo_id: null });
  });

  it('keep their section from being deleted, which would show them to guests', async () => {
    const made = await night();
    const [photoId = ''] = made.photoIds;
    const couple = await create(made, 'Couple only', 'organization');
    await move(made, [photoId], couple.id);
    expect(await outcome(remove(made, couple.id))).toBe('section_hidden');
    expect(await sectionsFor(made, made.scene.owner)).toEqual(['Couple only 1']);
    // Restored, it would be seen too.
    await deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(made.scene.owner, at(made, { photoId })));
    expect(await outcome(remove(made, couple.id))).toBe('section_hidden');
    expect(await idsFor(made, made.guest)).not.toContain(photoId);
    await deps.db.update(photos).set({ filesRemovedAt: new Date() }).where(eq(photos.id, photoId));
    await remove(made, couple.id);
    expect(await sectionsFor(made, made.scene.owner)).toEqual([]);
  });

  it('are in none for good once a deleted section can no longer be restored', async () => {
    const made = await night();
    const [first = ''] = made.photoIds;
    const { id } = await create(made, 'Party');
    await move(made, [first], id);
    await remove(made, id);
    await deps.db
      .update(eventSections)
      .set({ deletedAt: new Date('2026-01-01') })
      .where(eq(eventSections.id, id));
    expect(await outcome(restore(made, id))).toBe('not_found');
    await photoJobs(deps)['sweep-sections']({}, new AbortController().signal);
    const [row] = await deps.db.select({ sectionId: photos.sectionId }).from(photos).where(eq(photos.id, first));
    expect(row).toEqual({ sectionId: null });
  });
});

describe('an open gallery', () => {
  const of = (heard: ReceivedChanges, photoId: string) =>
    heard.changes.filter((change) => change.photo_id === photoId).map(({ kind }) => kind);

  async function listening(made: Night) {
    for (const who of [made.scene.owner, made.scene.guest, made.guest]) await readers.signIn(who);
    return {
      owner: await readers.listen(made.scene, made.scene.owner),
      author: await readers.listen(made.scene, made.scene.guest),
      guest: await readers.listen(made.scene, made.guest),
    };
  }

  it('loses a photo that is moved to a hidden section, hears nothing of it there, and gets it when it is moved back', async () => {
    const made = await night();
    const [photoId = '', other = ''] = made.photoIds;
    const couple = await create(made, 'Couple only', 'organization');
    const heard = await listening(made);
    await move(made, [photoId, other], couple.id);
    await expect.poll(() => of(heard.guest, photoId)).toEqual(['removed']);
    await expect.poll(() => of(heard.author, photoId)).toEqual(['changed']);
    await expect.poll(() => of(heard.owner, photoId)).toEqual(['changed']);

    // What happens to it there is none of the guest's business, not even its id.
    const before = await findPhoto(deps.db, photoId, null);
    if (!before) throw new Error('there is no photo');
    await setDerived(deps.db, before, { state: 'ready', width: 3, height: 2, thumbhash: Buffer.from([1]), camera: null });
    const moderate = { body: { ids: [photoId], status: 'rejected' as const } };
    await moderationCalls(deps).moderatePhotos(callOf<'moderatePhotos'>(made.scene.owner, at(made), moderate));
    await moderationCalls(deps).moderatePhotos(
      callOf<'moderatePhotos'>(made.scene.owner, at(made), { body: { ids: [photoId], status: 'approved' as const } }),
    );
    await deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(made.scene.owner, at(made, { photoId: other })));
    await expect.poll(() => of(heard.owner, other)).toEqual(['changed', 'removed']);
    expect(of(heard.guest, photoId)).toEqual(['removed']);
    await move(made, [photoId], null);
    await expect.poll(() => of(heard.guest, photoId)).toEqual(['removed', 'changed']);
    expect(of(heard.guest, other)).toEqual(['removed']);
    expect(heard.guest.changes.at(-1)?.photo?.id).toBe(photoId);
  });

  it('is read again when a section is hidden, shown, deleted or restored', async () => {
    const made = await night();
    const { id } = await create(made, 'Party');
    await move(made, made.photoIds, id);
    const heard = await listening(made);
    const resets = () => heard.guest.changes.filter(({ kind }) => kind === 'reset').length;
    await update(made, id, { audience: 'organization' });
    await expect.poll(resets).toBe(1);
    expect(await idsFor(made, made.guest)).toEqual([]);
    await update(made, id, { audience: 'everyone' });
    await expect.poll(resets).toBe(2);
    await remove(made, id);
    await expect.poll(resets).toBe(3);
    await restore(made, id);
    await expect.poll(resets).toBe(4);
    await update(made, id, { name: 'Dancing' });
    await expect.poll(() => heard.guest.changes.at(-1)?.kind).toBe('event');
    expect(resets()).toBe(4);
  });
});
