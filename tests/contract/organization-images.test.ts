// Images generated for an organization: its active members can see them, and nobody else learns that they exist.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents, demoOrganizationIds } from '#server/seed/ids.ts';
import { deliver, type Answer, type CallOptions, type Person } from '#tests/support/api.ts';
import { createEvent, expectStatus, moderate, newParticipant, updateEvent } from '#tests/support/events.ts';
import { requestImages, waitForGeneration } from '#tests/support/generations.ts';
import { picture } from '#tests/support/pictures.ts';
import { codeOf, row, told } from './ask.ts';
import { base, readyPhoto, roles, thirdParty, fixture, type RoleName, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

const aurora = demoOrganizationIds.aurora;
const drawing = { model: 'builtin:illustrator', prompt: 'A lantern over the harbour', organization_id: aurora };

let w: Fixture;
/** Made by the member for Aurora, and its image. */
let generation: Schemas['Generation'];
let imageId: string;
beforeAll(async () => {
  w = await fixture();
  const { member } = w.people;
  generation = await waitForGeneration(member, (await requestImages(member, drawing)).id);
  imageId = generation.images[0]!.id;
}, 120_000);

/** A call in the name of an organization: 403 for those who only manage all organizations, 404 for everyone else. */
function asMember(role: RoleName, fine: number): number {
  if (role === 'nobody') return 401;
  if (role === 'member' || role === 'owner') return fine;
  return role === 'admin' || role === 'super' ? 403 : 404;
}

/** A call by image ID alone: 404 for everyone else. */
function asKnowing(role: RoleName, fine: number): number {
  const status = asMember(role, fine);
  return status === 403 ? 404 : status;
}

async function ask(role: RoleName, id: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await w.call(role, row(id).method, path, options);
  judge(row(id), answer, role);
  return answer;
}

const query = `organization_id=${aurora}`;

test.each(roles)('organization images, for the %s', async (role) => {
  const status = async (id: string, path: string, options?: CallOptions) => (await ask(role, id, path, options)).status;
  for (const [id, path] of [
    ['listGenerationModels', `/api/v1/generation-models?${query}`],
    ['getCredits', `/api/v1/credits?${query}`],
    ['listCreditEntries', `/api/v1/credits/entries?${query}`],
    ['exportCreditEntries', `/api/v1/credits/entries/export?${query}`],
    ['listGenerations', `/api/v1/generations?${query}`],
    ['listGeneratedImages', `/api/v1/generated-images?${query}`],
  ] as const)
    expect(await status(id, path), id).toBe(asMember(role, 200));

  const asked = { headers: { 'idempotency-key': randomUUID() }, json: drawing };
  expect(await status('createGeneration', '/api/v1/generations', asked), 'createGeneration').toBe(asMember(role, 202));

  const image = `/api/v1/generated-images/${imageId}`;
  for (const [id, path, fine] of [
    ['getGeneration', `/api/v1/generations/${generation.id}`, 200],
    ['getGeneratedImage', image, 200],
    ['getGeneratedImageThumb', `${image}/thumb`, 200],
    ['getGeneratedImagePreview', `${image}/preview`, 200],
    ['getGeneratedImageOriginal', `${image}/original`, 200],
    ['addFavouriteImage', `${image}/favourite`, 204],
    ['removeFavouriteImage', `${image}/favourite`, 204],
  ] as const)
    expect(await status(id, path), id).toBe(asKnowing(role, fine));
  // Only who asked for it ends it; the image goes with its maker and with who manages the organization.
  const cancelled = role === 'owner' ? 403 : asKnowing(role, 200);
  expect(await status('cancelGeneration', `/api/v1/generations/${generation.id}`), 'cancelGeneration').toBe(cancelled);
  expect(await status('deleteGeneratedImage', image), 'deleteGeneratedImage').toBe(asKnowing(role, 204));
  expect(await status('restoreGeneratedImage', `${image}/restore`), 'restoreGeneratedImage').toBe(asKnowing(role, 200));
});

test('another member deletes no image that they did not make', async () => {
  const { owner, member } = w.people;
  const own = await waitForGeneration(owner, (await requestImages(owner, drawing)).id);
  const path = `/api/v1/generated-images/${own.images[0]!.id}`;
  expect(told(await ask('member', 'deleteGeneratedImage', path))).toEqual([403, 'forbidden']);
  const listed = await member.call<Schemas['GeneratedImagePage']>('GET', `/api/v1/generated-images?${query}`);
  expect(expectStatus(listed, 200, 'listing').items.find(({ id }) => id === own.images[0]!.id)?.can).toEqual({ delete: false });
});

test('an organization’s images are not in the personal library and cost no personal credits', async () => {
  const { member } = w.people;
  const list = async <T>(path: string) => expectStatus(await member.call<T>('GET', path), 200, path);
  expect((await list<Schemas['GenerationPage']>('/api/v1/generations')).items.map(({ id }) => id)).not.toContain(generation.id);
  expect((await list<Schemas['GeneratedImagePage']>('/api/v1/generated-images')).items.map(({ id }) => id)).not.toContain(imageId);
  expect((await list<Schemas['Credits']>(`/api/v1/credits?${query}`)).used).toBeGreaterThan(0);
});

/** The answer to a person who generates an image from an event's photo. */
async function madeOf(person: Person, eventId: string, id: string): Promise<unknown> {
  const source = { kind: 'photo', id, event_id: eventId };
  const json = { model: 'builtin:restyle', style: 'pencil', source };
  const answer = await person.call<Schemas['Generation']>('POST', '/api/v1/generations', {
    headers: { 'idempotency-key': randomUUID() },
    json,
  });
  judge(row('createGeneration'), answer, 'of a photo');
  if (answer.status !== 202) return { status: answer.status, code: codeOf(answer), detail: (answer.body as { detail?: string }).detail };
  const { status, images, error } = await waitForGeneration(person, answer.body.id);
  return { status, images: images.length, error };
}

test('of an event’s photo something is made by those who see it and may download it; for the others it is not there', async () => {
  const { owner, member, participant, stranger, outsider } = w.people;
  const done = { status: 'succeeded', images: 1, error: null };
  expect(await madeOf(participant, demoEvents.live, w.photoId)).toEqual(done);
  expect(await madeOf(member, demoEvents.live, w.photoId)).toEqual(done);

  // The answer is the same for a photo that the caller may not see and for one that never existed.
  const nothing = await madeOf(stranger, randomUUID(), randomUUID());
  expect(nothing).toMatchObject({ status: 409, code: 'source_unavailable' });
  expect(await madeOf(stranger, demoEvents.live, w.photoId)).toEqual(nothing);
  expect(await madeOf(outsider, demoEvents.live, w.photoId)).toEqual(nothing);
  expect(await madeOf(participant, thirdParty.eventId, thirdParty.photoId)).toEqual(nothing);
  // Nor is it by way of an event that one sees.
  const elsewhere = await madeOf(participant, demoEvents.live, thirdParty.photoId);
  expect(elsewhere).toEqual(await madeOf(participant, demoEvents.live, randomUUID()));
  expect(elsewhere).toMatchObject({ status: 409, code: 'source_unavailable' });

  const event = await createEvent(owner, { require_approval: true, allow_downloads: false });
  const [author, guest] = await Promise.all([newParticipant(base, event), newParticipant(base, event)]);
  const waiting = await deliver(author, event.id, await picture());
  const hidden = await madeOf(guest, event.id, waiting.id);
  expect(hidden, 'not approved yet').toEqual(await madeOf(guest, event.id, randomUUID()));
  await moderate(owner, event.id, { ids: [waiting.id], status: 'approved', expected: 'pending' });
  expect(await madeOf(guest, event.id, waiting.id), 'no downloads').toMatchObject({ status: 409, code: 'source_unavailable' });
  await updateEvent(owner, event.id, { allow_downloads: true });
  const ready = await readyPhoto(owner, event.id);
  expect(await madeOf(guest, event.id, ready.id)).toEqual(done);
  await moderate(owner, event.id, { ids: [ready.id], status: 'rejected', expected: 'approved' });
  expect(await madeOf(guest, event.id, ready.id), 'rejected').toEqual(hidden);
});
