// Posting a generated image to an event: once, whatever is repeated, and again after it was withdrawn.
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventCounters } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { uploadBounds } from '#server/settings/policy.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Viewer } from '#server/viewer.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import {
  createParticipant,
  createUpload,
  createUser,
  eventWithMembers,
  type EventWithMembers,
  photoRequest,
} from '#tests/support/factories/database.ts';
import { openGenerator, type TestGenerator } from '#tests/support/fake-generator.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let generator: TestGenerator;
let scene: EventWithMembers;
let image: { id: string; bytes: Buffer };
beforeAll(async () => {
  deps = await openTestDeps({ PERSONAL_CREDITS: '1000' });
  generator = await openGenerator(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);
beforeEach(async () => {
  scene = await eventWithMembers(deps);
  image = await make(scene.guest);
});

/** A generated image with its file. */
async function make(who: Viewer, organizationId: string | null = null) {
  const { id: generationId } = await generator.create(who, { organization_id: organizationId });
  await generator.run(generationId);
  const { images } = await generator.ask('getGeneration', who, { generationId });
  const stored = await deps.storage.get(storageKeys.generated(generationId, 0, 'original'));
  if (!images[0] || !stored) throw new Error('no image was made');
  return { id: images[0].id, bytes: await buffer(stored.stream) };
}

/** As a device sends it, with an id of its own. */
async function post(who: Viewer, { id, bytes } = image, eventId = scene.eventId, changes: Parameters<typeof photoRequest>[2] = {}) {
  const body = photoRequest(await createUpload(deps, who.userId, bytes), bytes, {
    content_type: 'image/png',
    source: 'generated',
    generated_image_id: id,
    ...changes,
  });
  // Two stores of uploads, as in two server processes.
  const server = createPhotoOperation(deps, createUploads(deps), () => uploadBounds(deps.config));
  const answer = await server.createPhoto(callOf<'createPhoto'>(who, { id: eventId }, { body }));
  return { status: answer.status, sentId: body.id, photo: answerOf(answer) };
}
const postsOf = async (who: Viewer, imageId = image.id) => (await generator.ask('getGeneratedImage', who, { imageId })).posts;
const remove = (who: Viewer, photoId: string) =>
  deletionCalls(deps).deletePhoto(callOf<'deletePhoto'>(who, { id: scene.eventId, photoId }));
const restore = (who: Viewer, photoId: string) =>
  deletionCalls(deps).restorePhotos(callOf<'restorePhotos'>(who, { id: scene.eventId }, { body: { ids: [photoId] } }));
const count = async (eventId = scene.eventId) =>
  (await deps.db.select().from(eventCounters).where(eq(eventCounters.eventId, eventId)))[0]?.photosCount ?? 0;

describe('an image posted to an event', () => {
  it('is listed with the image, and withdrawn and posted again', async () => {
    expect(await postsOf(scene.guest)).toEqual([]);
    const { status, photo } = await post(scene.guest);
    expect([status, photo.source]).toEqual([201, 'generated']);
    const [listed] = (await postsOf(scene.guest)) ?? [];
    expect(listed).toMatchObject({ event_id: scene.eventId, photo_id: photo.id, status: 'approved', is_own: true });

    await remove(scene.guest, photo.id);
    expect(await postsOf(scene.guest)).toEqual([]);
    await restore(scene.guest, photo.id);
    expect(await postsOf(scene.guest)).toMatchObject([{ photo_id: photo.id }]);
    await remove(scene.guest, photo.id);
    const again = await post(scene.guest);
    expect(again.status).toBe(201);
    expect(await postsOf(scene.guest)).toMatchObject([{ photo_id: again.photo.id }]);
    expect(await count()).toBe(1);
  });

  it('is one photo, although several devices send it with ids of their own, one after the other or at once', async () => {
    const first = await post(scene.guest);
    const second = await post(scene.guest);
    expect([second.status, second.photo.id]).toEqual([200, first.photo.id]);
    expect(second.sentId).not.toBe(first.photo.id);

    for (let round = 0; round < 5; round += 1) {
      const other = await make(scene.guest);
      const sent = await Promise.all(Array.from({ length: 6 }, () => post(scene.guest, other)));
      expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(sent.map(({ photo }) => photo.id)).size).toBe(1);
    }
    expect(await count()).toBe(6);
    // The uploads of the others are gone, and so are their files.
    const lost = await post(scene.guest);
    expect(await deps.storage.size(storageKeys.original({ id: lost.sentId, sha256: lost.photo.sha256 }))).toBeNull();
  });

  it('is one photo when it is posted again by several at once after it was withdrawn', async () => {
    const { photo } = await post(scene.guest);
    await remove(scene.guest, photo.id);
    const sent = await Promise.all(Array.from({ length: 6 }, () => post(scene.guest)));
    expect(new Set(sent.map((each) => each.photo.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('goes to several events, once each, and waits for approval where the event asks for it', async () => {
    const other = await eventWithMembers(deps, { requireApproval: true });
    const guest = { ...scene.guest };
    await post(guest);
    await createParticipant(deps, other.eventId, { userId: guest.userId });
    expect((await post(guest, image, other.eventId)).status).toBe(201);
    expect((await post(guest, image, other.eventId)).status).toBe(200);
    expect((await postsOf(guest))?.map(({ event_id, status }) => [event_id, status])).toEqual([
      [scene.eventId, 'approved'],
      [other.eventId, 'pending'],
    ]);
    await deps.db.update(photos).set({ status: 'rejected' }).where(eq(photos.eventId, other.eventId));
    expect((await postsOf(guest))?.[1]).toMatchObject({ status: 'rejected' });
  });

  it('of an organization is posted once by all its members', async () => {
    const { organizationId, owner } = scene;
    const shared = await make(owner, organizationId);
    const colleague: Viewer = { ...owner, userId: await createUser(deps), sessionId: uuid7() };
    await post(owner, shared);
    expect(await outcome(post(colleague, shared))).toBe('image_already_posted');
    expect(await postsOf(colleague, shared.id)).toMatchObject([{ event_id: scene.eventId, is_own: false }]);
    expect(await count()).toBe(1);
  });
});

it('links no image that the sender does not see, and none with other bytes; the photo arrives all the same', async () => {
  const stranger = await make(scene.owner);
  const stolen = await post(scene.guest, stranger);
  expect(stolen.status).toBe(201);
  expect(await postsOf(scene.owner, stranger.id)).toEqual([]);
  const different = await post(scene.guest, { id: image.id, bytes: (await make(scene.guest)).bytes });
  // One color for each seed, and seeds are random.
  expect(different.status).toBe(201);
  expect(await postsOf(scene.guest)).toEqual([]);
  const shot = await post(scene.guest, image, scene.eventId, { source: 'import' });
  expect(shot.status).toBe(201);
  expect(await postsOf(scene.guest)).toEqual([]);
  expect((await post(scene.guest, { ...image, id: uuid7() })).status).toBe(201);
});

it('names no event of others: of an image of an organization, its members see posts to its own events', async () => {
  const { organizationId, owner } = scene;
  const shared = await make(owner, organizationId);
  const elsewhere = await eventWithMembers(deps);
  await createParticipant(deps, elsewhere.eventId, { userId: owner.userId });
  await post(owner, shared, elsewhere.eventId);
  const colleague: Viewer = { ...owner, userId: await createUser(deps) };
  expect(await postsOf(owner, shared.id)).toHaveLength(1);
  expect(await postsOf(colleague, shared.id)).toEqual([]);
});
