// A library contains exactly the photos and images that the policies allow, for every viewer and filter.
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.ts';
import { favoriteImages, generatedImages } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { idsOf, inLibraryOrder, openLibrary, type Judged, type LibraryInput, type TestLibrary } from '#tests/support/library.ts';
import { outcome } from '#tests/support/operations.ts';

type Schemas = components['schemas'];

let deps: TestDeps;
let generation: TestGenerator;
let library: TestLibrary;
beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100' });
  const fake = fakeModel();
  const styles = [
    { id: 'oil-paint', name: 'Oil' },
    { id: 'pencil', name: 'Pencil' },
  ];
  const filters = fakeModel({
    id: 'builtin:filters',
    model: 'filters',
    name: 'Photo filters',
    capabilities: { ...fake.capabilities, prompt: 'optional', styles },
  });
  generation = await openGenerator(deps, [fake, filters]);
  library = await openLibrary(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const names = ['owner', 'member', 'elsewhere', 'participant', 'removed', 'stranger'] as const;

describe.each(names)('the shelf of the %s', (name) => {
  it('contains visible photos that they took or liked', async () => {
    const who = library.people[name];
    const all = await library.judged(who);
    const own = all.filter(({ sees, photo }) => sees && photo.uploaderId === who.userId);
    const liked = all.filter(({ sees, photo }) => sees && photo.isLiked);
    const items = await library.list(who);
    expect(idsOf(items)).toEqual(inLibraryOrder([...new Set([...own, ...liked])]));
    expect(idsOf(await library.list(who, { mine: true }))).toEqual(inLibraryOrder(own));
    expect(idsOf(await library.list(who, { favourite: true }))).toEqual(inLibraryOrder(liked));
    expect(idsOf(await library.list(who, { favourite: true, mine: true }))).toEqual(
      inLibraryOrder(liked.filter((one) => own.includes(one))),
    );
    expect(idsOf(await library.list(who, { source: 'generated' }))).toEqual([]);
    expect(items.every(({ photo, event, generated }) => photo !== null && event !== null && generated === null)).toBe(true);
  });

  it('is searched by event, photographer and camera, and narrowed by time', async () => {
    const who = library.people[name];
    const all = (await library.judged(who)).filter(({ sees, photo }) => sees && (photo.uploaderId === who.userId || photo.isLiked));
    const found = (q: string) =>
      all.filter(({ photo, event }) =>
        [event.name, `${photo.uploaderFirstName} ${photo.uploaderLastName}`, photo.camera ?? ''].some((text) =>
          text.toLowerCase().includes(q.toLowerCase()),
        ),
      );
    for (const q of ['harbour', 'mika te', 'PIXEL', 'eos r5', 'Test', 'no photo matches this', '100%', '_'])
      expect(idsOf(await library.list(who, { q })), q).toEqual(inLibraryOrder(found(q)));
    const [from, to] = ['2026-11-01T01:00:00.000Z', '2026-11-01T02:00:00.000Z'];
    const between = all.filter(({ photo }) => photo.takenAt >= new Date(from) && photo.takenAt < new Date(to));
    expect(idsOf(await library.list(who, { from, to }))).toEqual(inLibraryOrder(between));
  });

  it('lists their own deletions that can be restored', async () => {
    const who = library.people[name];
    const restorable = (await library.judged(who)).filter(({ restores }) => restores);
    const items = await library.list(who, { deleted: true });
    expect(idsOf(items)).toEqual(inLibraryOrder(restorable));
    expect(items.every(({ restorable_until: until }) => until !== null && Date.parse(until) > Date.now())).toBe(true);
  });
});

describe('the shelf of an organization', () => {
  it.each(['owner', 'member'] as const)('contains all photos of its events for its %s', async (name) => {
    const who = library.people[name];
    const all = (await library.judged(who)).filter(({ sees, event }) => sees && event.organizationId === library.organizations.aurora);
    const query = { organization_id: library.organizations.aurora };
    expect(all.length).toBeGreaterThan(80);
    expect(idsOf(await library.list(who, query))).toEqual(inLibraryOrder(all));
    expect(idsOf(await library.list(who, { ...query, mine: true }))).toEqual(
      inLibraryOrder(all.filter(({ photo }) => photo.uploaderId === who.userId)),
    );
    expect(idsOf(await library.list(who, { ...query, favourite: true }))).toEqual(inLibraryOrder(all.filter(({ photo }) => photo.isLiked)));
    const mika = all.filter(({ photo, event }) => photo.uploaderFirstName === 'Mika' || /mika/i.test(event.name));
    expect(idsOf(await library.list(who, { ...query, q: 'mika' }))).toEqual(inLibraryOrder(mika));
    const pixel = all.filter(({ photo }) => photo.camera === 'Pixel 9');
    expect(idsOf(await library.list(who, { ...query, q: 'pixel' }))).toEqual(inLibraryOrder(pixel));
    const harbour = all.filter(({ event }) => event.name.startsWith('Harbour'));
    expect(idsOf(await library.list(who, { ...query, q: 'harbour' }))).toEqual(inLibraryOrder(harbour));
  });

  it.each(['owner', 'member'] as const)(
    'lists for its %s deletions by the organization’s people, with the end of their restore period',
    async (name) => {
      const who = library.people[name];
      const isOfAurora = ({ event }: Judged[number]) => event.organizationId === library.organizations.aurora;
      const restorable = (await library.judged(who)).filter((one) => one.isRestorable && isOfAurora(one));
      expect(restorable.some(({ photo }) => photo.deletedBy !== who.userId)).toBe(true);
      expect(restorable.some(({ photo }) => photo.deletedBy === null)).toBe(true);
      const query = { organization_id: library.organizations.aurora, deleted: true };
      const items = await library.list(who, query);
      expect(idsOf(items)).toEqual(inLibraryOrder(restorable));
      expect(idsOf(await library.list(who, { ...query, q: 'harbour' }))).toEqual(
        inLibraryOrder(restorable.filter(({ event }) => event.name.startsWith('Harbour'))),
      );
      const [first] = items;
      const days = async () => {
        const item = (await library.list(who, query)).find(({ id }) => id === first!.id)!;
        return (Date.parse(item.restorable_until!) - Date.parse(item.deleted_at!)) / 86_400_000;
      };
      for (const [inTrash, expected] of [
        [true, 30],
        [false, 25 / (24 * 60)],
      ] as const) {
        await deps.db.update(photos).set({ inTrash }).where(eq(photos.id, first!.id));
        expect(await days()).toBe(expected);
      }
    },
  );

  it.each(['elsewhere', 'participant', 'removed', 'stranger'] as const)('is not there for the %s', async (name) => {
    expect(await outcome(library.list(library.people[name], { organization_id: library.organizations.aurora }))).toBe('not_found');
  });
});

describe('the months of a shelf', () => {
  beforeAll(async () => {
    const all = await deps.db.select({ id: photos.id, takenAt: photos.takenAt }).from(photos);
    for (const [at, { id, takenAt }] of all.entries())
      if (at % 5 === 0)
        await deps.db
          .update(photos)
          .set({ takenAt: new Date(takenAt.getTime() - ((at / 5) % 14) * 31 * 86_400_000) })
          .where(eq(photos.id, id));
  }, 60_000);

  it.each(names)('are those of what the %s sees on it', async (name) => {
    const who = library.people[name];
    const shelves: LibraryInput[] = [{}, { mine: true }, { favourite: true }, { deleted: true }, { source: 'photos' }];
    if (name === 'owner' || name === 'member')
      shelves.push(...shelves.map((asked) => ({ ...asked, organization_id: library.organizations.aurora })));
    for (const asked of shelves) {
      const months = (await library.list(who, asked)).map(({ at }) => at.slice(0, 7));
      expect(await library.months(who, asked), JSON.stringify(asked)).toEqual([...new Set(months)]);
    }
  });

  it('of an organization’s library are hidden from others', async () => {
    expect(await outcome(library.months(library.people.stranger, { organization_id: library.organizations.aurora }))).toBe('not_found');
  });
});

describe('images that were made', () => {
  let [own, shared] = ['', ''];
  const make = async (organization_id: string | null, at: string) => {
    const { id } = await generation.create(library.people.member, { organization_id, prompt: `A lighthouse at ${at}` });
    await generation.run(id);
    const [image] = (await generation.ask('getGeneration', library.people.member, { generationId: id })).images;
    const createdAt = new Date(at);
    await deps.db.update(generatedImages).set({ createdAt }).where(eq(generatedImages.id, image!.id));
    return image!.id;
  };
  beforeAll(async () => {
    own = await make(null, '2026-11-01T01:30:00.500Z');
    shared = await make(library.organizations.aurora, '2026-11-01T02:30:00.500Z');
  }, 60_000);

  it('are sorted among the photos by time, for the people who may see them', async () => {
    const who = library.people.member;
    const times = (items: Schemas['ShelfImage'][]) => items.map(({ at }) => at);
    const personal = await library.list(who);
    expect(idsOf(personal)).toContain(own);
    expect(idsOf(personal)).not.toContain(shared);
    expect(times(personal)).toEqual(times(personal).toSorted().toReversed());
    expect(idsOf(await library.list(library.people.owner))).not.toContain(own);
    const organizations = await library.list(library.people.owner, { organization_id: library.organizations.aurora });
    expect(idsOf(organizations)).toContain(shared);
    expect(idsOf(organizations)).not.toContain(own);
    expect(times(organizations)).toEqual(times(organizations).toSorted().toReversed());
  });

  it('are found by prompt, model and favourites', async () => {
    const who = library.people.member;
    const only = async (query: LibraryInput) => idsOf(await library.list(who, query));
    expect(await only({ source: 'generated' })).toEqual([own]);
    expect(await only({ source: 'photos' })).not.toContain(own);
    expect(await only({ q: 'LIGHTHOUSE' })).toEqual([own]);
    expect(await only({ model: 'builtin:fake' })).toEqual([own]);
    expect(await only({ model: 'builtin:other' })).toEqual([]);
    expect(await only({ source: 'generated', favourite: true })).toEqual([]);
    await deps.db.insert(favoriteImages).values({ userId: who.userId, imageId: own });
    expect(await only({ source: 'generated', favourite: true })).toEqual([own]);
    expect(await only({ organization_id: library.organizations.aurora, source: 'generated', mine: true })).toEqual([shared]);
    expect(
      idsOf(await library.list(library.people.owner, { organization_id: library.organizations.aurora, source: 'generated', mine: true })),
    ).toEqual([]);
  });

  it('are found by their title: the name of the style or the model', async () => {
    const who = library.people.member;
    const styled = async (style: string) => {
      const { id } = await generation.create(who, { model: 'builtin:filters', prompt: '', style });
      await generation.run(id);
      return (await generation.ask('getGeneration', who, { generationId: id })).images[0]!.id;
    };
    const [oil, pencil] = [await styled('oil-paint'), await styled('pencil')];
    const found = async (q: string) => idsOf(await library.list(who, { q, source: 'generated' }));
    expect(await found('OIL')).toEqual([oil]);
    expect(await found('penc')).toEqual([pencil]);
    expect((await found('photo filters')).toSorted()).toEqual([oil, pencil].toSorted());
    expect(await found('fake')).toEqual([own]);
    expect(await found('oil-paint'), 'an id is shown nowhere').toEqual([]);
    expect(await found('o_l')).toEqual([]);
    await deps.db.delete(generatedImages).where(inArray(generatedImages.id, [oil, pencil]));
  });

  it('are deleted and restored in bulk, each if permitted', async () => {
    const { member, owner, stranger } = library.people;
    const mine = idsOf(await library.list(member, { source: 'generated' }));
    const shared = idsOf(await library.list(member, { organization_id: library.organizations.aurora, source: 'generated' }));
    const ids = [...mine, ...shared];
    const strangers = await generation.ask('deleteGeneratedImages', stranger, {}, { body: { ids } });
    expect(strangers).toEqual({ deleted: [], refused: ids });
    expect(await generation.ask('deleteGeneratedImages', member, {}, { body: { ids } })).toEqual({
      deleted: expect.arrayContaining(ids),
      refused: [],
    });
    expect(idsOf(await library.list(member, { source: 'generated' }))).toEqual([]);
    expect(idsOf(await library.list(member, { source: 'generated', deleted: true }))).toEqual(mine);
    // The organization's admin restores what others deleted of it.
    expect(idsOf(await library.list(owner, { organization_id: library.organizations.aurora, source: 'generated', deleted: true }))).toEqual(
      shared,
    );
    expect(await generation.ask('restoreGeneratedImages', owner, {}, { body: { ids } })).toEqual({ restored: shared, refused: mine });
    expect(await generation.ask('restoreGeneratedImages', member, {}, { body: { ids } })).toEqual({
      restored: expect.arrayContaining(ids),
      refused: [],
    });
    expect(idsOf(await library.list(member, { source: 'generated' }))).toEqual(mine);
  });
});
