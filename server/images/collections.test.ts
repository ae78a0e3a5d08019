import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventParticipants } from '#server/db/schema/events.ts';
import { imageCollections } from '#server/db/schema/images.ts';
import { imageJobs } from '#server/images/jobs.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { openGenerator } from '#tests/support/fake-generator.ts';
import { idsOf, inLibraryOrder, openLibrary, type TestLibrary } from '#tests/support/library.ts';
import { outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let library: TestLibrary;
beforeAll(async () => {
  deps = await openTestDeps();
  library = await openLibrary(deps);
  const generation = await openGenerator(deps);
  const { id } = await generation.create(library.people.member, { organization_id: library.organizations.aurora });
  await generation.run(id);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

describe('collections', () => {
  const make = (who: Viewer, name: string, organization_id: string | null = null, id = uuid7()) =>
    library.ask('createImageCollection', who, {}, { body: { id, name, organization_id } });
  const fill = (who: Viewer, collectionId: string, ids: string[]) =>
    library.ask('addToImageCollection', who, { collectionId }, { body: { ids } });

  it('contain visible images only, and hide those that are no longer visible', async () => {
    const who = library.people.participant;
    const all = await library.judged(who);
    const seen = all.filter(({ sees }) => sees);
    const hidden = all.filter(({ sees }) => !sees).map(({ photo }) => photo.id);
    const { id } = await make(who, 'For the album');
    const { changed, refused } = await fill(who, id, [...seen.map(({ photo }) => photo.id).slice(0, 90), ...hidden.slice(0, 90)]);
    expect(changed).toHaveLength(Math.min(90, seen.length));
    expect(refused).toEqual(hidden.slice(0, 90));
    expect(await fill(who, id, changed)).toEqual({ changed: [], refused: [] });
    expect(idsOf(await library.list(who, { collection: id }))).toEqual(
      inLibraryOrder(seen.filter(({ photo }) => changed.includes(photo.id))),
    );
    expect(await outcome(library.list(library.people.stranger, { collection: id }))).toBe('not_found');
    expect(await outcome(fill(library.people.stranger, id, changed))).toBe('not_found');

    // A person who was removed from an event sees none of its photos here either.
    const eventId = seen[0]!.event.id;
    const removing = (removedAt: Date | null) =>
      deps.db.update(eventParticipants).set({ removedAt }).where(eq(eventParticipants.eventId, eventId));
    await removing(new Date());
    const left = await library.list(who, { collection: id });
    expect(left.length).toBeGreaterThan(0);
    expect(left.some(({ event }) => event?.id === eventId)).toBe(false);
  });

  it('of an organization are filled by its members, and changed by their authors and admins', async () => {
    const { member, owner, elsewhere } = library.people;
    const collection = await make(member, 'Press', library.organizations.aurora);
    const path = { collectionId: collection.id };
    expect(await outcome(make(elsewhere, 'Press', library.organizations.aurora))).toBe('not_found');
    const foreign = (await library.judged(elsewhere)).find(
      ({ sees, event }) => sees && event.organizationId === library.organizations.borealis,
    )!.photo.id;
    const [one, another] = idsOf(await library.list(owner, { organization_id: library.organizations.aurora, source: 'photos' }));
    const [made] = idsOf(await library.list(owner, { organization_id: library.organizations.aurora, source: 'generated' }));
    expect(await fill(owner, collection.id, [one!, another!, made!, foreign])).toEqual({
      changed: expect.arrayContaining([one, another, made]),
      refused: [foreign],
    });
    const listed = await library.ask('listImageCollections', member, {}, { query: { organization_id: library.organizations.aurora } });
    expect(listed.items).toMatchObject([{ name: 'Press', images_count: 3, can: { change: true } }]);
    const owners = await make(owner, 'Print', library.organizations.aurora);
    const rename = (who: Viewer, collectionId: string) =>
      library.ask('renameImageCollection', who, { collectionId }, { body: { name: 'Renamed' } });
    expect(await outcome(rename(member, owners.id))).toBe('forbidden');
    expect(await rename(owner, collection.id)).toMatchObject({ name: 'Renamed' });
    expect(await outcome(rename(elsewhere, collection.id))).toBe('not_found');

    const taken = await library.ask('removeFromImageCollection', member, path, { body: { ids: [one!, foreign] } });
    expect(taken).toEqual({ changed: [one], refused: [foreign] });
    await library.ask('deleteImageCollection', member, path);
    expect(await outcome(library.list(member, { organization_id: library.organizations.aurora, collection: collection.id }))).toBe(
      'not_found',
    );
    expect(await library.ask('restoreImageCollection', owner, path)).toMatchObject({ images_count: 2 });
    expect(await library.list(member, { organization_id: library.organizations.aurora, collection: collection.id })).toHaveLength(2);
    expect(await outcome(library.list(member, { collection: collection.id })), 'of another shelf').toBe('not_found');
  });

  it('are made once, however often they are sent, and are bounded', async () => {
    const who = library.people.stranger;
    const id = uuid7();
    expect(await make(who, 'Once', null, id)).toEqual(await make(who, 'Once', null, id));
    expect(await outcome(make(library.people.removed, 'Mine', null, id))).toBe('collection_differs');
    const many = Array.from({ length: 198 }, (_, index) => ({ id: uuid7(), userId: who.userId, name: `Number ${index + 2}` }));
    await deps.db.insert(imageCollections).values(many);
    await make(who, 'Number 200');
    expect(await outcome(make(who, 'One too many'))).toBe('too_many_collections');
  });

  it('are gone for good a day after they could be restored', async () => {
    const who = library.people.removed;
    const [kept, gone] = [await make(who, 'Kept'), await make(who, 'Gone')];
    for (const { id } of [kept, gone]) await library.ask('deleteImageCollection', who, { collectionId: id });
    const deletedAt = new Date(Date.now() - 31.5 * 24 * 3600 * 1000);
    await deps.db.update(imageCollections).set({ deletedAt }).where(eq(imageCollections.id, gone.id));
    const restore = (collectionId: string) => outcome(library.ask('restoreImageCollection', who, { collectionId }));
    expect(await restore(gone.id)).toBe('not_found');
    await imageJobs(deps)['sweep-collections']({}, new AbortController().signal);
    const left = await deps.db.select().from(imageCollections).where(eq(imageCollections.userId, who.userId));
    expect(idsOf(left)).toEqual([kept.id]);
    expect(await restore(kept.id)).toBe('done');
  });
});
