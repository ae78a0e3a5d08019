// A shelf holds what the policies show, no more and no less, whoever looks and whatever is asked for.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { favouriteImages, generatedImages } from '#server/db/schema/generation.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import { relationOf, standingOf } from '#server/events/policy.ts';
import { findEvents } from '#server/events/repository.ts';
import { imageOperations } from '#server/images/operations.ts';
import { canRestorePhoto, canSeePhoto } from '#server/photos/policy.ts';
import { findPhotos } from '#server/photos/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { addOrganization, addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { outcome } from '#tests/support/event-world.ts';
import { makeGenerationWorld, type GenerationWorld } from '#tests/support/generation-world.ts';
import { addMembership, viewerOf } from '#tests/support/organization-world.ts';
import { addPhotoRow, answerOf } from '#tests/support/photo-rows.ts';
import { addEvent, callOf, viewer } from '#tests/support/photo-world.ts';

type Schemas = components['schemas'];
type Query = Record<string, unknown>;

let deps: TestDeps;
let generation: GenerationWorld;
let operations: ReturnType<typeof imageOperations>;
const people: Record<string, Viewer> = {};
const allPhotos: string[] = [];
let [aurora, borealis] = ['', ''];

const list = async (who: Viewer, query: Query) =>
  answerOf<Schemas['ShelfPage']>(await operations.listImages(callOf<'listImages'>(who, {}, { query })));

/** Everything of a shelf, read in small pages. */
async function shelf(who: Viewer, query: Query = {}): Promise<Schemas['ShelfImage'][]> {
  const items: Schemas['ShelfImage'][] = [];
  let cursor: string | null = null;
  do {
    const page: Schemas['ShelfPage'] = await list(who, { ...query, limit: 7, ...(cursor !== null && { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** All photos, judged one by one by the policies. */
async function judged(who: Viewer) {
  const rows = await findPhotos(deps.db, allPhotos, who.userId);
  const known = new Map((await findEvents(deps.db, [...new Set(rows.map(({ eventId }) => eventId))], who.userId)).map((e) => [e.id, e]));
  return rows.map((photo) => {
    const event = known.get(photo.eventId)!;
    const reader = { userId: who.userId, relation: relationOf(standingOf(who, event), event) };
    return {
      photo,
      event,
      sees: photo.deletedAt === null && canSeePhoto(reader, event, photo),
      restores: photo.deletedAt !== null && photo.deletedBy === who.userId && canRestorePhoto(reader, event, photo),
    };
  });
}

/** Their ids in the shelf's order. */
function inOrder(found: Awaited<ReturnType<typeof judged>>): string[] {
  const key = ({ photo }: (typeof found)[number]) => `${photo.takenAt.toISOString()} ${photo.id}`;
  return found.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ photo }) => photo.id);
}

beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  generation = await makeGenerationWorld(deps);
  operations = imageOperations(deps);
  const [a, b] = [await addOrganization(deps), await addOrganization(deps)];
  [aurora, borealis] = [a.id, b.id];
  people.owner = await viewerOf(deps, a.adminId);
  people.member = await viewerOf(deps, (await addMembership(deps, a.id, { role: 'member' })).userId);
  people.elsewhere = await viewerOf(deps, b.adminId);
  people.participant = viewer(await addUser(deps, 'Mika'));
  people.removed = viewer(await addUser(deps, 'Ben'));
  people.stranger = viewer(await addUser(deps, 'Zoe'));
  const kinds = [
    { name: 'Harbour night' },
    { name: 'Open air', type: 'public' as const },
    { name: 'Draft of autumn', status: 'draft' as const },
    { name: 'Closed gallery', autoGallery: false },
    { name: 'Harbour in winter', autoGallery: false, publishedAt: new Date() },
    { name: 'Deleted party', deletedAt: new Date() },
  ];
  let minute = 0;
  for (const organization of [aurora, borealis]) {
    for (const kind of kinds) {
      const eventId = await addEvent(deps, organization, kind);
      await deps.db.insert(eventParticipants).values([
        { eventId, userId: people.participant.userId },
        { eventId, userId: people.removed.userId, removedAt: new Date() },
      ]);
      for (const who of Object.values(people)) {
        for (const [status, state, camera] of [
          ['approved', 'ready', 'Canon EOS R5'],
          ['pending', 'ready', null],
          ['rejected', 'ready', 'Pixel 9'],
          ['approved', 'unreadable', null],
        ] as const) {
          minute += 7;
          const takenAt = new Date(Date.UTC(2026, 10, 1) + (minute % 300) * 60_000);
          const { id } = await addPhotoRow(deps, eventId, who.userId, { status, state, camera, takenAt });
          allPhotos.push(id);
        }
      }
    }
  }
  // Everybody likes every third photo, whether they may see it or not; some photos are deleted.
  const liked = allPhotos.filter((_, at) => at % 3 === 0);
  for (const { userId } of Object.values(people)) await deps.db.insert(photoLikes).values(liked.map((photoId) => ({ photoId, userId })));
  for (const [at, id] of allPhotos.entries()) {
    if (at % 11 !== 0) continue;
    const deletedBy = Object.values(people)[at % Object.values(people).length]!.userId;
    await deps.db.update(photos).set({ deletedAt: new Date(), deletedBy }).where(eq(photos.id, id));
  }
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const names = ['owner', 'member', 'elsewhere', 'participant', 'removed', 'stranger'] as const;

describe.each(names)('the shelf of the %s', (name) => {
  it('holds the photos that they took or like, and may see', async () => {
    const who = people[name]!;
    const all = await judged(who);
    const own = all.filter(({ sees, photo }) => sees && photo.uploaderId === who.userId);
    const liked = all.filter(({ sees, photo }) => sees && photo.isLiked);
    const items = await shelf(who);
    expect(idsOf(items)).toEqual(inOrder([...new Set([...own, ...liked])]));
    expect(idsOf(await shelf(who, { mine: true }))).toEqual(inOrder(own));
    expect(idsOf(await shelf(who, { favourite: true }))).toEqual(inOrder(liked));
    expect(idsOf(await shelf(who, { favourite: true, mine: true }))).toEqual(inOrder(liked.filter((one) => own.includes(one))));
    expect(idsOf(await shelf(who, { source: 'generated' }))).toEqual([]);
    expect(items.every(({ photo, event, generated }) => photo !== null && event !== null && generated === null)).toBe(true);
  });

  it('is searched by event, photographer and camera, and narrowed by time', async () => {
    const who = people[name]!;
    const all = (await judged(who)).filter(({ sees, photo }) => sees && (photo.uploaderId === who.userId || photo.isLiked));
    const found = (q: string) =>
      all.filter(({ photo, event }) =>
        [event.name, `${photo.uploaderFirstName} ${photo.uploaderLastName}`, photo.camera ?? ''].some((text) =>
          text.toLowerCase().includes(q.toLowerCase()),
        ),
      );
    for (const q of ['harbour', 'mika te', 'PIXEL', 'eos r5', 'Test', 'nothing holds this', '100%', '_'])
      expect(idsOf(await shelf(who, { q })), q).toEqual(inOrder(found(q)));
    const [from, to] = ['2026-11-01T01:00:00.000Z', '2026-11-01T02:00:00.000Z'];
    const between = all.filter(({ photo }) => photo.takenAt >= new Date(from) && photo.takenAt < new Date(to));
    expect(idsOf(await shelf(who, { from, to }))).toEqual(inOrder(between));
  });

  it('tells what of their own deletions they can take back', async () => {
    const who = people[name]!;
    const restorable = (await judged(who)).filter(({ restores }) => restores);
    const items = await shelf(who, { deleted: true });
    expect(idsOf(items)).toEqual(inOrder(restorable));
    expect(items.every(({ restorable_until: until }) => until !== null && Date.parse(until) > Date.now())).toBe(true);
  });
});

describe('the shelf of an organization', () => {
  it.each(['owner', 'member'] as const)('holds all photos of its events for its %s', async (name) => {
    const who = people[name]!;
    const all = (await judged(who)).filter(({ sees, event }) => sees && event.organizationId === aurora);
    const query = { organization_id: aurora };
    expect(all.length).toBeGreaterThan(80);
    expect(idsOf(await shelf(who, query))).toEqual(inOrder(all));
    expect(idsOf(await shelf(who, { ...query, mine: true }))).toEqual(inOrder(all.filter(({ photo }) => photo.uploaderId === who.userId)));
    expect(idsOf(await shelf(who, { ...query, favourite: true }))).toEqual(inOrder(all.filter(({ photo }) => photo.isLiked)));
    const mika = all.filter(({ photo, event }) => photo.uploaderFirstName === 'Mika' || /mika/i.test(event.name));
    expect(idsOf(await shelf(who, { ...query, q: 'mika' }))).toEqual(inOrder(mika));
    const pixel = all.filter(({ photo }) => photo.camera === 'Pixel 9');
    expect(idsOf(await shelf(who, { ...query, q: 'pixel' }))).toEqual(inOrder(pixel));
    const harbour = all.filter(({ event }) => event.name.startsWith('Harbour'));
    expect(idsOf(await shelf(who, { ...query, q: 'harbour' }))).toEqual(inOrder(harbour));
  });

  it.each(['elsewhere', 'participant', 'removed', 'stranger'] as const)('is not there for the %s', async (name) => {
    expect(await outcome(shelf(people[name]!, { organization_id: aurora }))).toBe('not_found');
  });
});

describe('images that were made', () => {
  it('stand among the photos by their time, for whom they are', async () => {
    const who = people.member!;
    const make = async (organization_id: string | null, at: string) => {
      const { id } = await generation.create(who, { organization_id, prompt: `A lighthouse at ${at}` });
      await generation.run(id);
      const [image] = (await generation.ask('getGeneration', who, { generationId: id })).images;
      await deps.db
        .update(generatedImages)
        .set({ createdAt: new Date(at) })
        .where(eq(generatedImages.id, image!.id));
      return image!.id;
    };
    const own = await make(null, '2026-11-01T01:30:00.500Z');
    const shared = await make(aurora, '2026-11-01T02:30:00.500Z');
    const times = (items: Schemas['ShelfImage'][]) => items.map(({ at }) => at);
    const personal = await shelf(who);
    expect(idsOf(personal)).toContain(own);
    expect(idsOf(personal)).not.toContain(shared);
    expect(times(personal)).toEqual(times(personal).toSorted().toReversed());
    expect(idsOf(await shelf(people.owner!))).not.toContain(own);
    const organizations = await shelf(people.owner!, { organization_id: aurora });
    expect(idsOf(organizations)).toContain(shared);
    expect(idsOf(organizations)).not.toContain(own);
    expect(times(organizations)).toEqual(times(organizations).toSorted().toReversed());

    const only = async (query: Query) => idsOf(await shelf(who, query));
    expect(await only({ source: 'generated' })).toEqual([own]);
    expect(await only({ source: 'photos' })).not.toContain(own);
    expect(await only({ q: 'LIGHTHOUSE' })).toEqual([own]);
    expect(await only({ model: 'builtin:fake' })).toEqual([own]);
    expect(await only({ model: 'builtin:other' })).toEqual([]);
    expect(await only({ source: 'generated', favourite: true })).toEqual([]);
    await deps.db.insert(favouriteImages).values({ userId: who.userId, imageId: own });
    expect(await only({ source: 'generated', favourite: true })).toEqual([own]);
    expect(await only({ organization_id: aurora, source: 'generated', mine: true })).toEqual([shared]);
    expect(idsOf(await shelf(people.owner!, { organization_id: aurora, source: 'generated', mine: true }))).toEqual([]);
  });

  it('are deleted and restored together, each by who may', async () => {
    const { member, owner, stranger } = people as Record<'member' | 'owner' | 'stranger', Viewer>;
    const mine = idsOf(await shelf(member, { source: 'generated' }));
    const shared = idsOf(await shelf(member, { organization_id: aurora, source: 'generated' }));
    const ids = [...mine, ...shared];
    const strangers = await generation.ask('deleteGeneratedImages', stranger, {}, { body: { ids } });
    expect(strangers).toEqual({ deleted: [], refused: ids });
    expect(await generation.ask('deleteGeneratedImages', member, {}, { body: { ids } })).toEqual({
      deleted: expect.arrayContaining(ids),
      refused: [],
    });
    expect(idsOf(await shelf(member, { source: 'generated' }))).toEqual([]);
    expect(idsOf(await shelf(member, { source: 'generated', deleted: true }))).toEqual(mine);
    // The organization's admin restores what others deleted of it.
    expect(idsOf(await shelf(owner, { organization_id: aurora, source: 'generated', deleted: true }))).toEqual(shared);
    expect(await generation.ask('restoreGeneratedImages', owner, {}, { body: { ids } })).toEqual({ restored: shared, refused: mine });
    expect(await generation.ask('restoreGeneratedImages', member, {}, { body: { ids } })).toEqual({
      restored: expect.arrayContaining(ids),
      refused: [],
    });
    expect(idsOf(await shelf(member, { source: 'generated' }))).toEqual(mine);
  });
});

describe('collections', () => {
  const ask = async <Body>(answer: Promise<unknown>) => answerOf((await answer) as { status: number; body: Body });
  const make = (who: Viewer, name: string, organization_id: string | null = null, id = uuid7()) =>
    ask<Schemas['ImageCollection']>(operations.createImageCollection(callOf(who, {}, { body: { id, name, organization_id } })));
  const fill = (who: Viewer, collectionId: string, ids: string[]) =>
    ask<Schemas['CollectedImages']>(operations.addToImageCollection(callOf(who, { collectionId }, { body: { ids } })));

  it('hold what one may see, and show no more of it than one may see by now', async () => {
    const who = people.participant!;
    const all = await judged(who);
    const seen = all.filter(({ sees }) => sees);
    const hidden = all.filter(({ sees }) => !sees).map(({ photo }) => photo.id);
    const { id } = await make(who, 'For the album');
    const { changed, refused } = await fill(who, id, [...seen.map(({ photo }) => photo.id).slice(0, 90), ...hidden.slice(0, 90)]);
    expect(changed).toHaveLength(Math.min(90, seen.length));
    expect(refused).toEqual(hidden.slice(0, 90));
    expect(await fill(who, id, changed)).toEqual({ changed: [], refused: [] });
    expect(idsOf(await shelf(who, { collection: id }))).toEqual(inOrder(seen.filter(({ photo }) => changed.includes(photo.id))));
    expect(await outcome(shelf(people.stranger!, { collection: id }))).toBe('not_found');
    expect(await outcome(fill(people.stranger!, id, changed))).toBe('not_found');

    // Whoever is removed from an event sees nothing of it here either.
    const eventId = seen[0]!.event.id;
    const removing = (removedAt: Date | null) =>
      deps.db.update(eventParticipants).set({ removedAt }).where(eq(eventParticipants.eventId, eventId));
    await removing(new Date());
    const left = await shelf(who, { collection: id });
    expect(left.length).toBeGreaterThan(0);
    expect(left.some(({ event }) => event?.id === eventId)).toBe(false);
    await deps.db.update(events).set({ type: 'private' }).where(eq(events.id, eventId));
  });

  it('of an organization are filled by its members and changed by who made them or runs it', async () => {
    const { member, owner, elsewhere } = people as Record<'member' | 'owner' | 'elsewhere', Viewer>;
    const collection = await make(member, 'Press', aurora);
    const path = { collectionId: collection.id };
    expect(await outcome(make(elsewhere, 'Press', aurora))).toBe('not_found');
    const foreign = (await judged(elsewhere)).find(({ sees, event }) => sees && event.organizationId === borealis)!.photo.id;
    const [one, another] = idsOf(await shelf(owner, { organization_id: aurora, source: 'photos' }));
    const [made] = idsOf(await shelf(owner, { organization_id: aurora, source: 'generated' }));
    expect(await fill(owner, collection.id, [one!, another!, made!, foreign])).toEqual({
      changed: expect.arrayContaining([one, another, made]),
      refused: [foreign],
    });
    const listed = await ask<Schemas['ImageCollectionList']>(
      operations.listImageCollections(callOf(member, {}, { query: { organization_id: aurora } })),
    );
    expect(listed.items).toMatchObject([{ name: 'Press', images_count: 3, can: { change: true } }]);
    const owners = await make(owner, 'Print', aurora);
    const rename = (who: Viewer, collectionId: string) =>
      operations.renameImageCollection(callOf(who, { collectionId }, { body: { name: 'Renamed' } }));
    expect(await outcome(rename(member, owners.id))).toBe('forbidden');
    expect(await ask(rename(owner, collection.id))).toMatchObject({ name: 'Renamed' });
    expect(await outcome(rename(elsewhere, collection.id))).toBe('not_found');

    const taken = await ask(operations.removeFromImageCollection(callOf(member, path, { body: { ids: [one!, foreign] } })));
    expect(taken).toEqual({ changed: [one], refused: [foreign] });
    await operations.deleteImageCollection(callOf(member, path));
    expect(await outcome(shelf(member, { organization_id: aurora, collection: collection.id }))).toBe('not_found');
    expect(await ask(operations.restoreImageCollection(callOf(owner, path)))).toMatchObject({ images_count: 2 });
    expect(await shelf(member, { organization_id: aurora, collection: collection.id })).toHaveLength(2);
    expect(await outcome(shelf(member, { collection: collection.id })), 'of another shelf').toBe('not_found');
  });

  it('are made once, however often they are sent, and are bounded', async () => {
    const who = people.stranger!;
    const id = uuid7();
    expect(await make(who, 'Once', null, id)).toEqual(await make(who, 'Once', null, id));
    expect(await outcome(make(people.removed!, 'Mine', null, id))).toBe('collection_differs');
    for (let made = 1; made < 200; made++) await make(who, `Number ${made}`);
    expect(await outcome(make(who, 'One too many'))).toBe('too_many_collections');
  });
});
