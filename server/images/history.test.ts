// What an image was derived from: noted with each request, and shown to those who may see it.
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventParticipants } from '#server/db/schema/events.ts';
import { generatedImages, generations, generationUploads } from '#server/db/schema/generation.ts';
import { photos } from '#server/db/schema/photos.ts';
import { imageOperations } from '#server/images/operations.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createEvent,
  createMembership,
  createOrganization,
  createPhoto,
  createUser,
  viewer,
  viewerOf,
} from '#tests/support/factories/database.ts';
import { fakeModel, openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { type AskAs, askOperations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let ana: Viewer;
const ask: AskAs<'getImageHistory', Viewer> = (...call) => askOperations(imageOperations(deps, generator.catalog))(...call);
const plain = fakeModel();
const masked = fakeModel({ id: 'builtin:masked', model: 'masked', capabilities: { ...plain.capabilities, mask: true } });
const upscale = fakeModel({ id: 'builtin:up', model: 'up', task: 'upscale' });

beforeAll(async () => {
  deps = await openTestDeps({ GENERATIONS_PER_PERSON: '100', PERSONAL_CREDITS: '1000' });
  generator = await openGenerator(deps, [plain, masked, upscale], async (_viewer, _event, id) => ({
    key: storageKeys.download(id),
    width: 40,
    height: 30,
  }));
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  ana = viewer(await createUser(deps));
});

type Asked = Parameters<TestGenerator['create']>[1];
const history = (who: Viewer, itemId: string) => ask('getImageHistory', who, { itemId });

/** One image. */
async function make(who: Viewer, asked: Asked = {}): Promise<string> {
  const { id } = await generator.create(who, asked);
  await generator.run(id);
  const { images } = await generator.ask('getGeneration', who, { generationId: id });
  return images[0]!.id;
}
const from = (id: string): Asked => ({ source: { kind: 'image', id } });
const varied = (id: string): Asked => ({ derived_from: { image_id: id, action: 'variation' } });
const remove = (id: string, deletedAt: Date | null = new Date()) =>
  deps.db.update(generatedImages).set({ deletedAt }).where(eq(generatedImages.id, id));

async function storedPhoto() {
  const { id: organizationId, adminId } = await createOrganization(deps);
  const eventId = await createEvent(deps, organizationId, { type: 'private' });
  await deps.db.insert(eventParticipants).values({ eventId, userId: ana.userId });
  const { id } = await createPhoto(deps, eventId, adminId);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  await deps.storage.put(storageKeys.download(id), bytes);
  return { id, eventId, source: { source: { kind: 'photo' as const, id, event_id: eventId } } };
}

describe('the history of an image', () => {
  it('names every ancestor with its action, and everything that was derived from it', async () => {
    const photo = await storedPhoto();
    const restyled = await make(ana, photo.source);
    const mask = await generator.ask(
      'uploadGenerationSource',
      ana,
      {},
      {
        body: {
          file: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        },
      },
    );
    const inpainted = await make(ana, { ...from(restyled), model: 'builtin:masked', mask: mask.id });
    const variation = await make(ana, varied(inpainted));
    const larger = await make(ana, { ...from(variation), model: 'builtin:up', prompt: 'x' });
    const again = await make(ana, { derived_from: { image_id: variation, action: 'repeat' } });

    const seen = await history(ana, variation);
    expect(seen.action).toBe('variation');
    expect(seen.ancestors.map(({ id, action, state, parent_id }) => [id, action, state, parent_id])).toEqual([
      [photo.id, null, 'available', null],
      [restyled, 'restyle', 'available', photo.id],
      [inpainted, 'inpaint', 'available', restyled],
    ]);
    expect(seen.ancestors[0]!.item?.photo?.id).toBe(photo.id);
    expect(seen.descendants.map(({ id, action, parent_id }) => [id, action, parent_id])).toEqual([
      [larger, 'upscale', variation],
      [again, 'repeat', variation],
    ]);
    expect(seen.is_complete).toBe(true);
    const ofPhoto = await history(ana, photo.id);
    expect(ofPhoto.ancestors).toEqual([]);
    expect(ofPhoto.descendants.map(({ id }) => id)).toEqual([restyled, inpainted, variation, larger, again]);
  });

  it('begins with the upload of the viewer that the first image was made of', async () => {
    const file = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const { id: uploadId } = await generator.ask('uploadGenerationSource', ana, {}, { body: { file } });
    const restyled = await make(ana, { source: { kind: 'upload', id: uploadId } });
    const again = await make(ana, varied(restyled));
    const upload = { id: uploadId, width: 80, height: 60 };
    expect(await history(ana, restyled)).toMatchObject({ action: 'restyle', ancestors: [], upload });
    expect(await history(ana, again)).toMatchObject({ action: 'variation', ancestors: [{ id: restyled }], upload });
    await deps.db
      .update(generationUploads)
      .set({ expiresAt: new Date(0) })
      .where(eq(generationUploads.id, uploadId));
    expect((await history(ana, restyled)).upload).toBeUndefined();
  });

  it('is read from the request where an older release noted nothing else', async () => {
    const first = await make(ana);
    const second = await make(ana, from(first));
    const [row] = await deps.db.select().from(generatedImages).where(eq(generatedImages.id, second));
    await deps.db.update(generations).set({ action: null, parentId: null, parentKind: null }).where(eq(generations.id, row!.generationId));
    expect(await history(ana, second)).toMatchObject({ action: 'restyle', ancestors: [{ id: first, state: 'available' }] });
    expect((await history(ana, first)).descendants).toMatchObject([{ id: second, action: 'restyle', parent_id: first }]);
  });

  it('says that an ancestor was deleted, for now or for good, and leaves out deleted branches that lead nowhere', async () => {
    const first = await make(ana);
    const second = await make(ana, varied(first));
    const third = await make(ana, varied(second));
    const dead = await make(ana, varied(first));
    await remove(second);
    await remove(dead);
    expect((await history(ana, third)).ancestors.map(({ id, state, item }) => [id, state, item === null])).toEqual([
      [first, 'available', false],
      [second, 'deleted', true],
    ]);
    expect((await history(ana, first)).descendants.map(({ id, state }) => [id, state])).toEqual([
      [second, 'deleted'],
      [third, 'available'],
    ]);
    await deps.db.delete(generatedImages).where(eq(generatedImages.id, second));
    expect((await history(ana, third)).ancestors).toEqual([{ id: null, parent_id: null, action: null, state: 'deleted', item: null }]);
    expect(await outcome(history(ana, second))).toBe('not_found');
  });

  it('shows nobody what they may not see: not the image, not its ancestors, not its id', async () => {
    const { id: organization, adminId } = await createOrganization(deps);
    const member = await viewerOf(deps, (await createMembership(deps, organization, { role: 'member' })).userId);
    const owner = await viewerOf(deps, adminId);
    const grandparent = await make(member);
    const secret = await make(member, varied(grandparent));
    const shared = await make(member, { ...varied(secret), organization_id: organization });
    const mine = await make(owner, varied(shared));
    expect((await history(member, shared)).ancestors.map(({ id }) => id)).toEqual([grandparent, secret]);
    const seen = await history(owner, shared);
    expect(seen.ancestors).toEqual([{ id: null, parent_id: null, action: null, state: 'unavailable', item: null }]);
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(seen.descendants.map(({ id }) => id)).toEqual([mine]);
    expect((await history(member, shared)).descendants).toEqual([]);
    expect(await outcome(history(owner, secret))).toBe('not_found');
    expect(await outcome(history(ana, shared))).toBe('not_found');
    // Nor can it be named as a parent.
    expect(await outcome(generator.create(ana, varied(shared)))).toBe('source_unavailable');
    await remove(mine);
    expect(await outcome(generator.create(owner, varied(mine)))).toBe('source_unavailable');
    expect(await outcome(generator.create(owner, varied(uuid7())))).toBe('source_unavailable');
  });

  it('hides a photo of an event from those who were removed from it', async () => {
    const photo = await storedPhoto();
    const restyled = await make(ana, photo.source);
    await deps.db.update(eventParticipants).set({ removedAt: new Date() }).where(eq(eventParticipants.eventId, photo.eventId));
    expect((await history(ana, restyled)).ancestors).toMatchObject([{ id: null, state: 'unavailable' }]);
    await deps.db.update(eventParticipants).set({ removedAt: null }).where(eq(eventParticipants.eventId, photo.eventId));
    await deps.db.update(photos).set({ deletedAt: new Date() }).where(eq(photos.id, photo.id));
    expect((await history(ana, restyled)).ancestors).toMatchObject([{ id: photo.id, state: 'deleted', item: null }]);
  });

  it('lists at most 200 descendants, and says so', async () => {
    const first = await make(ana);
    const [row] = await deps.db.select().from(generatedImages).where(eq(generatedImages.id, first));
    const [generation] = await deps.db.select().from(generations).where(eq(generations.id, row!.generationId));
    const copies = Array.from({ length: 201 }, (_, seq) => ({
      ...generation!,
      id: uuid7(),
      seq: 1000 + seq,
      action: 'variation' as const,
      parentId: first,
      parentKind: 'image' as const,
    }));
    await deps.db.insert(generations).values(copies);
    await deps.db.insert(generatedImages).values(copies.map(({ id }) => ({ ...row!, id: uuid7(), generationId: id })));
    const seen = await history(ana, first);
    expect([seen.descendants.length, seen.is_complete]).toEqual([200, false]);
  });
});
